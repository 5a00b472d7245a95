import DocMergeContainer
import DocMergeObjects
import DocMergeSync
import DocMergeTestSupport
import DocMergeUpkeep
import Glibc

/// What people and their programs do in the folder of a container.
extension World {
  /// Names that get into each other's way: by case, by the form of letters, file against folder.
  static let names = [
    "a.md", "A.md", "b.md", "sub", "sub/c.md", "Sub/c.md", "sub/deep/d.md", "caf\u{E9}.md",
    "cafe\u{301}.md", "d.txt", "d.txt/e.md", "notes 3.md",
  ]
  private static let packages = ["p.textbundle", "P.textbundle", "sub/q.textbundle"]
  private static let members = ["text.md", "info.json", "assets/i.txt", "assets/j.txt"]

  /// Where the last digit is 4 or 9, and some on demand.
  static func hasPeopleWhoOverwrite(_ seed: Int) -> Bool {
    seed % 5 == 4 || [7, 47, 67].contains(seed % 100)
  }

  /// `nil` when there is nothing to change.
  func changeFolder(_ act: Act, of replica: SimulatedReplica) -> String? {
    switch act {
    case .create: return create(in: replica)
    case .edit: return edit(in: replica) { !$0.contains(".textbundle/") }
    case .editMember: return edit(in: replica) { $0.contains(".textbundle/") }
    case .rename: return rename(in: replica)
    case .remove: return remove(in: replica)
    case .changeMode: return changeMode(in: replica)
    default: return makePackage(in: replica)
    }
  }

  private func anyText() -> String {
    switch generator.number(0...9) {
    case 0: ""
    case 1, 2: "the same everywhere\n"
    default: "title\n\none\ntwo\nthree\nfour \(generator.number(0...1_000_000))\n"
    }
  }

  private func create(in replica: SimulatedReplica) -> String? {
    let name = World.names[generator.number(0...World.names.count - 1)]
    let path = "\(replica.path)/\(name)"
    guard FolderTree.item(path) == nil else { return nil }
    if generator.once(in: 16) {
      FolderTree.makeFolders(above: path)
      guard symlink("a.md", path) == 0 else { return nil }
      FolderTree.date(path, nanoseconds: now(of: replica))
      return "link \(name)"
    }
    return write(anyText(), to: name, in: replica, replacing: false)
  }

  private func edit(in replica: SimulatedReplica, _ isWanted: (String) -> Bool) -> String? {
    let files = visible(in: replica).filter { isWanted($0.path) }
    guard let (name, item) = any(files), case .file(let bytes, _) = item else { return nil }
    var lines = String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    let line = generator.number(0...lines.count - 1)
    switch generator.number(0...4) {
    case 0: lines.insert("new \(generator.number(0...1_000_000))", at: line)
    case 1: lines.remove(at: line)
    case 2: lines[line] = "the same edit"
    default: lines[line] = "edit \(generator.number(0...1_000_000))"
    }
    return write(
      lines.joined(separator: "\n"), to: name, in: replica, replacing: generator.once(in: 2))
  }

  func write(
    _ text: String, to name: String, in replica: SimulatedReplica, replacing: Bool
  ) -> String? {
    let path = "\(replica.path)/\(name)"
    forget(path, in: replica)
    guard
      FolderTree.write(
        Array(text.utf8), to: path, replacing: replacing, nanoseconds: now(of: replica))
    else { return nil }
    replica.unsaved[Array(name.utf8)] = try? GitObject(kind: .blob, bytes: Array(text.utf8)).id
    return "\(name): \(text.split(separator: "\n").joined(separator: "|"))"
  }

  /// The contents of a path go before they were saved, wherever they were written.
  private func forget(_ path: String, in replica: SimulatedReplica) {
    switch FolderTree.item(path) {
    case .file(let bytes, _):
      guard let id = try? GitObject(kind: .blob, bytes: bytes).id else { return }
      replica.unsaved = replica.unsaved.filter { $0.value != id }
    case .folder: for name in FolderTree.names(path) { forget("\(path)/\(name)", in: replica) }
    default: return
    }
  }

  /// Gives folders dates of the simulation: those of packages are among what dates their versions.
  func dateFolders(of replica: SimulatedReplica) {
    for (path, item) in FolderTree(replica.path).items() where item == .folder {
      FolderTree.date("\(replica.path)/\(path)", nanoseconds: now(of: replica))
    }
  }

  /// What a person works on: not what docmerge was building when it was killed, which it throws away.
  func visible(in replica: SimulatedReplica) -> [(path: String, item: FolderTree.Item)] {
    FolderTree(replica.path).items().filter { !$0.path.contains(".docmerge-tmp") }
  }

  private func rename(in replica: SimulatedReplica) -> String? {
    guard let (name, item) = any(visible(in: replica)) else { return nil }
    // A folder of placeholders would become a package of links, which its documents could not leave.
    let folders = (isOnDemand ? [] : World.packages) + ["sub", "other"]
    let names = item == .folder ? folders : World.names
    let new = names[generator.number(0...names.count - 1)]
    let (source, target) = ("\(replica.path)/\(name)", "\(replica.path)/\(new)")
    let there = FolderTree.item(target)
    guard there == nil || isOverwriting && item != .folder && there != .folder,
      !new.hasPrefix("\(name)/"), new != name
    else { return nil }
    forget(target, in: replica)
    FolderTree.makeFolders(above: target)
    guard Glibc.rename(source, target) == 0 else { return nil }
    return "\(name) to \(new)"
  }

  private func remove(in replica: SimulatedReplica) -> String? {
    guard let (name, _) = any(visible(in: replica)) else { return nil }
    let path = "\(replica.path)/\(name)"
    forget(path, in: replica)
    FolderTree.remove(path)
    return name
  }

  private func changeMode(in replica: SimulatedReplica) -> String? {
    guard let (name, item) = any(visible(in: replica)),
      case .file(_, let isExecutable) = item
    else { return nil }
    chmod("\(replica.path)/\(name)", isExecutable ? 0o644 : 0o755)
    return "\(name) \(isExecutable ? "-x" : "+x")"
  }

  private func makePackage(in replica: SimulatedReplica) -> String? {
    let name = World.packages[generator.number(0...World.packages.count - 1)]
    guard FolderTree.item("\(replica.path)/\(name)") == nil else { return nil }
    var isMade = false
    for member in World.members where generator.once(in: 2) {
      if write(anyText(), to: "\(name)/\(member)", in: replica, replacing: false) != nil {
        isMade = true
      }
    }
    return isMade ? name : nil
  }

  func any<Value>(_ values: [Value]) -> Value? {
    values.isEmpty ? nil : values[generator.number(0...values.count - 1)]
  }
}
