import DocMergeContainer
import DocMergeCore
import DocMergeFolder
import DocMergeHistory
import DocMergeObjects
import DocMergeSystem

extension Transport {
  /// Whether fetched data may be checked once the documents are in place: nothing is here that it could harm.
  func mayLeaveCheck() throws -> Bool {
    guard options.leavesRest, try isNew() else { return false }
    return try container.settings.signaturePolicy() != .require
  }

  /// The sizes for which the check is left for later: with fewer bytes it takes no time, with more it takes so long
  /// that the next process in the container should not wait for it.
  package static let unchecked: ClosedRange<Int64> = 1 << 20...256 << 20

  /// More references than this do not fit into a command line.
  private static let mostReferences = 1_000

  /// Fetches everything of docmerge's from a server into a new repository, without checking it.
  ///
  /// `git fetch` checks each object that arrives, and then once more whether everything that they name arrived.
  /// `git fetch-pack` does neither, but needs the names of what to fetch, and knows neither web servers nor addresses
  /// that git's settings rewrite. It takes one more connection, and two where one costs nothing, so it is not used
  /// where a person may be asked for a password.
  ///
  /// - Returns: `nil` where a fetch has to do it.
  /// - Throws: ``RemoteError`` when the server cannot be reached or it was cancelled, ``FileError``,
  ///   ``GitError``.
  func fetchUnchecked() throws -> Fetched? {
    let isDirect = place.scheme == .git || place.scheme == .ssh && !options.mayAsk
    guard isDirect, !isOnDemand, try mayLeaveCheck(),
      try lines(of: GitWords.expand(address)) == [address.text[...]]
    else { return nil }
    let names = try lines(of: GitWords.listAll(address)).compactMap { line in
      line.split(separator: "\t").last.map(String.init)
    }
    guard (1...Transport.mostReferences).contains(names.count), names.allSatisfy(isOfReplica)
    else { return nil }
    // No other process may find half of it.
    return try container.operate(finishesClone: false) {
      // A process that saved in the meantime may have packs of its own.
      guard try isNew(), try PackCheck.all(in: container).isEmpty else { return nil }
      let rest = DeferredCloneWork(container: container)
      try rest.begin(packs: [DeferredCloneWork.everyPack])
      guard let (references, packs, ahead) = try fetchAll(names, rest) else {
        try rest.forgetPacks()
        return nil
      }
      try git.refresh()
      // An interrupted try may have left another pack, which this one could depend on.
      guard try PackCheck.all(in: container).count == packs.count, try note(references) else {
        try rest.forgetPacks()
        return nil
      }
      try rest.begin(packs: packs)
      container.disk.noteChange()
      return Fetched(
        ahead: ahead?.findings, files: ahead?.files, writing: try writing(packs, rest))
    }
  }

  /// Whether a reference has a name that a replica makes; other references need not be what they seem.
  private func isOfReplica(_ reference: String) -> Bool {
    guard let slash = reference.lastIndex(of: "/"),
      let replica = ReplicaID(reference[reference.index(after: slash)...])
    else { return false }
    return [References.state(replica), References.versions(replica)].contains(reference)
  }

  /// Work that is done while versions arrive.
  private typealias Ahead = (findings: ReadAhead.Findings?, files: PreallocatedFiles)

  /// Fetches all references; `nil` if there is a fault in them.
  ///
  /// Where another connection costs nothing, the states are first: while the server counts and sends versions, records
  /// are read, and files made for them. What a state names is in the versions of that moment, or of later ones.
  private func fetchAll(
    _ names: [String], _ rest: DeferredCloneWork
  ) throws -> (references: [String: ObjectID], packs: [String], ahead: Ahead?)? {
    let states = names.filter { $0.hasPrefix(References.states) }.sorted()
    let others = names.filter { !$0.hasPrefix(References.states) }
    guard address.scheme == .git, !states.isEmpty, !others.isEmpty else {
      return try fetchPack(names, rest).map { ($0.references, $0.packs, nil) }
    }
    guard let first = try fetchPack(states, rest), let state = first.references[states[0]] else {
      return nil
    }
    try git.refresh()
    let (container, files) = (
      container, PreallocatedFiles(root: container.root, git: container.git)
    )
    let ahead = ReadAhead(onlyOf: state, in: git.forMuchReading()) { records in
      files.make(for: container.places(of: records) { files.isStopped })
    }
    let second = Result { try fetchPack(others, rest) }
    files.stop()
    let findings = ahead.end(isWaitedFor: (try? second.get()) != nil)
    guard let second = try second.get() else { return nil }
    return (
      first.references.merging(second.references) { one, _ in one }, first.packs + second.packs,
      (findings, files)
    )
  }

  /// Fetches references, and returns their values and the new packs; `nil` if there is a fault in them.
  private func fetchPack(
    _ names: [String], _ rest: DeferredCloneWork
  ) throws -> (references: [String: ObjectID], packs: [String])? {
    let output: [Substring]
    do {
      output = try lines(of: GitWords.fetchPack(names, from: address))
    } catch let error as RemoteError where error.mayPass || error.reason == .cancelled {
      try rest.forgetPacks()
      throw error
    } catch is RemoteError {
      // A fetch finds out which replica sent the fault.
      return nil
    }
    var references: [String: ObjectID] = [:]
    var packs: [String] = []
    for line in output {
      if line.hasPrefix("pack\t") {
        packs.append("pack-\(line.dropFirst(5)).pack")
      } else if let blank = line.firstIndex(of: " "), let id = ObjectID(hex: line[..<blank]) {
        references[String(line[line.index(after: blank)...])] = id
      }
    }
    return Set(references.keys) == Set(names) ? (references, packs) : nil
  }

  /// The writing of packs by the disk, and their check unless it is left for later.
  private func writing(_ packs: [String], _ rest: DeferredCloneWork) throws
    -> BackgroundThread.Work<Void>
  {
    let folder = SystemPath("\(git.path)/objects/pack")
    let files = packs.flatMap { pack in
      ["pack", "idx"].map { folder.appending("\(pack.dropLast(4))\($0)".utf8) }
    }
    let size = try files.reduce(0) { try $0 + (FileStatus.of($1)?.size ?? 0) }
    let disk = container.disk
    return BackgroundThread.Work { isStopped in
      for file in files { try disk.synchronise(file: file) }
      try disk.synchronise(folder: folder)
      if !Transport.unchecked.contains(size) { try rest.checkNow(isStopped) }
    }
  }

  private func lines(of words: [String]) throws -> [Substring] {
    let output = try run(.fetching, words).output
    return String(decoding: output, as: UTF8.self).split(separator: "\n")
  }
}

extension Container {
  /// The places of documents that are new here; a few more or less do no harm.
  fileprivate func places(
    of records: [StateReader.Change], until isStopped: () -> Bool
  ) -> [PreallocatedFiles.Place] {
    var places: [PreallocatedFiles.Place] = []
    for record in records where !isStopped() {
      // Which of several heads is the current version, only the versions show, which are still to be fetched.
      guard let new = record.new, new.heads.dots.count == 1, let head = new.heads.dots.keys.first,
        !head.isDeletion, let name = new.name
      else { continue }
      places.append(.init(path: name, isPlainFile: head.content.kind == .file))
    }
    return places
  }
}
