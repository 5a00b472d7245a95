import DocMergeContainer
import DocMergeHistory
import DocMergeLanguage
import DocMergeObjects
import DocMergeSystem

/// Keeps a branch of a remote at a commit of the whole folder, as `docmerge.publish` of git's settings asks for.
///
/// The branch is only written: commits of others on it change no document. Its commits are pushed without force, each
/// on top of the one that is there, so that `git pull` can follow.
struct Publisher {
  let container: Container
  let transport: Transport
  /// The name of the branch, such as `main`.
  let branch: String

  /// Why a branch does not show the current documents.
  struct Refusal: Error, CustomStringConvertible {
    var description: String
  }

  /// How often a push is tried when other replicas publish at the same time.
  private static let maxAttempts = 3

  private var git: GitStore { container.git }
  private var remote: Remote { transport.remote }
  private var head: String { "refs/heads/\(branch)" }
  /// The known commit of the remote's branch.
  private var known: String { References.published(on: remote.name) }
  private var noteKey: String { Self.noteKey(of: remote.name) }

  /// The key for the state that was published on a remote last, and the branch.
  static func noteKey(of remote: String) -> String { "remote.\(remote).docmerge-published" }

  /// The setting; `nil` where nothing has to be published.
  ///
  /// - Throws: ``Refusal`` where a branch cannot have the name, ``GitError``.
  static func branch(of container: Container) throws -> String? {
    guard let name = try container.git.configuration("docmerge.publish"), !name.isEmpty else {
      return nil
    }
    guard isBranch(name) else {
      throw Refusal(
        description: tr(
          "docmerge.publish is \(PrintableText.escape(name)), which no branch can be called"))
    }
    return name
  }

  /// The rule of git-check-ref-format(1), without names that are not plain branches.
  private static func isBranch(_ name: String) -> Bool {
    let forbidden = ["..", "@{", "//", "/.", ".lock/"]
    let starts = ["-", "/", ".", "refs/"]
    let ends = ["/", ".", ".lock"]
    return name != "@" && name != "HEAD" && name.utf8.count <= 200
      && !starts.contains { name.hasPrefix($0) } && !ends.contains { name.hasSuffix($0) }
      && !forbidden.contains { name.contains($0) }
      && name.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && !"~^:?*[\\".utf8.contains($0) }
  }

  /// Publishes the folder, if it changed since the last time.
  ///
  /// Costs nothing where the state is the same; else it is linear in the documents, and takes two more
  /// connections.
  ///
  /// - Throws: ``Refusal``, ``RemoteError``, ``GitError``, ``FileError``.
  func publish() throws {
    guard let state = try container.state() else { return }
    let note = "\(state.id) \(branch)"
    guard try git.configuration(noteKey) != note else { return }
    guard try isWhole() else { return }
    guard let tip = try push(PublishedFolder(of: container, at: state)) else { return }
    let isMine = try git.reference(head).map { try isPublication($0) } ?? true
    try changing {
      try git.setReference(known, to: tip, from: git.reference(known))
      if isMine { try git.setReference(head, to: tip, from: git.reference(head)) }
      try git.setConfiguration(noteKey, to: note)
    }
    guard isMine else {
      throw Refusal(
        description: tr("\(branch) of .docmerge holds other commits, and stays where it is"))
    }
    try nameBranch()
  }

  /// Whether there is anything to show, and a remote to show it.
  private func isWhole() throws -> Bool {
    guard transport.mirror == nil else {
      let others = try container.remotes.all().filter { try !RemoteAddress($0.url).isEncrypted }
      if others.isEmpty {
        throw Refusal(description: tr("an encrypted remote shows nothing to others"))
      }
      return false
    }
    guard try !container.settings.isOnDemand(), try container.settings.focus() == nil else {
      throw Refusal(
        description: tr("this copy has only a part of the contents; publish from one with all"))
    }
    return true
  }

  /// Changes the repository while no other docmerge process does.
  private func changing(_ body: () throws -> Void) throws {
    try container.writeLock.hold(mends: false) { isAfterCrash in
      if isAfterCrash { try CrashRecovery(container: container).run() }
      try body()
    }
  }

  /// Pushes the folder, unless the branch shows it already.
  ///
  /// - Returns: the tip of the branch; `nil` where there is no branch, and nothing to show.
  private func push(_ folder: PublishedFolder) throws -> ObjectID? {
    for attempt in 1... {
      let tip = try fetch()
      if tip == nil, folder.isEmpty { return nil }
      if let tip, try git.commit(tip).tree == folder.tree.root { return tip }
      var batch = ObjectBatch()
      for (id, object) in folder.tree.trees where try !git.contains(id) { batch.add(object, id) }
      let commit = try batch.add(folder.commit(after: tip).object)
      try changing { try batch.flush(into: git) }
      do {
        let words = GitWords.publish(commit, as: head, to: transport.address)
        _ = try transport.run(.sending, words, tries: 1)
        return commit
      } catch let error as RemoteError where error.hasMovedMeanwhile && attempt < Self.maxAttempts {
        continue
      }
    }
    preconditionFailure("It returns, or throws.")
  }

  /// The tip of the branch on the remote; `nil` where there is none.
  ///
  /// A fetched commit gets no name here before it is known to be a published folder.
  private func fetch() throws -> ObjectID? {
    let list = try transport.run(.fetching, GitWords.list(head, of: transport.address))
    let lines = String(decoding: list.output, as: UTF8.self).split(separator: "\n")
    // Other references may end in the same names.
    let words = lines.map { $0.split(separator: "\t") }.first { $0.count == 2 && $0[1] == head }
    guard let tip = words.flatMap({ ObjectID(hex: $0[0]) }) else { return nil }
    if try !git.contains(tip) {
      _ = try transport.run(.fetching, GitWords.fetch(head, from: transport.address))
    }
    guard try isPublication(tip) else {
      throw Refusal(
        description: tr(
          "\(branch) of \(remote.name) holds other commits; set docmerge.publish to another branch")
      )
    }
    return tip
  }

  /// Whether an object is a commit that shows a folder.
  private func isPublication(_ id: ObjectID) throws -> Bool {
    let object = try git.object(id)
    guard object.kind == .commit, let commit = Commit(strict: object.bytes) else { return false }
    return PublishedFolder.isPublication(commit)
  }

  /// Makes plain `git clone` check the branch out: here, and from a path that has no other branch.
  private func nameBranch() throws {
    try pointHead(of: git.path)
    if let place = transport.address.path, try !RemoteRepository.isOfOthers(transport.address) {
      try pointHead(of: place)
    }
  }

  /// Points `HEAD` to the branch, if it points to a missing branch.
  private func pointHead(of repository: String) throws {
    let start = "ref: "
    let bytes = try Files.read(SystemPath("\(repository)/HEAD")).bytes
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.hasPrefix(start), text != "ref: \(head)\n" else { return }
    let old = text.dropFirst(start.count).prefix { $0 != "\n" }
    guard try transport.store(at: repository).reference(String(old)) == nil else { return }
    try WholeFile.replace(
      "\(repository)/HEAD", with: Array("ref: \(head)\n".utf8), on: container.disk)
  }
}

extension RemoteError {
  /// Whether the branch has moved since it was read.
  fileprivate var hasMovedMeanwhile: Bool {
    reason == .busy
      || ["fetch first", "non-fast-forward", "stale info", "failed to update ref"].contains {
        message.contains($0)
      }
  }
}
