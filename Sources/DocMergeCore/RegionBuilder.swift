/// Turns changes into the regions of the output.
///
/// What lies between the changes is taken from ours: there all three texts agree, or both sides
/// made the same change.
struct RegionBuilder {
  let texts: MergeTexts
  let favour: Favour?

  private var regions: [Region] = []
  /// The first hunk of ours that can still touch a line of the output.
  private var hunkIndex = 0

  init(texts: MergeTexts, favour: Favour?) {
    self.texts = texts
    self.favour = favour
  }

  /// The regions from the start of the output to its end.
  mutating func regions(for changes: [MergeChange]) -> [Region] {
    var line = 0
    for change in changes where change.claim != .same {
      appendCommon(line..<max(line, change.ours.start))
      switch change.claim {
      case .ours: append(texts.ours.text(of: change.ours.range), .ours)
      case .theirs: append(texts.theirs.text(of: change.theirs.range), .theirs)
      case .conflict: append(conflict(change))
      case .same: break
      }
      line = change.ours.end
    }
    appendCommon(line..<max(line, texts.ours.count))
    return regions
  }

  private mutating func append(_ bytes: ArraySlice<UInt8>, _ origin: Region.Agreed.Origin) {
    guard !bytes.isEmpty else { return }
    regions.append(.agreed(.init(bytes: bytes, origin: origin)))
  }

  /// Adds lines of ours, apart by whether they are in the base or both sides brought them.
  private mutating func appendCommon(_ lines: Range<Int>) {
    var line = lines.lowerBound
    while line < lines.upperBound {
      while hunkIndex < texts.oursHunks.count,
        texts.oursHunks[hunkIndex].other.upperBound <= line
      {
        hunkIndex += 1
      }
      guard hunkIndex < texts.oursHunks.count else { break }
      let hunk = texts.oursHunks[hunkIndex].other
      let isChanged = hunk.lowerBound <= line
      let end = min(lines.upperBound, isChanged ? hunk.upperBound : hunk.lowerBound)
      append(texts.ours.text(of: line..<end), isChanged ? .both : .base)
      line = end
    }
    append(texts.ours.text(of: line..<lines.upperBound), .base)
  }

  private func conflict(_ change: MergeChange) -> Region.Conflict {
    Region.Conflict(
      base: texts.base.text(of: change.base.range),
      ours: texts.ours.text(of: change.ours.range),
      theirs: texts.theirs.text(of: change.theirs.range),
      lineEnding: lineEnding(around: change))
  }

  private mutating func append(_ conflict: Region.Conflict) {
    switch favour {
    case .none: regions.append(.conflict(conflict))
    case .ours: append(conflict.ours, .favoured(.ours))
    case .theirs: append(conflict.theirs, .favoured(.theirs))
    case .union:
      append(conflict.ours, .favoured(.union))
      if let last = conflict.ours.last, last != .newline {
        append(conflict.lineEnding.bytes[...], .favoured(.union))
      }
      append(conflict.theirs, .favoured(.union))
    }
  }

  /// How marker lines end: in `\r\n` when the base starts so and neither side speaks against it.
  private func lineEnding(around change: MergeChange) -> LineEnding {
    let ours = ending(in: texts.ours, near: max(0, change.ours.start - 1))
    let theirs = ending(in: texts.theirs, near: max(0, change.theirs.start - 1))
    guard ours != .lineFeed, theirs != .lineFeed else { return .lineFeed }
    return ending(in: texts.base, near: 0) ?? .lineFeed
  }

  /// How `line` ends; a last line without ending follows the line before it.
  private func ending(in lines: Lines, near line: Int) -> LineEnding? {
    guard line < lines.count else { return nil }
    if lines[line].last == .newline { return ending(of: lines[line]) }
    return line > 0 ? ending(of: lines[line - 1]) : nil
  }

  private func ending(of line: ArraySlice<UInt8>) -> LineEnding {
    line.dropLast().last == .carriageReturn ? .carriageReturnLineFeed : .lineFeed
  }
}
