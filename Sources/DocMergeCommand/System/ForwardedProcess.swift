import DocMerge
import DocMergeLanguage
import DocMergeSystem
import Glibc
import Synchronization

/// A program that stands in for this one: signals are forwarded to it, and its status is passed on.
enum ForwardedProcess {
  /// The running program, for the signal handler.
  private static let child = Atomic<Int32>(0)

  private static let forwarded = [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGWINCH]

  /// Runs a program to its end.
  ///
  /// Signals to this process are sent to it. Those of the terminal reach it directly, so it may get
  /// them twice, as when a person presses the key twice.
  ///
  /// - Returns: its exit status; 128 plus the number of the signal that ended it, as in a shell.
  /// - Throws: ``CommandError`` if it cannot be started, or waited for.
  static func run(_ words: [String]) throws -> Int32 {
    for number in forwarded {
      signal(number) { number in
        let child = ForwardedProcess.child.load(ordering: .relaxed)
        if child > 0 { ChildProcess(number: child).send(number) }
      }
    }
    defer { for number in forwarded { signal(number, SIG_DFL) } }
    let process: ChildProcess
    do throws(Errno) {
      process = try ChildProcess(words.map { Array($0.utf8) })
    } catch {
      throw CommandError(
        description: tr("cannot start \(PrintableText.escape(words[0])): \(error)"))
    }
    child.store(process.number, ordering: .relaxed)
    defer { child.store(0, ordering: .relaxed) }
    do throws(Errno) {
      return try process.end().shellStatus
    } catch {
      throw CommandError(
        description: tr("cannot wait for \(PrintableText.escape(words[0])): \(error)"))
    }
  }
}
