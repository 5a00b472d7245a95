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

  /// The number of the user in whose name it works.
  package static var user: UInt32 { geteuid() }

  /// The current folder, from the root and without links; `nil` where it is gone.
  ///
  /// Calls `getcwd`.
  package static var folder: SystemPath? {
    guard let folder = getcwd(nil, 0) else { return nil }
    defer { free(folder) }
    return SystemPath(bytes: UnsafeRawBufferPointer(start: folder, count: strlen(folder)))
  }

  /// Goes to another folder.
  ///
  /// Calls `chdir`.
  package static func go(to folder: SystemPath) throws(Errno) {
    try Errno.check(chdir(folder.characters))
  }

  /// Goes to an open folder.
  ///
  /// Calls `fchdir`.
  package static func go(to folder: borrowing OpenFile) throws(Errno) {
    try Errno.check(fchdir(folder.number))
  }

  /// Where the program of this process lies, without links; `nil` where `/proc` does not tell.
  package static var program: SystemPath? { try? SystemPath("/proc/self/exe").real() }

  /// Becomes another program: same process, same arguments, same open files.
  ///
  /// Calls `execv`.
  ///
  /// - Returns: why it could not.
  package static func become(_ program: SystemPath) -> Errno {
    execv(program.characters, CommandLine.unsafeArgv)
    return .current
  }

  /// Makes the heap ready for about so many bytes of large blocks that come and go.
  package static func prepareHeap(_ size: Int) { docmerge_prepare_heap(size) }

  /// Leaves Control-C to others from now on.
  ///
  /// Calls `signal`.
  package static func ignoreInterrupts() { signal(SIGINT, SIG_IGN) }

  /// Lets everything else on the computer go first.
  package static func yieldToOthers() { _ = nice(19) }

  /// The first argument that is no UTF-8; `nil` where all are.
  ///
  /// The list of arguments that Swift has mends them.
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
