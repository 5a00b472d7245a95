/// Gives equal pieces of text the same number.
///
/// The algorithms that compare texts only need to know whether two pieces are equal, so they work on
/// these numbers, without the bytes. Numbers start at 0 and have no gaps.
struct TokenTable {
  private struct Entry {
    let hash: UInt64
    let start: Int
    let count: Int
  }

  /// The pieces, one after the other, each once.
  private var arena: [UInt8] = []
  /// One entry for each number.
  private var entries: [Entry] = []
  /// Open addressing: numbers, or -1 for an empty slot; the size is a power of two.
  private var slots: [Int32]

  /// How many numbers there are.
  var count: Int { entries.count }

  /// Makes a table that will hold about `capacity` different pieces without growing.
  init(capacity: Int) {
    var size = 16
    while size < capacity * 2 { size *= 2 }
    slots = Array(repeating: -1, count: size)
  }

  /// The numbers of the lines.
  mutating func tokens(of lines: Lines) -> [Int32] {
    tokens(of: lines.bytes, starts: lines.starts)
  }

  /// The numbers of the pieces of `bytes` between one start and the next.
  ///
  /// - Complexity: O(*n*) on average, *n* being the length of the text.
  mutating func tokens(of bytes: [UInt8], starts: [Int]) -> [Int32] {
    var tokens: [Int32] = []
    tokens.reserveCapacity(starts.count)
    bytes.withUnsafeBytes { buffer in
      for index in 1..<max(starts.count, 1) {
        let piece = UnsafeRawBufferPointer(rebasing: buffer[starts[index - 1]..<starts[index]])
        tokens.append(token(of: piece))
      }
    }
    return tokens
  }

  /// The number of one piece.
  mutating func token(of piece: UnsafeRawBufferPointer) -> Int32 {
    let hash = ByteRuns.hash(piece)
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] >= 0 {
      let entry = entries[Int(slots[slot])]
      if entry.hash == hash, holds(piece, at: entry) { return slots[slot] }
      slot = (slot + 1) & (slots.count - 1)
    }
    let token = Int32(entries.count)
    slots[slot] = token
    entries.append(Entry(hash: hash, start: arena.count, count: piece.count))
    arena.append(contentsOf: piece)
    if entries.count * 2 > slots.count { grow() }
    return token
  }

  private func holds(_ piece: UnsafeRawBufferPointer, at entry: Entry) -> Bool {
    arena.withUnsafeBytes { arena in
      let known = arena[entry.start..<entry.start + entry.count]
      return ByteRuns.areEqual(piece, UnsafeRawBufferPointer(rebasing: known))
    }
  }

  private mutating func grow() {
    slots = Array(repeating: -1, count: slots.count * 2)
    for (token, entry) in entries.enumerated() {
      var slot = Int(truncatingIfNeeded: entry.hash) & (slots.count - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(token)
    }
  }
}
