import DocMergePOSIX
import Glibc

/// A program that is told to end when the thread that started it does, and is ended with this value.
///
/// It leads a session of its own, without a terminal, and its environment is that of this process.
package final class TiedProcess: Sendable {
  private let number: Int32
  /// Where its output is read, without waiting.
  package let output: Int32
  /// Where its words are read, without waiting.
  package let error: Int32

  /// Starts a program.
  ///
  /// Calls `fork` and `execvpe`.
  ///
  /// - Parameters:
  ///   - words: its name, which is looked up in `PATH`, and its arguments.
  ///   - input: an open file that is its standard input.
  ///   - memory: the most bytes of memory that it, and each program that it starts, may take.
  /// - Throws: ``Errno``, also where there is no such program.
  package init(_ words: [[UInt8]], input: Int32, memory: Int64) throws(Errno) {
    var ends: [Int32] = [-1, -1]
    number = try CStrings.lend(words) { words throws(Errno) in
      try Errno.check(docmerge_start(words, environ, input, -1, memory, &ends))
    }
    (output, error) = (ends[0], ends[1])
  }

  /// Ends it; what it was doing is lost.
  ///
  /// Calls `kill` with `SIGKILL`.
  package func end() { kill(number, SIGKILL) }

  deinit {
    end()
    close(output)
    close(error)
    _ = docmerge_end_child(number)
  }
}
