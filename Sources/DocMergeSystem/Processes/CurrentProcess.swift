import DocMergePOSIX
import Glibc

/// This process.
package enum CurrentProcess {
  /// Its number.
  package static var number: Int32 { getpid() }

  /// The number of the process that started it.
  package static var parent: Int32 { getppid() }

  /// The number of its group: that of all processes of one command of a shell.
  package static var group: Int32 { getpgrp() }

  /// The number of its effective user.
  package static var user: UInt32 { geteuid() }

  /// The current folder, from the root and without links; `nil` if it does not exist any more.
  ///
  /// Calls `getcwd`.
  package static var folder: SystemPath? {
    guard let folder = getcwd(nil, 0) else { return nil }
    defer { free(folder) }
    return SystemPath(bytes: UnsafeRawBufferPointer(start: folder, count: strlen(folder)))
  }

  /// Changes the current folder.
  ///
  /// Calls `chdir`.
  package static func go(to folder: SystemPath) throws(Errno) {
    try Errno.check(chdir(folder.characters))
  }

  /// Changes the current folder to an open folder.
  ///
  /// Calls `fchdir`.
  package static func go(to folder: borrowing OpenFile) throws(Errno) {
    try Errno.check(fchdir(folder.number))
  }

  /// The path of the program of this process, without links; `nil` if `/proc` does not tell.
  package static var program: SystemPath? { try? SystemPath("/proc/self/exe").real() }

  /// Replaces this program by another: same process, same arguments, same open files.
  ///
  /// Calls `execv`.
  ///
  /// - Returns: why it failed.
  package static func become(_ program: SystemPath) -> Errno {
    execv(program.characters, CommandLine.unsafeArgv)
    return .current
  }

  /// Prepares the heap for about this many bytes of large blocks that are allocated and freed.
  package static func prepareHeap(_ size: Int) { docmerge_prepare_heap(size) }

  /// Ignores Control-C from now on, so that only others handle it.
  ///
  /// Calls `signal`.
  package static func ignoreInterrupts() { signal(SIGINT, SIG_IGN) }

  /// Gives everything else on the computer priority.
  package static func yieldToOthers() { _ = nice(19) }

  /// The first argument that is not UTF-8; `nil` if all are.
  ///
  /// Swift's own list of arguments has them repaired.
  package static var brokenArgument: [UInt8]? {
    arguments.dropFirst().first { String(validating: $0, as: UTF8.self) == nil }
  }

  /// The command line, as bytes that need not be text.
  package static var arguments: [[UInt8]] {
    (0..<Int(CommandLine.argc)).map { index in
      CommandLine.unsafeArgv[index].map { word in
        Array(UnsafeRawBufferPointer(start: word, count: strlen(word)))
      } ?? []
    }
  }
}
