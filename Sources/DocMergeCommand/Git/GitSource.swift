import DocMerge
import DocMergeGit
import DocMergeLanguage
import DocMergeSystem

/// A git repository that stopped during an operation, as a source of conflicts like a container.
struct GitSource {
  let repository: GitRepository
  let operation: GitOperation
  /// The decisions of people for conflicts.
  let memory: GitMemory

  init(repository: GitRepository, operation: GitOperation) {
    self.repository = repository
    self.operation = operation
    memory = repository.memory
  }

  /// The repository around the current folder, unless a container is nearer; `nil` when there is none.
  static func current() throws -> GitSource? {
    guard try isNearer, let repository = try GitRepository.current() else { return nil }
    return GitSource(repository: repository, operation: try repository.operation())
  }

  /// Whether the nearest repository or container above is a git repository.
  static var isNearer: Bool {
    get throws {
      if Variable.value("GIT_DIR") != nil { return true }
      var folder = try WorkingFolder.path()[...]
      while true {
        if Place("\(folder)/.docmerge").exists { return false }
        if Place("\(folder)/.git").exists { return true }
        guard let slash = folder.lastIndex(of: "/") else { return false }
        folder = folder[..<slash]
      }
    }
  }

  /// The conflicts for some names, each once; all of them without names.
  func conflicts(_ names: [String]) throws -> [GitConflict] {
    let all = try repository.conflicts()
    guard !names.isEmpty else { return all }
    var seen: Set<[UInt8]> = []
    return try names.flatMap { name in
      let found = find(GivenName(name), in: all)
      guard !found.isEmpty else { throw notInConflict(GivenName(name)) }
      return found.filter { seen.insert($0.path).inserted }
    }
  }

  /// The conflicts that a name matches: a file, or all in a folder.
  ///
  /// A path that is not text can be written in git's notation.
  func find(_ name: GivenName, in conflicts: [GitConflict]) -> [GitConflict] {
    for name in [name, name.unquoted].compactMap(\.self) {
      guard let path = path(of: name) else { continue }
      let folder = path + (path.isEmpty ? [] : [UInt8(ascii: "/")])
      let found = conflicts.filter { $0.path == path || $0.path.starts(with: folder) }
      if !found.isEmpty { return found }
    }
    return []
  }

  /// An error that explains why a name matches no conflict.
  func notInConflict(_ name: GivenName) -> CommandError {
    let names = [name, name.unquoted].compactMap(\.self)
    let isThere = names.contains { Place($0.bytes).ownKind != nil }
    return CommandError(
      description: isThere
        ? tr("\(name.display) is not in conflict")
        : tr("there is no \(name.display), in conflict or not"))
  }

  /// The path from the top of the worktree for a name; `nil` if it leads out of it.
  ///
  /// A link in the worktree is a path of the worktree; its target does not count.
  func path(of name: GivenName) -> [UInt8]? {
    let slash = UInt8(ascii: "/")
    var bytes = name.bytes
    while bytes.count > 1, bytes.last == slash { bytes.removeLast() }
    let isFolder = Place(bytes).ownKind == .folder
    let end = isFolder ? bytes.count : bytes.lastIndex(of: slash).map { $0 + 1 } ?? 0
    let folder = bytes[..<end]
    guard let whole = real(folder) ?? plain(folder) else { return nil }
    var path = whole
    if !isFolder { path += (path.last == slash ? [] : [slash]) + bytes[end...] }
    let top = Array(repository.top.utf8)
    if path == top { return [] }
    let start = top + (top.last == slash ? [] : [slash])
    return path.starts(with: start) ? Array(path.dropFirst(start.count)) : nil
  }

  /// The real path of a folder.
  private func real(_ folder: ArraySlice<UInt8>) -> [UInt8]? {
    Place(folder.isEmpty ? [UInt8(ascii: ".")] : Array(folder)).real
  }

