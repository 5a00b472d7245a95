import DocMergeFiles
import Glibc
import Synchronization

extension GitRepository {
  /// Changes the index as git does: holds its lock while `body` runs, and puts the new one in place then.
  ///
  /// Where somebody else holds the lock, or `body` fails, nothing is changed.
  ///
  /// - Parameters:
  ///   - lines: What becomes of it, in the lines of `git update-index --index-info`.
  ///   - body: What must be done before the new index counts.
  /// - Throws: ``GitFailure``, and what `body` throws.
  func changingIndex(_ lines: [UInt8], _ body: () throws -> Void) throws {
    let index = indexPath
    let lock = "\(index).lock"
    let next = "\(index).docmerge-\(getpid())"
    let file = open(lock, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw lockFailure(lock) }
    close(file)
    SignalCleanup.begin([lock, next])
    var isDone = false
    defer {
      unlink(next)
      // Once the new index is in place, a lock of this name is somebody else's.
      if !isDone { unlink(lock) }
      SignalCleanup.end()
    }
    try prepareIndex(at: next, from: index, lines)
    try body()
    guard rename(next, lock) == 0, rename(lock, index) == 0 else {
      throw GitFailure("cannot replace \(index): \(String(cString: strerror(errno)))")
    }
    isDone = true
  }

  /// Where the index is: the environment may name another one, from the top of the worktree.
  private var indexPath: String {
    let named = getenv("GIT_INDEX_FILE").map { String(cString: $0) }
    let path = named.map { $0.hasPrefix("/") ? $0 : "\(top)/\($0)" } ?? "\(gitFolder)/index"
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  private func lockFailure(_ lock: String) -> GitFailure {
    guard errno == EEXIST else {
      return GitFailure("cannot lock the index: \(lock): \(String(cString: strerror(errno)))")
    }
    return GitFailure(
      "the index is locked (\(lock)): another git works here, or one was killed; try again when it "
        + "is done, or remove the file")
  }

  /// The index as it will be, in a file of its own.
  private func prepareIndex(at next: String, from index: String, _ lines: [UInt8]) throws {
    if let bytes = try WorktreeFile(Array(index.utf8)).contents()?.bytes {
      try replaceFile(at: next, with: bytes)
    }
    let before = getenv("GIT_INDEX_FILE").map { String(cString: $0) }
    setenv("GIT_INDEX_FILE", next, 1)
    defer {
      if let before { setenv("GIT_INDEX_FILE", before, 1) } else { unsetenv("GIT_INDEX_FILE") }
    }
    _ = try git.run("update-index", "-z", "--index-info", input: lines)
  }

  private func replaceFile(at path: String, with bytes: [UInt8]) throws {
    do {
      try DocMergeFiles.replaceFile(Array(path.utf8), with: bytes)
    } catch {
      throw GitFailure(String(decoding: error.message.dropLast(), as: UTF8.self))
    }
  }
}

/// Files that are removed when a signal ends the program, as git removes its locks.
enum SignalCleanup {
  private static let numbers = [SIGHUP, SIGINT, SIGTERM]
  /// The addresses of two paths, since a handler must not make any.
  private static let first = Atomic<UInt>(0)
  private static let second = Atomic<UInt>(0)

  /// Removes the files at the next of the signals that would end the program.
  static func begin(_ paths: [String]) {
    for (path, place) in zip(paths, [0, 1]) {
      let address = UInt(bitPattern: strdup(path))
      if place == 0 { first.store(address, ordering: .relaxed) }
      if place == 1 { second.store(address, ordering: .relaxed) }
    }
    for number in numbers where !isIgnored(number) {
      signal(number) { number in
        SignalCleanup.remove(SignalCleanup.first.load(ordering: .relaxed))
        SignalCleanup.remove(SignalCleanup.second.load(ordering: .relaxed))
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }

  /// Leaves files alone from now on.
  static func end() {
    for number in numbers where !isIgnored(number) { signal(number, SIG_DFL) }
    for address in [
      first.exchange(0, ordering: .relaxed), second.exchange(0, ordering: .relaxed),
    ] {
      free(UnsafeMutableRawPointer(bitPattern: address))
    }
  }

  private static func remove(_ address: UInt) {
    if let path = UnsafePointer<CChar>(bitPattern: address) { unlink(path) }
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
  }
}
