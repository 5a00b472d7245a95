import DocMergeCore

/// Finds runs of lines that both sides put in, and that stand more often in a result than in any input.
struct BlockGuard {
  /// How many lines with text a run has.
  private static let runLength = 3
  /// How many letters and digits the lines of a run have at least; shorter ones are alike by chance.
  private static let leastBytes = 12

  private let base: [UInt8]
  private let ours: [UInt8]
  private let theirs: [UInt8]

  init(base: [UInt8], ours: [UInt8], theirs: [UInt8]) {
    (self.base, self.ours, self.theirs) = (base, ours, theirs)
  }

  /// The runs that the result has too often.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of all texts.
  func faults(in result: [UInt8]) -> [StructureFault] {
    let counts = [base, ours, theirs].map { Self.counts(of: Self.runs(in: $0)) }
    // A run that stands too often was put in by both sides; what the base has already is a pattern.
    let candidates = counts[1].filter { run, _ in counts[0][run] == nil && counts[2][run] != nil }
    guard !candidates.isEmpty else { return [] }
    var places: [UInt64: [Range<Int>]] = [:]
    for run in Self.runs(in: result) where candidates[run.hash] != nil {
      places[run.hash, default: []].append(run.range)
    }
    return places.compactMap { run, ranges in
      guard ranges.count > counts.map({ $0[run] ?? 0 }).max() ?? 0 else { return nil }
      let line = result[ranges[0]].prefix { $0 != 0x0A }.drop(while: \.isWhite)
      let text = String(decoding: line.prefix(60), as: UTF8.self)
      return StructureFault(
        places: ranges, reason: "the lines from “\(text)” on would stand twice")
    }
    .sorted { ($0.places.first?.lowerBound ?? 0) < ($1.places.first?.lowerBound ?? 0) }
  }

  private struct Run {
    let hash: UInt64
    let range: Range<Int>
  }

  private static func counts(of runs: [Run]) -> [UInt64: Int] {
    runs.reduce(into: [:]) { $0[$1.hash, default: 0] += 1 }
  }

  /// All runs of three lines with text.
  private static func runs(in text: [UInt8]) -> [Run] {
    var lines: [(hash: UInt64, range: Range<Int>, letters: Int)] = []
    text.withUnsafeBufferPointer { text in
      var start = 0
      while start < text.count {
        var (hash, letters, end) = (ContentHash(), 0, start)
        var isIndentation = true
        while end < text.count, text[end] != 0x0A {
          if !(isIndentation && text[end].isWhite) {
            isIndentation = false
            hash.add(text[end])
            if text[end].isPartOfName { letters += 1 }
          }
          end += 1
        }
        let next = min(end + 1, text.count)
        if !isIndentation { lines.append((hash.value, start..<next, letters)) }
        start = next
      }
    }
    guard lines.count >= runLength else { return [] }
    return (runLength...lines.count).compactMap { end in
      let part = lines[end - runLength..<end]
      guard part.reduce(0, { $0 + $1.letters }) >= leastBytes, part.allSatisfy({ $0.letters > 0 })
      else { return nil }
      var hash = ContentHash()
      for line in part { hash.add(hash: line.hash) }
      return Run(
        hash: hash.value,
        range: part[part.startIndex].range.lowerBound..<part[end - 1].range.upperBound)
    }
  }
}
