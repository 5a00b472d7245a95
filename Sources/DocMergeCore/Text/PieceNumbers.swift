/// Gives equal pieces of text the same number.
struct PieceNumbers {
  /// A piece with a fast look-up, however long it is.
  struct Key: Hashable {
    let bytes: ArraySlice<UInt8>

    static func == (one: Key, other: Key) -> Bool {
      one.bytes.withUnsafeBytes { one in
        other.bytes.withUnsafeBytes { ByteRuns.areEqual(one, $0) }
      }
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(bytes.withUnsafeBytes(ByteRuns.hash))
    }
  }

  private var table: TokenTable

  /// Makes numbers for about `capacity` different pieces.
  init(capacity: Int = 8) { table = TokenTable(capacity: capacity) }

  /// The number of each piece.
  mutating func numbers(of pieces: some Sequence<ArraySlice<UInt8>>) -> [Int32] {
    var numbers: [Int32] = []
    numbers.reserveCapacity(pieces.underestimatedCount)
    for piece in pieces {
      numbers.append(piece.withUnsafeBytes { table.token(of: $0) })
    }
    return numbers
  }

  /// The number of each piece of a text that is cut at `starts`, the last of which is its end.
  mutating func numbers(of bytes: [UInt8], cutAt starts: [Int]) -> [Int32] {
    table.tokens(of: bytes, starts: starts)
  }

  /// The number of each line.
  mutating func numbers(of run: LineRun) -> [Int32] {
    guard !run.isEmpty else { return [] }
    let first = run.text.startIndex
    return run.text.withUnsafeBytes { text in
      (0..<run.count).map { line in
        let piece = text[run.starts[line] - first..<run.starts[line + 1] - first]
        return table.token(of: UnsafeRawBufferPointer(rebasing: piece))
      }
    }
  }
}
