import DocMergeContainer
import DocMergeCore
package import DocMergeObjects
import DocMergeSystem
import Glibc

/// How remotes are met that git-remote-gcrypt encrypts: through an ``EncryptedMirror``.
extension Transport {
  /// How often references are sent that others overwrote, and how often what does not fit together is read.
  private static let (mostRounds, mostReadings) = (5, 4)

  /// Brings what an encrypted remote holds into its mirror; does nothing for other remotes.
  ///
  /// - Throws: ``RemoteError``, ``FileError``, ``GitError``.
  package func receive() throws {
    guard let mirror else { return }
    guard !isOnDemand else { throw failure(.onlyWhole) }
    let signer = try signer()
    try checkPlace(mirror)
    try checkAnswers(mirror)
    try receive(into: mirror, signer)
    try tidy(mirror, hasSent: false)
  }

  /// Reads what is there until it fits together.
  ///
  /// A list is read first and then what it lists, which somebody may have replaced between.
  private func receive(into mirror: EncryptedMirror, _ signer: String?) throws {
    for reading in 1... {
      do {
        return try receiveOnce(into: mirror, signer)
      } catch let error as RemoteError
        where error.reason == .damaged && reading < Transport.mostReadings
      {
        // In the end it may be the mirror that is damaged: then all comes once more.
        if reading == Transport.mostReadings - 1 { try mirror.remove() }
        try wait(Double(reading) / 2)
      }
    }
  }

  private func receiveOnce(into mirror: EncryptedMirror, _ signer: String?) throws {
    try mirror.prepare(signer: signer)
    try checkGoesToAddress(mirror)
    _ = try runEncrypting(.fetching, GitWords.receive(remote.name), mirror)
    let (known, met) = (try mirror.knownID(), try mirror.metID())
    if let known, met != known {
      // What came is of the other one.
      try mirror.remove()
      throw failure(.repositoryReplaced)
    }
    guard let met else { return try checkNothingIsThere(mirror) }
    try mirror.note(met)
  }

  /// Sends references of this replica.
  ///
  /// git-remote-gcrypt writes all references of all replicas at once, so a push can undo another that came
  /// between its reading and its writing. A lock keeps them apart. Where there is none, what is there afterwards
  /// is looked at, and sent again where others overwrote it; what is lost after that is sent by the next sync,
  /// as to any remote that lost something.
  ///
  /// - Throws: ``RemoteError``, ``FileError``, ``GitError``.
  package func deliver(_ references: [(name: String, id: ObjectID)], by mirror: EncryptedMirror)
    throws
  {
    _ = try run(.sending, GitWords.push(references, to: place.text, isAtomic: true))
    let signer = try signer()
    let words = GitWords.push(references, to: remote.name, isAtomic: false)
    try keepingOthersOut(mirror) {
      for _ in 0..<Transport.mostRounds {
        _ = try runEncrypting(.sending, words, mirror)
        Checkpoint.pass()
        try receive(into: mirror, signer)
        let there = try mirror.git.references(matching: "refs/docmerge/*")
        guard references.contains(where: { there[$0.name] != $0.id }) else { return }
      }
      throw failure(.busy, "others overwrote what was sent, again and again")
    }
    try noteSent(references)
    try tidy(mirror, hasSent: true)
  }

  private func runEncrypting(
    _ work: RemoteError.Work, _ words: [String], _ mirror: EncryptedMirror
  ) throws -> GitChild.Run {
    let surroundings = try EncryptionSurroundings(mayAsk: options.mayAsk, git: git)
    return try run(work) {
      GitChild(
        words: GitWords.common(mirror.text) + surroundings.words
          + GitWords.endingSilence(after: try options.timeout(by: git)) + words,
        // A person types a passphrase, or all is packed anew there: both take their time. What goes over a network
        // has limits of its own.
        timeout: .zero, mayAsk: options.mayAsk, mayUsePaths: address.scheme == .path,
        mayEncrypt: true, variables: surroundings.variables,
        memory: work == .fetching ? try container.childMemory() : 0, isCancelled: isCancelled,
        progress: report)
    }
  }

