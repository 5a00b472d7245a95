package import DocMergeCore

/// What docmerge gets from outside besides the contents of files: the time, random numbers, and the abilities of the
/// disk.
///
/// A container is opened with one, and hands it to everything that needs it. A simulation, in which time and numbers are
/// given and processes die, makes one of its own:
///
///     var environment = Environment.system
///     environment.clock = { Timestamp(seconds: 1_000_000_000) }
package struct Environment: Sendable {
  /// The computer's clock, random numbers of the system, and a disk that keeps what it is given.
  package static let system = Environment()

  /// Tells the current moment.
  package var clock: @Sendable () -> Timestamp = { Timestamp.now }

  /// Makes a random number.
  package var randomNumber: @Sendable () -> UInt64 = { UInt64.random(in: .min ... .max) }

  /// Whether writes survive a power cut: they wait for the disk then.
  package var isDurable = true

  /// Whether two items can be swapped where the file system is able to.
  package var canSwap = true

  /// Whether a program may go on working after the call that started it.
  package var worksInBackground = true

  /// Called after each change of the disk, before the next one; `nil` where nothing listens.
  ///
  /// A process that dies in such a call leaves the disk as a power cut would.
  package var onChange: (@Sendable () -> Void)?

  /// The current moment.
  package var now: Timestamp { clock() }
}
