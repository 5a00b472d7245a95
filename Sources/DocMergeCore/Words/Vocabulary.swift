/// The words of a text and the names of its entries, to be asked for around a place.
///
/// The text is cut into blocks; each is looked through when it is first asked for, and only once,
/// however many claims lie in it.
final class Vocabulary {
  /// How many bytes a block has.
  private static let blockSize = 1 << 15

  /// What is known of a block.
  private struct Block {
    var words: Set<PieceNumbers.Key>?
    var names: Set<PieceNumbers.Key>?
    /// Whether words that are not ASCII alone occur; searched for when they are asked for.
    var others: [PieceNumbers.Key: Bool] = [:]
  }

  private let text: [UInt8]
  private var blocks: [Block]

  init(of text: [UInt8]) {
    self.text = text
    blocks = Array(repeating: Block(), count: text.count / Self.blockSize + 1)
  }

  /// Whether a word stands in the block of a place or in the ones beside it, as a word of its own.
  func knows(word: ArraySlice<UInt8>, near place: Range<Int>) -> Bool {
    let near = blocks(around: place)
    let key = PieceNumbers.Key(bytes: word)
    // A word of ASCII letters and digits occurs where all of such a run is the word.
    if word.allSatisfy(\.isASCIIWordByte) {
      return near.contains { words(of: $0).contains(key) }
    }
    return near.contains { holds(key, in: $0) }
  }

  /// Whether an entry of that name stands in the block of a place or in the ones beside it.
  func knows(name: ArraySlice<UInt8>, near place: Range<Int>) -> Bool {
    let key = PieceNumbers.Key(bytes: name)
    return blocks(around: place).contains { names(of: $0).contains(key) }
  }

  /// What stands before the first separator of a line; without one, the line.
  static func name(of line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    line.prefix { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ":") }.trimmed
  }

  private func blocks(around place: Range<Int>) -> Range<Int> {
    let first = max(0, place.lowerBound / Self.blockSize - 1)
    return first..<min(blocks.count, place.upperBound / Self.blockSize + 2)
  }

  /// The bytes of a block, from the start of a line to the end of one.
  private func bounds(of block: Int) -> Range<Int> {
    start(of: block)..<start(of: block + 1)
  }

  private func start(of block: Int) -> Int {
    let start = block * Self.blockSize
    guard start > 0, start < text.count else { return min(start, text.count) }
    return text[(start - 1)...].firstIndex(of: .newline).map { $0 + 1 } ?? text.count
  }

  private func words(of block: Int) -> Set<PieceNumbers.Key> {
    if let words = blocks[block].words { return words }
    let runs = text[bounds(of: block)].split { !$0.isASCIIWordByte }
    let words = Set(runs.map(PieceNumbers.Key.init))
    blocks[block].words = words
    return words
  }

  private func holds(_ word: PieceNumbers.Key, in block: Int) -> Bool {
    if let known = blocks[block].others[word] { return known }
    let isThere = WordSequence.occurs(word.bytes, in: text[bounds(of: block)])
    blocks[block].others[word] = isThere
    return isThere
  }

  private func names(of block: Int) -> Set<PieceNumbers.Key> {
    if let names = blocks[block].names { return names }
    let lines = text[bounds(of: block)].split(separator: .newline)
    let names = Set(lines.map { PieceNumbers.Key(bytes: Self.name(of: $0)) })
    blocks[block].names = names
    return names
  }
}
