import DocMergeLanguage

/// Finds runs of lines that both sides inserted, and that a result has more often than any input.
struct DoubledBlocks {
  private let base: Lines
  private let ours: Lines
  private let theirs: Lines
  /// The runs in changes of ours and in other changes of theirs; some of them may be in the base, too.
  private let shared: Set<UInt64>

  /// Looks for runs that both sides inserted, each in a change of its own.
  ///
  /// - Complexity: O(*c*), *c* being the number of bytes that a side changed.
  init(_ comparison: LineMerge) {
    (base, ours, theirs) = comparison.lines
    let hunks = (comparison.oursHunks, comparison.theirsHunks)
    let lines = (ours, theirs)
    // A change that both made in one place is in the result once.
    func isTheSame(_ one: Hunk, _ other: Hunk) -> Bool {
      lines.0.text(of: one.other) == lines.1.text(of: other.other)
    }
    let own = (
      hunks.0.without(hunks.1) { isTheSame($0, $1) },
      hunks.1.without(hunks.0) { isTheSame($1, $0) }
    )
    let hashes = Array(LineTriples(ours, around: own.0).hashes)
    guard !hashes.isEmpty else {
      shared = []
      return
    }
    var runs = HashedSet(capacity: hashes.count)
    for hash in hashes { runs.insert(hash) }
    shared = Set(LineTriples(theirs, around: own.1).hashes.filter { runs.contains($0) })
  }

  /// Whether a result can have a run too often.
  var isPossible: Bool { !shared.isEmpty }

  /// The runs that the result has too often.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of all texts; O(1) where no run is possible.
  func faults(in result: [UInt8]) -> [StructureFault] {
    guard isPossible else { return [] }
    // A run that the base already has is a pattern.
    let added = shared.subtracting(LineTriples(base).hashes)
    guard !added.isEmpty else { return [] }
    let counts = [ours, theirs].map { side in
      LineTriples(side).places(of: added).reduce(into: [UInt64: Int]()) {
        $0[$1.hash, default: 0] += 1
      }
    }
    let runs = LineTriples(Lines(result))
    let known = Set(base.lazy.map { $0.trimmed })
    let places = Dictionary(grouping: runs.places(of: added), by: \.hash)
    return places.compactMap { hash, places in
      guard places.count > counts.map({ $0[hash] ?? 0 }).max() ?? 0, runs.isTelling(places[0].run)
      else { return nil }
      let ranges = places.map { runs.range(of: $0.run) }
      // A single new line between lines of the base can be meant at both places.
      let new = Lines(Array(result[ranges[0]])).count {
        $0.holdsText && !known.contains($0.trimmed)
      }
      guard new > 1 else { return nil }
      let line = result[ranges[0]].prefix { $0 != 0x0A }.drop(while: \.isWhitespace)
      let text = String(decoding: line.prefix(60), as: UTF8.self)
      return StructureFault(
        places: ranges, reason: tr("the lines from “\(text)” on would stand twice"))
    }
    .sorted { $0.stands(before: $1) }
  }
}
