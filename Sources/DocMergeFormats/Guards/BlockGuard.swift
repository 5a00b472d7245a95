import DocMergeCore

/// Finds runs of lines that both sides put in, and that stand more often in a result than in any input.
struct BlockGuard {
  private let base: LineRuns
  private let ours: LineRuns
  private let theirs: LineRuns

  init(base: [UInt8], ours: [UInt8], theirs: [UInt8]) {
    (self.base, self.ours, self.theirs) = (LineRuns(base), LineRuns(ours), LineRuns(theirs))
  }

  /// The runs that the result has too often.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of all texts.
  func faults(in result: [UInt8]) -> [StructureFault] {
    // A run that stands too often was put in by both sides; what the base has already is a pattern.
    let known = RunTable(base)
    let added = Set(ours.hashes(notIn: known)).intersection(theirs.hashes(notIn: known))
    guard !added.isEmpty else { return [] }
    let counts = [ours, theirs].map { side in
      side.places(of: added).reduce(into: [UInt64: Int]()) { $0[$1.hash, default: 0] += 1 }
    }
    let runs = LineRuns(result)
    let places = Dictionary(grouping: runs.places(of: added), by: \.hash)
    return places.compactMap { hash, places in
      guard places.count > counts.map({ $0[hash] ?? 0 }).max() ?? 0, runs.isTelling(places[0].run)
      else { return nil }
      let ranges = places.map { runs.range(of: $0.run) }
      let line = result[ranges[0]].prefix { $0 != 0x0A }.drop(while: \.isWhite)
      let text = String(decoding: line.prefix(60), as: UTF8.self)
      return StructureFault(
        places: ranges, reason: "the lines from “\(text)” on would stand twice")
    }
    .sorted { ($0.places.first?.lowerBound ?? 0) < ($1.places.first?.lowerBound ?? 0) }
  }
}

/// The runs of three lines of a text; blank lines and indentation do not count.
private struct LineRuns {
  /// How many lines with text a run has.
  private static let runLength = 3
  /// How many letters and digits the lines of a run have at least; shorter ones are alike by chance.
  private static let leastBytes = 12

  private let text: [UInt8]
  /// Where each line with text starts, behind its indentation.
  private var starts: [Int] = []
  private var lineHashes: [UInt64] = []

  init(_ text: [UInt8]) {
    self.text = text
    let lines = Lines(text).starts
    starts.reserveCapacity(lines.count)
    lineHashes.reserveCapacity(lines.count)
    text.withUnsafeBytes { bytes in
      for (start, next) in zip(lines, lines.dropFirst()) {
        let end = bytes[next - 1] == 0x0A ? next - 1 : next
        var first = start
        while first < end, bytes[first].isWhite { first += 1 }
        guard first < end else { continue }
        starts.append(first)
        lineHashes.append(ByteRuns.hash(UnsafeRawBufferPointer(rebasing: bytes[first..<end])))
      }
    }
  }

  /// How many runs there are.
  var count: Int { max(0, lineHashes.count - Self.runLength + 1) }

  /// A hash of what a run says; never 0.
  func hash(_ run: Int) -> UInt64 {
    var hash: UInt64 = 0
    for line in run..<run + Self.runLength {
      hash = (hash ^ lineHashes[line]) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 29
    }
    return max(hash, 1)
  }

  /// The runs that a table does not hold.
  func hashes(notIn table: RunTable) -> [UInt64] {
    (0..<count).lazy.map(hash).filter { !table.holds($0) }
  }

  /// Where the runs of a set are.
  func places(of hashes: Set<UInt64>) -> [(run: Int, hash: UInt64)] {
    (0..<count).lazy.map { ($0, self.hash($0)) }.filter { hashes.contains($0.1) }
  }

  /// Where a run is, in bytes.
  func range(of run: Int) -> Range<Int> {
    let last = starts[run + Self.runLength - 1]
    let end = text[last...].firstIndex(of: 0x0A).map { $0 + 1 } ?? text.count
    return starts[run]..<end
  }

  /// Whether each line of a run has letters, and all of them enough.
  func isTelling(_ run: Int) -> Bool {
    let letters = (run..<run + Self.runLength).map { line in
      text[starts[line]...].prefix { $0 != 0x0A }.count(where: \.isPartOfName)
    }
    return letters.allSatisfy { $0 > 0 } && letters.reduce(0, +) >= Self.leastBytes
  }
}

/// The hashes of the runs of a text, in a table with open addressing.
private struct RunTable {
  private var slots: [UInt64]
  private let mask: Int

  init(_ runs: LineRuns) {
    var size = 16
    while size < runs.count * 2 { size *= 2 }
    slots = Array(repeating: 0, count: size)
    mask = size - 1
    for run in 0..<runs.count {
      let hash = runs.hash(run)
      slots[place(of: hash)] = hash
    }
  }

  func holds(_ hash: UInt64) -> Bool { slots[place(of: hash)] == hash }

  /// The slot that holds a hash, or would hold it.
  private func place(of hash: UInt64) -> Int {
    var place = Int(truncatingIfNeeded: hash) & mask
    while slots[place] != 0, slots[place] != hash { place = (place + 1) & mask }
    return place
  }
}
