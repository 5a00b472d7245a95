/// Gives equal pieces of text the same number, for the few pieces within a claim.
struct PieceNumbers {
  /// A piece that is looked up fast, however long it is.
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

  private var known: [Key: Int32] = [:]

  /// The number of each piece.
  mutating func numbers(of pieces: some Sequence<ArraySlice<UInt8>>) -> [Int32] {
    var numbers: [Int32] = []
    for piece in pieces {
      let key = Key(bytes: piece)
      let number = known[key] ?? Int32(known.count)
      known[key] = number
      numbers.append(number)
    }
    return numbers
  }
}
