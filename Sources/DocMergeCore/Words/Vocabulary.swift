/// The words of a text and the names of its entries, for look-ups around a place.
///
/// The text is cut into blocks. A block is searched on request, and once the searches took as long as noting
/// all its words would have, the words are noted: the effort depends on how many claims are there,
/// and not on the length of the text.
final class Vocabulary {
  /// How many bytes a block has.
  private static let blockSize = 1 << 15

  /// Noting the words of a byte takes as long as searching this many bytes.
  private static let noteEffort = 24

  /// The known words of a block.
  private struct Block {
    var words: ByteSet?
    var names: ByteSet?
    /// Whether words with letters beyond ASCII occur; searched for on request.
    var others: [PieceNumbers.Key: Bool] = [:]
    /// How many bytes were searched for words of ASCII.
    var searched = 0
  }

  private let text: [UInt8]
  private var blocks: [Block]

  init(of text: [UInt8]) {
    self.text = text
    blocks = Array(repeating: Block(), count: text.count / Self.blockSize + 1)
  }

  /// Whether a word is in the block of a place or in the adjacent ones, as a word of its own.
  func knows(word: ArraySlice<UInt8>, near place: Range<Int>) -> Bool {
    guard !word.isEmpty else { return false }
    let near = blocks(around: place)
    // A word of ASCII letters and digits occurs where the whole of such a run is the word.
    if word.allSatisfy(\.isASCIIWordByte) {
      return near.contains { holds(ascii: word, in: $0) }
    }
    let key = PieceNumbers.Key(bytes: word)
    return near.contains { holds(key, in: $0) }
  }

  /// Whether an entry of that name is in the block of a place or in the adjacent ones.
  func knows(name: ArraySlice<UInt8>, near place: Range<Int>) -> Bool {
    blocks(around: place).contains { names(of: $0).contains(name) }
  }

  /// The text before the first separator of a line; without a separator, the line.
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

  private func holds(ascii word: ArraySlice<UInt8>, in block: Int) -> Bool {
    if let words = blocks[block].words { return words.contains(word) }
    let bounds = bounds(of: block)
    if blocks[block].searched >= Self.noteEffort * bounds.count {
      let words = noted(bounds)
      blocks[block].words = words
      return words.contains(word)
    }
    let found = text.withUnsafeBytes { text in
      word.withUnsafeBytes { word in
        ByteRuns.firstOffset(
          ofWord: word, in: UnsafeRawBufferPointer(rebasing: text[bounds]),
          isPart: \.isASCIIWordByte)
      }
    }
    blocks[block].searched += found ?? bounds.count
    return found != nil
  }

  /// The runs of ASCII letters and digits within a stretch of the text.
  private func noted(_ bounds: Range<Int>) -> ByteSet {
    var words = ByteSet(text)
    var start = bounds.lowerBound
    for index in bounds {
      if text[index].isASCIIWordByte { continue }
      if index > start { words.insert(start..<index) }
      start = index + 1
    }
    if bounds.upperBound > start { words.insert(start..<bounds.upperBound) }
    return words
  }

  private func holds(_ word: PieceNumbers.Key, in block: Int) -> Bool {
    if let known = blocks[block].others[word] { return known }
    let isThere = WordSequence.occurs(word.bytes, in: text[bounds(of: block)])
    blocks[block].others[word] = isThere
    return isThere
  }

  private func names(of block: Int) -> ByteSet {
    if let names = blocks[block].names { return names }
    var names = ByteSet(text)
    for line in text[bounds(of: block)].split(separator: .newline) {
      names.insert(Self.name(of: line).indices)
    }
    blocks[block].names = names
    return names
  }
}

/// Parts of one text, found again by their bytes.
struct ByteSet {
  private let text: [UInt8]
  private var parts: [Range<Int>] = []
  /// Open addressing: the number of a part plus one, or 0; the size is a power of two.
  private var slots = [Int32](repeating: 0, count: 1 << 10)

  init(_ text: [UInt8]) {
    self.text = text
  }

  func contains(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.withUnsafeBytes { slots[slot(of: $0)] != 0 }
  }

  mutating func insert(_ part: Range<Int>) {
    let slot = text.withUnsafeBytes { self.slot(of: UnsafeRawBufferPointer(rebasing: $0[part])) }
    guard slots[slot] == 0 else { return }
    parts.append(part)
    slots[slot] = Int32(parts.count)
    if parts.count * 2 > slots.count { grow() }
  }

  /// The slot of some bytes, or the empty one that they would get.
  private func slot(of bytes: UnsafeRawBufferPointer) -> Int {
    text.withUnsafeBytes { text in
      var slot = Int(truncatingIfNeeded: ByteRuns.hash(bytes)) & (slots.count - 1)
      while slots[slot] != 0 {
        let part = parts[Int(slots[slot]) - 1]
        if ByteRuns.areEqual(bytes, UnsafeRawBufferPointer(rebasing: text[part])) { return slot }
        slot = (slot + 1) & (slots.count - 1)
      }
      return slot
    }
  }

  private mutating func grow() {
    slots = Array(repeating: 0, count: slots.count * 2)
    for (number, part) in parts.enumerated() {
      let slot = text.withUnsafeBytes { self.slot(of: UnsafeRawBufferPointer(rebasing: $0[part])) }
      slots[slot] = Int32(number + 1)
    }
  }
}
