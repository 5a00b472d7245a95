import DocMergePOSIX
import Glibc

/// A helper program that answers questions, and may crash or hang: it ends with this value.
///
/// It also ends when the thread that started it does. It leads a session of its own, without a terminal, and its
/// environment is that of this process.
package final class HelperProcess: Sendable {
  private let number: Int32
  /// The file for questions.
  private let input: Int32
  /// The non-blocking file for answers and output.
  private let output: Int32
  private let words: Int32
  /// How long an answer may take, in milliseconds.
  private let patience: Int32

  /// Why there is no answer.
  package enum NoAnswer: Sendable {
    /// It took too long.
    case hangs
    /// The process has ended.
    case ended
  }

  /// Starts a program.
  ///
  /// Calls `socketpair`, `fork` and `execvpe`.
  ///
  /// - Parameters:
  ///   - words: its name, which is looked up in `PATH`, and its arguments.
  ///   - memory: the memory limit in bytes for it and for each program that it starts; 0 for none.
  ///   - patience: how long an answer may take, in milliseconds, and how long it may take to accept a question.
  /// - Throws: ``Errno``, also if there is no such program.
  package init(_ words: [[UInt8]], memory: Int64, patience: Int32) throws(Errno) {
    var pair: [Int32] = [-1, -1]
    try Errno.check(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0, &pair))
    // The other end belongs to the child alone.
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

  /// Ends it; its current work is lost.
  ///
  /// Calls `kill` with `SIGKILL`.
  package func end() { kill(number, SIGKILL) }

  /// Sends bytes to its standard input; returns why it failed.
  ///
  /// Calls `send`, again where a signal interrupts it.
  package func send(_ bytes: UnsafeRawBufferPointer) -> NoAnswer? {
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

  /// Fills a buffer from its standard output; returns why it failed.
  ///
  /// Calls `poll` and `read`, again where a signal interrupts them.
  package func receive(_ buffer: UnsafeMutableRawBufferPointer) -> NoAnswer? {
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
