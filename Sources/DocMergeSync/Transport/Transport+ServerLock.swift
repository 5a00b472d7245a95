import DocMergeContainer
import DocMergeLanguage
import DocMergeObjects
import Glibc

/// One sender at a time for an encrypted remote: git-remote-gcrypt reads and writes the list of all references, and
/// would undo a push in between.
extension Transport {
  /// Runs `body` while no other docmerge sends to the same encrypted remote.
  ///
  /// If no lock can be had, `body` runs all the same, and has to check whether others overwrote its result.
  ///
  /// - Throws: ``RemoteError``, ``GitError``, and what `body` throws.
  func keepingOthersOut(_ mirror: EncryptedMirror, _ body: () throws -> Void) throws {
    guard address.scheme == .path else { return try lockingServer(mirror, body) }
    let folder = open(address.inner, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return try body() }
    defer { close(folder) }
    let start = ContinuousClock.now
    while flock(folder, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK || errno == EINTR {
      try checkCancelled()
      guard start.duration(to: .now) < Transport.patience else {
        throw failure(.busy, tr("its folder is locked"))
      }
      usleep(50_000)
    }
    try body()
  }

  private static let patience = Duration.seconds(ContainerLock.patience)

  /// Holds a reference of the server that only one process can make.
  ///
  /// The lock of a killed process is removed once it has not changed for two minutes.
  private func lockingServer(_ mirror: EncryptedMirror, _ body: () throws -> Void) throws {
    let id = try ServerLock.newObject(in: mirror.git)
    guard try takeLock(id, mirror) else { return try body() }
    let words = GitWords.common(mirror.text)
    let timeout = try options.timeout(by: git)
    let lock = ServerLock(id, at: address.inner, git: mirror.git) { command in
      GitChild(
        words: words + command, timeout: timeout, mayAsk: false, isCancelled: { false },
        progress: { _ in }
      ).run().isDone
    }
    // A lock that cannot be released counts as dead after some minutes.
    defer { lock.release() }
    try body()
  }

  /// Takes the lock of a server; `false` if the server allows none, or has a dead one that cannot be removed.
  private func takeLock(_ id: ObjectID, _ mirror: EncryptedMirror) throws -> Bool {
    var (holder, start, refusals) = (ObjectID?.none, ContinuousClock.now, 0)
    while true {
      if try isDone(GitWords.lock(id, at: address.inner), mirror) { return true }
      let list = try runPlainly(.fetching, GitWords.listLock(address.inner), mirror).output
      let current = ObjectID(hex: String(decoding: list.prefix(40), as: UTF8.self))
      // A reply can get lost.
      guard current != id else { return true }
      guard let current else {
        // Either another process has just released it, or the server accepts no such reference.
        refusals += 1
        if refusals > 2 { return false }
        continue
      }
      refusals = 0
      if try current == ServerLock.free(in: mirror.git),
        try isDone(GitWords.renew(current, by: id, at: address.inner), mirror)
      {
        return true
      }
      if current != holder { (holder, start) = (current, .now) }
      if start.duration(to: .now) > Transport.patience {
        guard try isDone(GitWords.unlock(current, at: address.inner), mirror) else { return false }
      }
      try wait(Double.random(in: 0.2...1))
    }
  }

  /// Whether git did something at the server; `false` if the server refused.
  private func isDone(_ words: [String], _ mirror: EncryptedMirror) throws -> Bool {
    do {
      _ = try runPlainly(.sending, words, mirror, tries: 1)
      return true
    } catch let error as RemoteError where !error.mayPass || error.reason == .busy {
      guard error.reason != .cancelled else { throw error }
      return false
    }
  }

  /// Runs git on the encrypted repository itself, as on any other.
  func runPlainly(
    _ work: RemoteError.Work, _ words: [String], _ mirror: EncryptedMirror, tries: Int? = nil
  ) throws -> GitChild.Run {
    try run(work, tries: tries) {
      GitChild(
        words: GitWords.common(mirror.text) + words, timeout: try options.timeout(by: git),
        mayAsk: options.mayAsk, mayUsePaths: address.scheme == .path,
        isCancelled: isCancelled, progress: report)
    }
  }
}