  private func tidy(_ mirror: EncryptedMirror, hasSent: Bool) throws {
    guard let words = try mirror.housekeeping(hasSent: hasSent) else { return }
    let run = GitChild(
      words: GitWords.common(mirror.text) + words, timeout: .zero, mayAsk: false,
      mayConnect: false, isCancelled: isCancelled, progress: { _ in }
    ).run()
    try checkCancelled()
    // What could not be tidied up takes space, no more: the next sync tries again.
    if run.isDone, hasSent { try mirror.noteTidied() }
  }

  // MARK: Checks

  /// The key to sign with; `nil` leaves it to the settings.
  private func signer() throws -> String? {
    let keys = EncryptionKeys(container: container, name: remote.name, isCancelled: isCancelled)
    do {
      return try keys.signer()
    } catch let flaw as EncryptionKeys.Flaw {
      try checkCancelled()
      switch flaw {
      case .noParticipants: throw failure(.noParticipants)
      case .noProgram: throw failure(.gpgMissing)
      case .noneIsOwn: throw failure(.noKey, "none of the participants' keys is yours")
      case .unknown(let key): throw failure(.unknownParticipant, key)
      }
    }
  }

  /// Checks that the name of the remote leads git where docmerge has looked, and there alone.
  private func checkGoesToAddress(_ mirror: EncryptedMirror) throws {
    for words in [["--all"], ["--all", "--push"]] {
      let child = GitChild(
        words: GitWords.common(mirror.text) + ["remote", "get-url"] + words + ["--", remote.name],
        timeout: .zero, mayAsk: false, mayConnect: false, isCancelled: isCancelled,
        progress: { _ in })
      let output = try run(.fetching, tries: 1) { child }.output
      guard String(decoding: output, as: UTF8.self) == address.text + "\n" else {
        throw failure(.badAddress, "git's settings give the remote another address besides")
      }
    }
  }

  /// Checks what lies at a path, and makes a folder where one is to be.
  private func checkPlace(_ mirror: EncryptedMirror) throws {
    guard address.scheme == .path else { return }
    guard address.inner.hasPrefix("/") else {
      throw failure(.badAddress, "the path does not begin with /")
    }
    let isKnown = try mirror.knownID() != nil
    do {
      try RemoteRepository.checkEncrypted(address, makesFolder: !isKnown && options.makesRemote)
    } catch let error as FileError where error.code == ENOENT && isKnown {
      throw failure(.unreachable, "the folder is not there")
    }
  }

  /// Checks that a server answers, by plain git, which tells failures apart and gives up a server that is silent.
  private func checkAnswers(_ mirror: EncryptedMirror) throws {
    guard address.scheme != .path else { return }
    try mirror.prepare(signer: nil)
    do {
      _ = try runPlainly(.fetching, GitWords.listEverything(address.inner), mirror)
    } catch let error as RemoteError where error.reason == .noSuchRepository {
      guard try mirror.knownID() != nil else { throw error }
      throw failure(.repositoryGone, error.message)
    }
  }

  /// Checks that nothing is where git-remote-gcrypt found no repository, and that one may be made.
  ///
  /// It says the same of a server that it could not reach, and would overwrite what is there.
  private func checkNothingIsThere(_ mirror: EncryptedMirror) throws {
    if try address.scheme != .path || RemoteRepository.isGit(address.inner) {
      let list = try runPlainly(.fetching, GitWords.listEverything(address.inner), mirror).output
      let isTaken = String(decoding: list, as: UTF8.self).split(separator: "\n")
        .contains { $0.hasSuffix("\trefs/heads/master") }
      guard !isTaken else {
        throw failure(
          .noSuchRepository,
          "its branch master holds something else, which git-remote-gcrypt would overwrite")
      }
    } else if try RemoteRepository.hasManifest(address.inner) {
      throw failure(.notAllowed, "what is there cannot be read")
    }
    guard options.makesRemote else { throw failure(.noSuchRepository) }
  }
}
