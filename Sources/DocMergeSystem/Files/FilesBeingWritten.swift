package import DocMergeCore
import DocMergePOSIX
import Glibc
import Synchronization

/// Tells which files a program of this computer is writing: such a file is half a document.
///
/// Asks the kernel for a lease on the file, which it refuses while a program has it open for writing.
package enum FilesBeingWritten {
  /// A program that has not written for this long, in seconds, only keeps the file open, as office programs do.
  private static let pause: Int64 = 30
  /// A file that is written without a pause is taken as it is after this time.
  private static let patience = Duration.seconds(600)

  /// The times since which this process has been waiting for files.
  private static let waiting = Mutex<[SystemPath: ContinuousClock.Instant]>([:])

  /// Whether a file should not be read now, since a program is writing it.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - modified: its last modification.
  ///   - now: the current moment.
  /// - Returns: `false` also if the system does not tell: for files of other users, and on some file systems.
  package static func contain(
    _ path: SystemPath, modified: Timestamp, at now: Timestamp
  ) -> Bool {
    guard now.seconds - modified.seconds < pause, isOpenForWriting(path) else {
      _ = waiting.withLock { $0.removeValue(forKey: path) }
      return false
    }
    let instant = ContinuousClock.now
    return waiting.withLock { waiting in
      let since = waiting[path] ?? instant
      waiting[path] = since
      return instant - since < patience
    }
  }

  private static func isOpenForWriting(_ path: SystemPath) -> Bool {
    // Network file systems refuse leases for reasons of their own.
    guard docmerge_is_local(path.characters) == 1 else { return false }
    let file = open(path.characters, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return false }
    defer { close(file) }
    return docmerge_is_being_written(file) != 0
  }
}
