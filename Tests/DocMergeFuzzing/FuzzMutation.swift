package import DocMergeTestSupport

extension FuzzCase {
  /// The largest size that a case may grow to.
  package static let largestSize = 1 << 20

  /// The case with a few changes that know nothing of texts, and parts of `other`.
  package func mutated(with other: FuzzCase, _ generator: inout SeededGenerator) -> FuzzCase {
    var result = self
    for _ in 0..<generator.number(1...4) {
      let donor = other.parts[generator.number(0...2)].bytes
      switch generator.number(0...3) {
      case 0: result.base.mutate(donor, &generator)
      case 1: result.ours.mutate(donor, &generator)
      case 2: result.theirs.mutate(donor, &generator)
      default:
        // The same change on all three keeps them alike.
        let seed = generator.number(0...Int.max - 1)
        var same = [1, 2, 3].map { _ in SeededGenerator(seed: seed) }
        result.base.mutate(donor, &same[0])
        result.ours.mutate(donor, &same[1])
        result.theirs.mutate(donor, &same[2])
      }
    }
    return result
  }

  /// The case blown up to many lines, or to long ones.
  package func enlarged(_ generator: inout SeededGenerator) -> FuzzCase {
    let target = Self.largestSize >> generator.number(0...6)
    let times = max(1, target / max(1, size))
    let isOneLine = generator.once(in: 3)
    let isCounted = generator.once(in: 2)
    func blownUp(_ bytes: [UInt8]) -> [UInt8] {
      let piece = isOneLine ? bytes.map { $0 == 10 || $0 == 13 ? 32 : $0 } : bytes
      var result: [UInt8] = []
      for number in 0..<times {
        result += piece
        if isCounted { result += Array(" \(number)\(isOneLine ? " " : "\n")".utf8) }
      }
      return result
    }
    var result = FuzzCase(base: blownUp(base), ours: blownUp(ours), theirs: blownUp(theirs))
    // Some of the copies become different.
    for _ in 0..<generator.number(0...20) {
      if generator.once(in: 2) { result.ours.mutate([], &generator) }
      if generator.once(in: 2) { result.theirs.mutate([], &generator) }
    }
    return result
  }
}

extension [UInt8] {
  /// Changes some bytes: flips, removes, doubles or moves them, or takes some of `donor` in.
  fileprivate mutating func mutate(_ donor: [UInt8], _ generator: inout SeededGenerator) {
    let start = generator.number(0...count)
    let end = Swift.min(count, start + generator.number(0...(generator.once(in: 4) ? 200 : 8)))
    let odd: [UInt8] = [0, 10, 13, 32, 60, 61, 62, 124, 0x80, 0xCC, 0xE2, 0xF0, 0xFE, 0xFF]
    switch generator.number(0...6) {
    case 0: insert(odd[generator.number(0...odd.count - 1)], at: start)
    case 1: removeSubrange(start..<end)
    case 2: insert(contentsOf: self[start..<end], at: generator.number(0...count))
    case 3:
      let block = self[start..<end]
      removeSubrange(start..<end)
      insert(contentsOf: block, at: generator.number(0...count))
    case 4:
      let from = generator.number(0...donor.count)
      let until = Swift.min(donor.count, from + generator.number(0...60))
      replaceSubrange(start..<end, with: donor[from..<until])
    case 5: if start < count { self[start] ^= 1 << UInt8(generator.number(0...7)) }
    default:
      // A whole line, to its end.
      let line = self[start...].firstIndex(of: 10).map { $0 + 1 } ?? count
      if generator.once(in: 2) {
        insert(contentsOf: self[start..<line], at: line)
      } else {
        removeSubrange(start..<line)
      }
    }
  }
}
