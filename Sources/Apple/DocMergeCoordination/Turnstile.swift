import DocMergePOSIX
import Glibc

/// The short lock under which one process at a time looks at the claims of all and adds its own.
///
/// A process that dies inside gives it back by dying. One that is *stopped* inside is passed by: the
/// file is replaced by a new one, and the stopped process finds that out before it trusts what it did.
struct Turnstile: ~Copyable {
  private static let patience: UInt64 = 300_000_000

  private let path: ItemPath
  private let file: Int32

  /// Waits for the lock.
  init(in folder: ItemPath) throws(AccessError) {
    path = folder.appending("turnstile".utf8)
    var pause: UInt32 = 20
    let start = Clock.now
    while true {
      let file = open(path.characters, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      guard file >= 0 else { throw .system("lock", path) }
      if docmerge_lock_exclusive(file) == 0, Turnstile.isCurrent(file, path) {
        self.file = file
        break
      }
      let holder = Turnstile.holder(file)
      close(file)
      if Clock.now - start > Turnstile.patience, let holder,
        Participant(id: holder, folder: folder).isStopped
      {
        unlink(path.characters)
      }
      usleep(pause)
      pause = min(pause * 2, 2000)
    }
  }

  deinit { close(file) }

  /// Notes who is inside, for those who wait.
  func enter(_ participant: Participant) {
    let note = Array(participant.id.utf8)
    ftruncate(file, 0)
    pwrite(file, note, note.count, 0)
  }

  /// Whether nobody passed by meanwhile.
  var isCurrent: Bool { Turnstile.isCurrent(file, path) }

  private static func isCurrent(_ file: Int32, _ path: ItemPath) -> Bool {
    var (mine, there) = (stat(), stat())
    return fstat(file, &mine) == 0 && stat(path.characters, &there) == 0
      && mine.st_ino == there.st_ino && mine.st_dev == there.st_dev
  }

  private static func holder(_ file: Int32) -> String? {
    let note = withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
      Array(buffer.prefix(max(pread(file, buffer.baseAddress, buffer.count, 0), 0)))
    }
    return note.isEmpty ? nil : String(decoding: note, as: UTF8.self)
  }
}

/// Time that only ever goes on, in nanoseconds.
package enum Clock {
  package static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
