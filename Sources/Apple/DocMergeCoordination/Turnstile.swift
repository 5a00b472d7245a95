import DocMergeSystem

/// The short lock under which one process at a time looks at the claims of all and adds its own.
///
/// A process that dies inside gives it back by dying. One that is *stopped* inside is passed by: the
/// file is replaced by a new one, and the stopped process finds that out before it trusts what it did.
struct Turnstile: ~Copyable {
  private static let patience: UInt64 = 300_000_000

  private let path: ItemPath
  private let file: OpenFile

  /// Waits for the lock.
  ///
  /// - Throws: ``AccessError`` where the file cannot be opened.
  init(in folder: ItemPath) throws(AccessError) {
    path = folder.appending("turnstile".utf8)
    file = try Turnstile.locked(path, in: folder)
  }

  /// Opens the file again each time, since it may be replaced by a new one meanwhile.
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

  /// Notes who is inside, for those who wait.
  func enter(_ participant: Participant) {
    file.note(Array(participant.id.utf8))
  }

  /// Whether nobody passed by meanwhile.
  var isCurrent: Bool { Turnstile.isCurrent(file, path) }

  private static func isCurrent(_ file: borrowing OpenFile, _ path: ItemPath) -> Bool {
    guard let mine = try? file.status(), let there = try? path.system.status() else { return false }
    return mine.isSameItem(as: there)
  }

  private static func holder(_ file: borrowing OpenFile) -> String? {
    let note = (try? file.read(64, at: 0)) ?? []
    return note.isEmpty ? nil : String(decoding: note, as: UTF8.self)
  }
}

/// Time that only ever goes on, in nanoseconds.
package enum Clock {
  package static var now: UInt64 { SteadyClock.nanoseconds }
}
