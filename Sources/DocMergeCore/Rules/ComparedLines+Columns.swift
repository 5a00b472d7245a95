extension ComparedLines {
  /// The largest text, in bytes, whose columns are looked at: larger ones are made by programs.
  private static let columnLimit = 256 << 10

  /// A merge with rows of both sides in the same columns, see ``ColumnAlignment``.
  ///
  /// Where conflicts are left, rows that a side only padded anew are taken as unchanged.
  func inColumns(
    _ settled: Merged, _ options: TextMergeOptions, pair: PairRunner
  ) throws(MergeCancelled) -> Merged {
    guard base != ours, base != theirs, ours != theirs,
      max(base.count, ours.count, theirs.count) <= Self.columnLimit,
      ColumnText.hasPadding(ours) || ColumnText.hasPadding(theirs),
      let notation = options.structure?.columns(of: base.isEmpty ? ours : base)?
        .safe(for: [base, ours, theirs])
    else { return settled }
    let alignment = ColumnAlignment(notation, base: base, ours: ours, theirs: theirs)
    if !settled.isClean,
      let texts = RepaddedTexts(notation, base: base, ours: ours, theirs: theirs),
      let repadded = try merged(texts, options, pair: pair, alignment),
      repadded.claimedBytes < settled.claimedBytes
    {
      return repadded
    }
    return aligned(settled, by: alignment, options) ?? settled
  }

  /// The merge of texts in which new padding is no change, as regions of these texts.
  private func merged(
    _ texts: RepaddedTexts, _ options: TextMergeOptions, pair: PairRunner,
    _ alignment: ColumnAlignment
  ) throws(MergeCancelled) -> Merged? {
    let lines = try ComparedLines(
      base: texts.base, ours: texts.ours, theirs: texts.theirs, options: options, pair: pair)
    let merged = try lines.settled(options, pair: pair, refining: nil)
    return placed(alignment.aligned(merged) ?? merged, options)
  }

  private func aligned(
    _ merged: Merged, by alignment: ColumnAlignment, _ options: TextMergeOptions
  ) -> Merged? {
    alignment.aligned(merged).flatMap { placed($0, options) }
  }

  /// A merge with other padding, as regions of these texts; `nil` when a change is unaccounted for.
  private func placed(_ merged: Merged, _ options: TextMergeOptions) -> Merged? {
    let texts = StructuredTexts(
      base: base, ours: ours, theirs: theirs, rest: .all, usualRule: .alignedColumns,
      decisions: [])
    let first = placed(merged, of: texts, along: .ours, options)
    if let first, first.isClean || !merged.isClean { return first }
    let second = placed(merged, of: texts, along: .theirs, options)
    return second?.isClean == true ? second : first ?? second
  }
}

extension ColumnAlignment {
  /// A merge with its rows aligned; `nil` where nothing changes.
  fileprivate func aligned(_ merged: Merged) -> Merged? {
    var lines: [ArraySlice<UInt8>] = []
    var starts: [Int] = []
    for (index, region) in merged.regions.enumerated() {
      starts.append(lines.count)
      switch region {
      case .agreed(let agreed): lines += LineRun(agreed.bytes).lines
      // Rows on both sides of a conflict are no neighbours.
      case .conflict: lines.append(Self.stop(at: index, of: merged)[...])
      }
    }
    let changes = changes(in: lines)
    guard !changes.isEmpty else { return nil }
    var aligned = merged
    starts.append(lines.count)
    for (index, region) in merged.regions.enumerated() {
      guard case .agreed(var agreed) = region else { continue }
      let own = starts[index]..<starts[index + 1]
      guard own.contains(where: { changes[$0] != nil }) else { continue }
      agreed.bytes = own.flatMap { changes[$0] ?? Array(lines[$0]) }[...]
      aligned.regions[index] = .agreed(agreed)
    }
    return aligned
  }

  /// A line in place of a conflict that is no row, indented as the text that may follow there.
  private static func stop(at index: Int, of merged: Merged) -> [UInt8] {
    guard case .conflict(let conflict) = merged.regions[index] else { return [] }
    var texts = [conflict.ours, conflict.theirs]
    if case .agreed(let next)? = merged.regions[(index + 1)...].first { texts.append(next.bytes) }
    let depths = texts.map { text in
      LineRun(text).lines.first(where: \.holdsText)?.indentation ?? 0
    }
    // A line that opens a bracket at its end is no row.
    return Array(repeating: .blank, count: depths.max() ?? 0) + [UInt8(ascii: "{")]
  }
}
