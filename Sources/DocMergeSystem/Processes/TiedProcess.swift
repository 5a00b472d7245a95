import DocMergePOSIX
import Glibc

/// A program that answers what it is asked, and that may crash or hang: it ends with this value.
///
/// It is told to end when the thread that started it does, too. It leads a session of its own, without a
/// terminal, and its environment is that of this process.
package final class TiedProcess: Sendable {
  private let number: Int32
  /// Where questions go.
  private let input: Int32
  /// Where answers and words come from, without waiting.
  private let output: Int32
  private let words: Int32
  /// How long an answer may take, in milliseconds.
  private let patience: Int32

  /// Why there is no answer.
  package enum Silence: Sendable {
    /// It took too long.
    case hangs
    /// Nobody is there any more.
    case ended
  }

  /// Starts a program.
  ///
  /// Calls `socketpair`, `fork` and `execvpe`.
  ///
  /// - Parameters:
  ///   - words: its name, which is looked up in `PATH`, and its arguments.
  ///   - memory: the most bytes of memory that it, and each program that it starts, may take; 0 for any.
  ///   - patience: how long an answer may take, in milliseconds, and how long it may take a question.
  /// - Throws: ``Errno``, also where there is no such program.
  package init(_ words: [[UInt8]], memory: Int64, patience: Int32) throws(Errno) {
    var pair: [Int32] = [-1, -1]
    try Errno.check(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0, &pair))
    // The other end is the child's alone.
    let own = OpenFile(owning: pair[0])
    let other = OpenFile(owning: pair[1])
    var ends: [Int32] = [-1, -1]
    number = try CStrings.lend(words) { words throws(Errno) in
      try Errno.check(docmerge_start(words, environ, other.number, -1, memory, &ends))
    }
    (input, output, self.words) = (own.release(), ends[0], ends[1])
    self.patience = patience
    var limit = timeval(tv_sec: Int(patience / 1000), tv_usec: 0)
    setsockopt(input, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit {
    end()
    for file in [input, output, words] { close(file) }
    _ = docmerge_end_child(number)
  }

  /// Ends it; what it was doing is lost.
  ///
  /// Calls `kill` with `SIGKILL`.
  package func end() { kill(number, SIGKILL) }

  /// Sends bytes to its standard input; says why it could not.
  ///
  /// Calls `send`, again where a signal interrupts it.
  package func send(_ bytes: UnsafeRawBufferPointer) -> Silence? {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Glibc.send(
        input, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count,
        Int32(MSG_NOSIGNAL))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return errno == EAGAIN ? .hangs : .ended }
      rest = rest.dropFirst(count)
    }
    return nil
  }

  /// Fills a buffer with what it writes to its standard output; says why it could not.
  ///
  /// Calls `poll` and `read`, again where a signal interrupts them.
  package func receive(_ buffer: UnsafeMutableRawBufferPointer) -> Silence? {
    var rest = buffer[...]
    while !rest.isEmpty {
      guard FileWait.isReadable([output], within: patience) else { return .hangs }
      let count = read(
        output, UnsafeMutableRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count > 0 else { return .ended }
      rest = rest.dropFirst(count)
    }
    return nil
  }
}
