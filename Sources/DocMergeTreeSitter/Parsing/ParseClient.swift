import DocMergeFormats
import DocMergePOSIX
import Glibc

/// The side of the process that asks: one child, which is ended with the value.
final class ParseClient: Sendable {
  private let child: Int32
  /// Where requests go.
  private let input: Int32
  /// Where answers and messages come from.
  private let output: Int32
  private let errors: Int32

  /// How long an answer may take, in milliseconds: a large file takes a tenth of a second.
  private static let patience: Int32 = 10_000
  /// The most bytes of memory that the child may take.
  private static let memoryLimit: Int64 = 2 << 30

  /// Starts the child: this program once more, with another verb.
  init(_ libraries: [String], names: [String]) throws(GrammarFailure) {
    var pair: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0, &pair) == 0 else {
      throw GrammarFailure(String(cString: strerror(errno)))
    }
    var words =
      (["/proc/self/exe", ParseServer.verb] + libraries + ["--"] + names)
      .map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var ends: [Int32] = [-1, -1]
    child = docmerge_start(&words, environ, pair[1], -1, Self.memoryLimit, &ends)
    let reason = errno
    close(pair[1])
    guard child >= 0 else {
      close(pair[0])
      throw GrammarFailure(String(cString: strerror(reason)))
    }
    (input, output, errors) = (pair[0], ends[0], ends[1])
    var limit = timeval(tv_sec: Int(Self.patience / 1000), tv_usec: 0)
    setsockopt(input, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit {
    end()
    close(input)
    close(output)
    close(errors)
    _ = docmerge_end_child(child)
  }

  /// Ends the child; what it was doing is lost.
  func end() { kill(child, SIGKILL) }

  /// The names that the grammar gives to its nodes.
  func greeting() throws(GrammarFailure) -> CodeTree.Vocabulary {
    try checkAnswer()
    let counts = try numbers(2)
    let (types, fields) = (Int(counts[0]), Int(counts[1]))
    guard types < 1 << 16, fields < 1 << 16 else { throw GrammarFailure("its answer is too long") }
    var names: [String] = []
    for _ in 0..<(types + fields) { names.append(try text()) }
    return CodeTree.Vocabulary(
      types: Array(names[..<types]), fields: Array(names[types...]))
  }

  /// The nodes of a text.
  func nodes(of text: [UInt8]) throws(GrammarFailure) -> [CodeTree.Node] {
    guard text.count <= ParseMessage.textLimit else {
      throw GrammarFailure("the text is too large")
    }
    let failure =
      withUnsafeBytes(of: UInt32(text.count), send) ?? text.withUnsafeBytes(send)
    if let failure { throw failure }
    try checkAnswer()
    let count = Int(try numbers(1)[0])
    guard count <= 16 * (text.count + 16) else { throw GrammarFailure("its answer is too long") }
    let numbers = try numbers(count * ParseMessage.nodeSize)
    var nodes: [CodeTree.Node] = []
    nodes.reserveCapacity(count)
    for start in stride(from: 0, to: numbers.count, by: ParseMessage.nodeSize) {
      let (first, last) = (Int(numbers[start + 3]), Int(numbers[start + 4]))
      guard first <= last else { throw GrammarFailure("its answer is no tree") }
      nodes.append(
        CodeTree.Node(
          type: UInt16(truncatingIfNeeded: numbers[start]),
          field: UInt16(truncatingIfNeeded: numbers[start + 1]),
          traits: CodeTree.Traits(rawValue: UInt16(truncatingIfNeeded: numbers[start + 2])),
          range: first..<last, next: Int(numbers[start + 5])))
    }
    return nodes
  }

  /// Sends bytes; why it could not.
  private func send(_ bytes: UnsafeRawBufferPointer) -> GrammarFailure? {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Glibc.send(
        input, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count,
        Int32(MSG_NOSIGNAL))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return errno == EAGAIN ? Self.hangs : Self.crashed }
      rest = rest.dropFirst(count)
    }
    return nil
  }

  private static let hangs = GrammarFailure("it does not end")
  private static let crashed = GrammarFailure("it crashed")

  private func checkAnswer() throws(GrammarFailure) {
    if try numbers(1)[0] != ParseMessage.good { throw GrammarFailure(try text()) }
  }

  private func text() throws(GrammarFailure) -> String {
    let count = Int(try numbers(1)[0])
    guard count < 1 << 16 else { throw GrammarFailure("its answer is too long") }
    let words = try numbers((count + 3) / 4)
    let bytes = words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
    }
    return String(decoding: bytes[..<count], as: UTF8.self)
  }

  private func numbers(_ count: Int) throws(GrammarFailure) -> [UInt32] {
    var numbers = [UInt32](repeating: 0, count: count)
    if let failure = numbers.withUnsafeMutableBytes(receive) { throw failure }
    return numbers
  }

  /// Fills a buffer; why it could not.
  private func receive(_ buffer: UnsafeMutableRawBufferPointer) -> GrammarFailure? {
    var rest = buffer[...]
    while !rest.isEmpty {
      var place = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      let ready = poll(&place, 1, Self.patience)
      if ready < 0, errno == EINTR { continue }
      guard ready > 0 else { return Self.hangs }
      let count = read(
        output, UnsafeMutableRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count > 0 else { return Self.crashed }
      rest = rest.dropFirst(count)
    }
    return nil
  }
}
