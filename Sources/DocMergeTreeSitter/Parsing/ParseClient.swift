import DocMergeFiles
import DocMergeFormats
import DocMergeLanguage
import DocMergeSystem

/// The requesting side of the process: one child, which is ended with the value.
final class ParseClient: Sendable {
  private let child: HelperProcess

  /// How long a response may take, in milliseconds: a large file takes a tenth of a second.
  private static let patience: Int32 = 10_000
  /// The most bytes of memory that the child may take.
  private static let memoryLimit: Int64 = 2 << 30

  /// Starts the child: the program that can load grammars, with another verb.
  init(_ libraries: [String], names: [String]) throws(GrammarFailure) {
    guard let program = InstalledProgram.full.path else {
      throw GrammarFailure(tr("\(InstalledProgram.full.name), which loads grammars, is missing"))
    }
    let words = [ParseServer.verb] + libraries + ["--"] + names
    do throws(Errno) {
      child = try HelperProcess(
        [program.bytes] + words.map { Array($0.utf8) }, memory: Self.memoryLimit,
        patience: Self.patience)
    } catch {
      throw GrammarFailure("\(error)")
    }
  }

  /// Ends the child; its current work is lost.
  func end() { child.end() }

  /// The names that the grammar gives to its nodes.
  func greeting() throws(GrammarFailure) -> CodeTree.Vocabulary {
    try checkAnswer()
    let counts = try numbers(2)
    let (types, fields) = (Int(counts[0]), Int(counts[1]))
    guard types < 1 << 16, fields < 1 << 16 else {
      throw GrammarFailure(tr("its answer is too long"))
    }
    var names: [String] = []
    for _ in 0..<(types + fields) { names.append(try text()) }
    return CodeTree.Vocabulary(
      types: Array(names[..<types]), fields: Array(names[types...]))
  }

  /// The nodes of a text.
  func nodes(of text: [UInt8]) throws(GrammarFailure) -> [CodeTree.Node] {
    guard text.count <= ParseMessage.textLimit else {
      throw GrammarFailure(tr("the text is too large"))
    }
    let silence =
      withUnsafeBytes(of: UInt32(text.count), child.send) ?? text.withUnsafeBytes(child.send)
    if let silence { throw GrammarFailure(silence) }
    try checkAnswer()
    let count = Int(try numbers(1)[0])
    guard count <= 16 * (text.count + 16) else {
      throw GrammarFailure(tr("its answer is too long"))
    }
    let numbers = try numbers(count * ParseMessage.nodeSize)
    var nodes: [CodeTree.Node] = []
    nodes.reserveCapacity(count)
    for start in stride(from: 0, to: numbers.count, by: ParseMessage.nodeSize) {
      let (first, last) = (Int(numbers[start + 3]), Int(numbers[start + 4]))
      guard first <= last else { throw GrammarFailure(tr("its answer is no tree")) }
      nodes.append(
        CodeTree.Node(
          type: UInt16(truncatingIfNeeded: numbers[start]),
          field: UInt16(truncatingIfNeeded: numbers[start + 1]),
          traits: CodeTree.Traits(rawValue: UInt16(truncatingIfNeeded: numbers[start + 2])),
          range: first..<last, next: Int(numbers[start + 5])))
    }
    return nodes
  }

  private func checkAnswer() throws(GrammarFailure) {
    if try numbers(1)[0] != ParseMessage.good { throw GrammarFailure(try text()) }
  }

  private func text() throws(GrammarFailure) -> String {
    let count = Int(try numbers(1)[0])
    guard count < 1 << 16 else { throw GrammarFailure(tr("its answer is too long")) }
    let words = try numbers((count + 3) / 4)
    let bytes = words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
    }
    return String(decoding: bytes[..<count], as: UTF8.self)
  }

  private func numbers(_ count: Int) throws(GrammarFailure) -> [UInt32] {
    var numbers = [UInt32](repeating: 0, count: count)
    if let silence = numbers.withUnsafeMutableBytes(child.receive) {
      throw GrammarFailure(silence)
    }
    return numbers
  }
}

extension GrammarFailure {
  fileprivate init(_ silence: HelperProcess.NoAnswer) {
    switch silence {
    case .hangs: self.init(tr("it does not end"))
    case .ended: self.init(tr("it crashed"))
    }
  }
}
