import DocMergeContainer
import DocMergeCore
import DocMergeLanguage
package import DocMergeObjects
import DocMergeSystem
import Glibc

/// Syncs with remotes that git-remote-gcrypt encrypts, through an ``EncryptedMirror``.
extension Transport {
  /// How often overwritten references are sent again, and how often inconsistent data is read again.
  private static let (mostRounds, mostReadings) = (5, 4)

  /// Updates the mirror from an encrypted remote; does nothing for other remotes.
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

  /// Reads the remote until its data is consistent.
  ///
  /// The list is read first and then the files in it, which another process may have replaced in between.
  private func receive(into mirror: EncryptedMirror, _ signer: String?) throws {
    for reading in 1... {
      do {
        return try receiveOnce(into: mirror, signer)
      } catch let error as RemoteError
        where error.reason == .damaged && reading < Transport.mostReadings
      {
        // At last the mirror may be damaged: then everything is fetched once more.
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
      // The fetched objects belong to the other repository.
      try mirror.remove()
      throw failure(.repositoryReplaced)
    }
    guard let met else { return try checkNothingIsThere(mirror) }
    try mirror.note(met)
  }

  /// Sends references of this replica.
  ///
  /// git-remote-gcrypt writes all references of all replicas at once, so a push can undo another that happened between
  /// its reading and its writing. A lock keeps them apart. Without a lock, the result is read afterwards, and sent
  /// again where others overwrote it; the next sync sends anything that is lost after that, as for any remote that
  /// lost something.
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
        container.disk.noteChange()
        try receive(into: mirror, signer)
        let there = try mirror.git.references(matching: "refs/docmerge/*")
        guard references.contains(where: { there[$0.name] != $0.id }) else { return }
      }
      throw failure(.busy, tr("other replicas overwrote each push"))
    }
    try noteSent(references)
    try tidy(mirror, hasSent: true)
  }

  private func runEncrypting(
    _ work: RemoteError.Work, _ words: [String], _ mirror: EncryptedMirror
  ) throws -> GitChild.Run {
    let surroundings = try PassphraseEnvironment(mayAsk: options.mayAsk, git: git)
    return try run(work) {
      GitChild(
        words: GitWords.common(mirror.text) + surroundings.words
          + GitWords.endingSilence(after: try options.timeout(by: git)) + words,
        // A person types a passphrase, or everything is packed anew there: both take time. Network transfers have time
        // limits of their own.
        timeout: .zero, mayAsk: options.mayAsk, mayUsePaths: address.scheme == .path,
        mayEncrypt: true, variables: surroundings.variables,
        memory: work == .fetching ? try container.settings.childMemory() : 0,
        isCancelled: isCancelled,
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
    // Failed housekeeping costs space only: the next sync tries again.
    if run.isDone, hasSent { try mirror.noteTidied() }
  }

  // MARK: Checks

  /// The key to sign with; `nil` leaves the choice to the settings.
  private func signer() throws -> String? {
    let keys = EncryptionKeys(container: container, name: remote.name, isCancelled: isCancelled)
    do {
      return try keys.signer()
    } catch let flaw as EncryptionKeys.Flaw {
      try checkCancelled()
      switch flaw {
      case .noParticipants: throw failure(.noParticipants)
      case .noProgram: throw failure(.gpgMissing)
      case .noneIsOwn: throw failure(.noKey, tr("none of the participants' keys is yours"))
      case .unknown(let key): throw failure(.unknownParticipant, key)
      }
    }
  }

  /// Checks that the name of the remote leads git to the checked address, and to no other.
  private func checkGoesToAddress(_ mirror: EncryptedMirror) throws {
    for words in [["--all"], ["--all", "--push"]] {
      let child = GitChild(
        words: GitWords.common(mirror.text) + ["remote", "get-url"] + words + ["--", remote.name],
        timeout: .zero, mayAsk: false, mayConnect: false, isCancelled: isCancelled,
        progress: { _ in })
      let output = try run(.fetching, tries: 1) { child }.output
      guard String(decoding: output, as: UTF8.self) == address.text + "\n" else {
        throw failure(.badAddress, tr("git's settings give the remote another address besides"))
      }
    }
  }

  /// Checks the path, and makes a folder where one is needed.
  private func checkPlace(_ mirror: EncryptedMirror) throws {
    guard address.scheme == .path else { return }
    guard address.inner.hasPrefix("/") else {
      throw failure(.badAddress, tr("the path does not begin with /"))
    }
    let isKnown = try mirror.knownID() != nil
    do {
      try RemoteRepository.checkEncrypted(
        address, makesFolder: !isKnown && options.makesRemote, on: container.disk)
    } catch let error as FileError where error.code == ENOENT && isKnown {
      throw failure(.unreachable, tr("the folder is not there"))
    }
  }

  /// Checks that a server answers, with plain git, which tells failures apart and has a time limit.
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

  /// Checks that the place is empty if git-remote-gcrypt found no repository, and that one may be made.
  ///
  /// It says the same about a server that it could not reach, and would overwrite the repository there.
  private func checkNothingIsThere(_ mirror: EncryptedMirror) throws {
    if try address.scheme != .path || RemoteRepository.isGit(address.inner) {
      let list = try runPlainly(.fetching, GitWords.listEverything(address.inner), mirror).output
      let isTaken = String(decoding: list, as: UTF8.self).split(separator: "\n")
        .contains { $0.hasSuffix("\trefs/heads/master") }
      guard !isTaken else {
        throw failure(
          .noSuchRepository,
          tr("its branch master holds something else, which git-remote-gcrypt would overwrite"))
      }
    } else if try RemoteRepository.hasManifest(address.inner) {
      throw failure(.notAllowed, tr("the repository there cannot be read"))
    }
    guard options.makesRemote else { throw failure(.noSuchRepository) }
  }
}
