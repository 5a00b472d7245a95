import Glibc
import Synchronization

/// The places in the program after which new data is on the disk.
///
/// A simulation kills its process at one of them, like a power cut would.
package enum Checkpoint {
  private static let left = Atomic<Int>(0)

  /// The exit status of a process that dies at a checkpoint.
  package static let status: Int32 = 86

  /// Kills the process at the `number`-th checkpoint from now on, counted from 1.
  package static func die(at number: Int) { left.store(number, ordering: .relaxed) }

  /// Passes a checkpoint; costs nothing in a process that is not going to die.
  package static func pass() {
    guard left.load(ordering: .relaxed) > 0 else { return }
    if left.wrappingSubtract(1, ordering: .relaxed).newValue == 0 { _exit(status) }
  }
}
