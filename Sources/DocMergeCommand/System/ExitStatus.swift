/// The exit statuses of the program: the only place with the numbers.
enum ExitStatus: Int32, Error {
  /// Everything was done.
  case done = 0
  /// Conflicts remain, or something could not be saved.
  case conflictsRemain = 1
  /// The command could not run: the message gives the reason.
  case failed = 2
  /// A sync with the option to end first would have put documents in conflict.
  case wouldConflict = 3
  /// The arguments are invalid.
  case usage = 64
  /// Another process already does this. The number of `sysexits.h` for an unavailable
  /// service.
  case taken = 69
  /// A remote cannot be reached now; all is saved. The number of `sysexits.h` for a temporary failure.
  case offline = 75
  /// Wrong usage of `merge-file`, with git's number.
  case mergeFileUsage = 129
}
