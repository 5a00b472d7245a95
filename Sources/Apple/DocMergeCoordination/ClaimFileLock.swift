import DocMergeSystem

/// A short lock: one process at a time reads all claims and adds its own.
///
/// The lock of a process that dies with it is released. A process that is *stopped* with it is bypassed: the file is
/// replaced by a new one, and the stopped process notices that before it relies on what it did.
struct ClaimFileLock: ~Copyable {
  private static let patience: UInt64 = 300_000_000

  private let path: ItemPath
  private let file: OpenFile

  /// Waits for the lock.
  ///
  /// - Throws: ``AccessError`` where the file cannot be opened.
  init(in folder: ItemPath) throws(AccessError) {
    path = folder.appending("turnstile".utf8)
    file = try ClaimFileLock.locked(path, in: folder)
  }

  /// Opens the file again each time, since it may have been replaced by a new one.
  private static func locked(
    _ path: ItemPath, in folder: ItemPath
  ) throws(AccessError) -> OpenFile {
    var pause: UInt32 = 20
    let start = Clock.now
    while true {
      let file = try opened(path)
      if (try? file.lock()) != nil, isCurrent(file, path) { return file }
      if Clock.now - start > patience, let holder = holder(file),
        Participant(id: holder, folder: folder).isStopped
      {
        try? path.system.removeFile()
      }
      SteadyClock.pause(microseconds: pause)
      pause = min(pause * 2, 2000)
    }
  }

  private static func opened(_ path: ItemPath) throws(AccessError) -> OpenFile {
    try AccessError.trying("lock", path) { () throws(Errno) in
      try OpenFile(path.system, for: .readingAndWriting, .makes, permissions: 0o600)
    }
  }

  /// Notes the owner, for waiting processes.
  func enter(_ participant: Participant) {
    file.note(Array(participant.id.utf8))
  }

  /// Whether the lock was not bypassed.
  var isCurrent: Bool { ClaimFileLock.isCurrent(file, path) }

  private static func isCurrent(_ file: borrowing OpenFile, _ path: ItemPath) -> Bool {
    guard let mine = try? file.status(), let there = try? path.system.status() else { return false }
    return mine.isSameItem(as: there)
  }

  private static func holder(_ file: borrowing OpenFile) -> String? {
    let note = (try? file.read(64, at: 0)) ?? []
    return note.isEmpty ? nil : String(decoding: note, as: UTF8.self)
  }
}

/// A monotonic clock, in nanoseconds.
package enum Clock {
  package static var now: UInt64 { SteadyClock.nanoseconds }
}
