/// What the program says to its caller when it ends: the only place that knows the numbers.
enum ExitStatus: Int32, Error {
  /// Everything was done.
  case done = 0
  /// Conflicts remain, or something could not be saved.
  case conflictsRemain = 1
  /// It could not run: the message says why.
  case failed = 2
  /// A sync that was to end there would have put documents in conflict.
  case wouldConflict = 3
  /// The arguments make no sense.
  case usage = 64
  /// Another process does what was asked for already. The number of `sysexits.h` for a service that is
  /// not to be had.
  case taken = 69
  /// A remote cannot be reached now; all is saved. The number of `sysexits.h` for what may pass.
  case offline = 75
  /// Wrong usage of `merge-file`, which speaks git's numbers.
  case mergeFileUsage = 129
}
