import Glibc

/// This process, and others by their numbers.
enum CurrentProcess {
  /// Its number.
  static var number: Int32 { getpid() }

  /// The number of its group: that of all processes of one command of a shell.
  static var group: Int32 { getpgrp() }

  /// Lets everything else on the computer go first.
  static func yieldToOthers() { _ = nice(19) }

  /// The first argument that is no UTF-8; `nil` where all are.
  ///
  /// The list of arguments that Swift has mends them.
  static var brokenArgument: [UInt8]? {
    let names = (1..<Int(CommandLine.argc)).compactMap { CommandLine.unsafeArgv[$0] }
    guard let broken = names.first(where: { String(validatingCString: $0) == nil }) else {
      return nil
    }
    return Array(UnsafeRawBufferPointer(start: broken, count: strlen(broken)))
  }

  /// Asks another process to end; `false`, with the reason in ``SystemFailure/latest``, where that cannot be.
  static func end(_ process: Int32) -> Bool { kill(process, SIGTERM) == 0 || errno == ESRCH }
}