  /// The same for a missing folder, by its name alone.
  private func plain(_ folder: ArraySlice<UInt8>) -> [UInt8]? {
    let slash = UInt8(ascii: "/")
    // Where this folder was removed, names from it lead nowhere.
    guard let current = try? WorkingFolder.path() else { return nil }
    let start = folder.first == slash ? [] : Array(current.utf8).split(separator: slash)
    var parts: [ArraySlice<UInt8>] = []
    for part in start + folder.split(separator: slash) {
      switch String(decoding: part, as: UTF8.self) {
      case ".": continue
      case "..": _ = parts.popLast()
      default: parts.append(part)
      }
    }
    return [slash] + parts.joined(separator: [slash])
  }

  /// The name of a path in the current folder, as verbs accept it.
  func name(of conflict: GitConflict) throws -> [UInt8] {
    let slash = UInt8(ascii: "/")
    let folder = Array(try WorkingFolder.path().utf8)
    let top = Array(repository.top.utf8)
    guard folder != top, folder.starts(with: top + [slash]) else { return conflict.path }
    let inner = folder.dropFirst(top.count + 1).split(separator: slash)
    let parts = conflict.path.split(separator: slash)
    let common = zip(inner, parts.dropLast()).prefix { $0 == $1 }.count
    let up = Array(repeating: Array("..".utf8)[...], count: inner.count - common)
    return Array((up + parts.dropFirst(common)).joined(separator: [slash]))
  }

  /// The only conflict that a name matches.
  func conflict(_ name: String) throws -> GitConflict { try conflict(GivenName(name)) }

  private func conflict(_ name: GivenName) throws -> GitConflict {
    let found = find(name, in: try repository.conflicts())
    guard let conflict = found.first else { throw notInConflict(name) }
    guard found.count == 1 else {
      throw CommandError(description: tr("\(name.display) is a folder: name a file in it"))
    }
    return conflict
  }

  /// A conflict and one of its versions, from `PATH` or `PATH@VERSION`; ours if only a path is given.
  func version(_ text: String) throws -> (GitConflict, GitVersion) {
    let name = GivenName(text)
    if let conflict = try? conflict(name) { return (conflict, .ours) }
    let sign = UInt8(ascii: "@")
    guard let split = name.bytes.lastIndex(of: sign), split > 0 else {
      return (try conflict(name), .ours)
    }
    var path = Array(name.bytes[..<split])
    if path.last == sign { path.removeLast() }
    let version = String(decoding: name.bytes[split...], as: UTF8.self)
    return (try conflict(GivenName(bytes: path)), try GitVersion(parsing: version))
  }

  /// Explains to the person which work is ours and which is theirs.
  func explain() {
    Console.message(PrintableText.words(operation.explanation))
  }

  /// Prints the remaining paths and how to continue, and returns how many paths are left.
  func conclude() throws -> Int {
    let left = try repository.conflicts().count
    if left > 0 {
      Console.message(tr("\(counted(left, "path")) left in conflict."))
    } else {
      let way = try wayOn
      Console.message(tr("Nothing is left in conflict. \(way)"))
    }
    return left
  }

  /// The next command when nothing is left: git refuses to continue where no change is left either.
  private var wayOn: String {
    get throws {
      guard let skip = operation.skip, try repository.isUnchanged else {
        return tr("Go on with: \(operation.continuation)")
      }
      return tr("No change is left of this commit; leave it out with: \(skip)")
    }
  }
}

/// The versions of a path in conflict that git keeps.
enum GitVersion: String, CaseIterable {
  case base, ours, theirs

  /// Reads `@ours`, `ours`, `@1`, `1` and so on.
  init(parsing text: String) throws {
    let word = text.hasPrefix("@") ? String(text.dropFirst()) : text
    switch word {
    case "1", "current": self = .ours
    case "2": self = .theirs
    default:
      guard let version = GitVersion(rawValue: word) else {
        throw CommandError(
          description: tr(
            "no version \(PrintableText.escape(text)): give @ours (@1), @theirs (@2) or @base"))
      }
      self = version
    }
  }

  /// The version of a conflict; `nil` when there is none.
  func stage(of conflict: GitConflict) -> GitConflict.Stage? {
    switch self {
    case .base: conflict.base
    case .ours: conflict.ours
    case .theirs: conflict.theirs
    }
  }
}

extension GitConflict {
  /// The path for a person.
  var display: String { PrintableText.escape(path) }
}
