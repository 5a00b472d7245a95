import DocMergeContainer
import DocMergeHistory
import DocMergeObjects
import DocMergeSystem

/// Keeps a branch of a remote at a commit of the whole folder, as `docmerge.publish` of git's settings asks for.
///
/// The branch is written and never read: what others do to it changes no document. Its commits are pushed
/// without force, each after the one that is there, so that `git pull` follows.
struct Publisher {
  let container: Container
  let transport: Transport
  /// The name of the branch, such as `main`.
  let branch: String

  /// Why a branch does not show the documents of today.
  struct Obstacle: Error, CustomStringConvertible {
    var description: String
  }

  /// How often it is tried where other replicas publish at the same time.
  private static let most = 3

  private var git: GitStore { container.git }
  private var remote: Remote { transport.remote }
  private var head: String { "refs/heads/\(branch)" }
  /// What the remote's branch is known to be.
  private var known: String { References.published(branch, on: remote.name) }
  private var noteKey: String { "remote.\(remote.name).docmerge-published" }

  /// The setting; `nil` where nothing is to be published.
  ///
  /// - Throws: ``Obstacle`` where no branch can have the name, ``GitError``.
  static func branch(of container: Container) throws -> String? {
    guard let name = try container.git.configuration("docmerge.publish"), !name.isEmpty else {
      return nil
    }
    guard isBranch(name) else {
      throw Obstacle(
        description:
          "docmerge.publish is \(PrintableText.escape(name)), which no branch can be called")
    }
    return name
  }

  /// As git-check-ref-format(1) has it.
  private static func isBranch(_ name: String) -> Bool {
    let forbidden = ["..", "@{", "//", "/.", ".lock/"]
    return !name.hasPrefix("-") && !name.hasPrefix("/") && !name.hasPrefix(".") && name != "@"
      && !name.hasSuffix("/") && !name.hasSuffix(".") && !name.hasSuffix(".lock")
      && !forbidden.contains { name.contains($0) }
      && name.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && !"~^:?*[\\".utf8.contains($0) }
  }

  /// Publishes the folder, if it changed since this replica did so last.
  ///
  /// Costs nothing where the state is the same; else it is linear in the documents, and takes one more connection.
  ///
  /// - Throws: ``Obstacle``, ``RemoteError``, ``GitError``, ``FileError``.
  func publish() throws {
    guard let state = try container.state() else { return }
    let note = "\(state.id) \(branch)"
    guard try git.configuration(noteKey) != note else { return }
    try checkIsWhole()
    guard let folder = try PublishedFolder(of: container, at: state) else { return }
    let tip = try push(folder)
    try git.setReferences([ReferenceChange(head, to: tip, from: git.reference(head))])
    try nameBranch()
    try git.setConfiguration(noteKey, to: note)
  }

  private func checkIsWhole() throws {
    guard transport.mirror == nil else {
      throw Obstacle(description: "an encrypted remote shows nothing to others")
    }
    guard try !container.isOnDemand(), try container.focus() == nil else {
      throw Obstacle(
        description: "this copy has only a part of the contents; publish from one with all")
    }
  }

  /// Pushes the folder, where the branch does not show it; the end of the branch.
  private func push(_ folder: PublishedFolder) throws -> ObjectID {
    var tip = try git.reference(known)
    for attempt in 1... {
      if tip == nil || attempt > 1 { tip = try fetch() }
      if let tip, try git.commit(tip).tree == folder.tree.root { return tip }
      var batch = ObjectBatch()
      for (id, object) in folder.tree.trees where try !git.contains(id) { batch.add(object, id) }
      let commit = try batch.add(folder.commit(after: tip).object)
      try batch.flush(into: git)
      do {
        let words = GitWords.publish(commit, as: head, to: transport.address)
        _ = try transport.run(.sending, words, tries: 1)
        try note(commit)
        return commit
      } catch let error as RemoteError where error.isAboutNews && attempt < Self.most {
        continue
      }
    }
    preconditionFailure("It returns, or throws.")
  }

  /// What the branch is on the remote; `nil` where there is none.
  private func fetch() throws -> ObjectID? {
    let list = try transport.run(.fetching, GitWords.list(head, of: transport.address))
    let line = String(decoding: list.output, as: UTF8.self).split(separator: "\n").first
    guard let tip = line?.split(separator: "\t").first.flatMap({ ObjectID(hex: $0) }) else {
      return nil
    }
    if try !git.contains(tip) {
      _ = try transport.run(.fetching, GitWords.fetch(head, as: known, from: transport.address))
    }
    guard PublishedFolder.isOne(try git.commit(tip)) else {
      throw Obstacle(
        description:
          "\(branch) of \(remote.name) holds other commits; set docmerge.publish to another branch")
    }
    try note(tip)
    return tip
  }

  private func note(_ tip: ObjectID) throws {
    try git.setReferences([ReferenceChange(known, to: tip, from: git.reference(known))])
  }

  /// Lets plain `git clone` check the branch out: here, and from a path that has no other branch.
  private func nameBranch() throws {
    try name(in: git.path)
    if let place = transport.address.path, try !RemoteRepository.isOfOthers(transport.address) {
      try name(in: place)
    }
  }

  private func name(in repository: String) throws {
    let file = SystemPath("\(repository)/HEAD")
    let text = String(decoding: try Files.read(file).bytes, as: UTF8.self)
    let start = "ref: "
    guard text.hasPrefix(start), text != "ref: \(head)\n" else { return }
    let old = text.dropFirst(start.count).prefix { $0 != "\n" }
    guard try GitStore(path: repository).reference(String(old)) == nil else { return }
    try WholeFile.replace("\(repository)/HEAD", with: Array("ref: \(head)\n".utf8))
  }
}

extension RemoteError {
  /// Whether the branch has moved since it was looked at.
  fileprivate var isAboutNews: Bool {
    reason == .busy
      || ["fetch first", "non-fast-forward", "stale info", "failed to update ref"].contains {
        message.contains($0)
      }
  }
}
