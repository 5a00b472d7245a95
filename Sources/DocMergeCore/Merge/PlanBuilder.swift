/// Turns changes into the pieces of the output.
///
/// The lines between the changes are taken from ours: there all three texts agree, or both sides
/// made the same change.
struct PlanBuilder {
  private let compared: MergeTexts
  private let texts: TextBuffers
  private let favour: Favour?

  private var pieces: [MergePlan.Piece] = []
  /// The first hunk of ours that can still touch a line of the output.
  private var hunkIndex = 0

  init(_ compared: MergeTexts, _ texts: TextBuffers, favour: Favour?) {
    self.compared = compared
    self.texts = texts
    self.favour = favour
  }

  /// The pieces from the start of the output to its end.
  mutating func pieces(for changes: [MergeChange]) -> [MergePlan.Piece] {
    var line = 0
    for change in changes where change.kind != .both {
      appendCommon(line..<max(line, change.ours.start))
      switch change.kind {
      case .ours: appendOurs(compared.ours.bytes(of: change.ours.range), .ours)
      case .theirs: appendTheirs(compared.theirs.bytes(of: change.theirs.range), .theirs)
      case .conflict: appendConflict(change)
      case .both, .unchanged: break
      }
      line = change.ours.end
    }
    appendCommon(line..<max(line, compared.ours.count))
    return pieces
  }

  /// The pieces when a side changed nothing that counts: then the other side's text is taken as a whole.
  ///
  /// That matters where white space is ignored, and a side is not the base byte for byte.
  static func piecesOfOneSide(_ compared: MergeTexts, _ texts: TextBuffers) -> [MergePlan.Piece]? {
    let isTheirs = compared.oursHunks.isEmpty && !ByteRuns.areEqual(texts.theirs, texts.base)
    guard isTheirs || compared.theirsHunks.isEmpty else { return nil }
    let lines = isTheirs ? compared.theirs : compared.ours
    var pieces: [MergePlan.Piece] = []
    func append(_ range: Range<Int>, _ origin: Region.Agreed.Origin) {
      guard !range.isEmpty else { return }
      pieces.append(.agreed(ByteSpan(lines.bytes(of: range)), isTheirs: isTheirs, origin: origin))
    }
    var line = 0
    for hunk in isTheirs ? compared.theirsHunks : compared.oursHunks {
      append(line..<hunk.other.lowerBound, .base)
      append(hunk.other, isTheirs ? .theirs : .ours)
      line = hunk.other.upperBound
    }
    append(line..<lines.count, .base)
    return pieces
  }

  private mutating func appendOurs(_ bytes: Range<Int>, _ origin: Region.Agreed.Origin) {
    guard !bytes.isEmpty else { return }
    pieces.append(.agreed(ByteSpan(bytes), isTheirs: false, origin: origin))
  }

  private mutating func appendTheirs(_ bytes: Range<Int>, _ origin: Region.Agreed.Origin) {
    guard !bytes.isEmpty else { return }
    pieces.append(.agreed(ByteSpan(bytes), isTheirs: true, origin: origin))
  }

  /// Adds lines of ours, separately for lines of the base and lines that both sides added.
  private mutating func appendCommon(_ lines: Range<Int>) {
    var line = lines.lowerBound
    while line < lines.upperBound {
      while hunkIndex < compared.oursHunks.count,
        compared.oursHunks[hunkIndex].other.upperBound <= line
      {
        hunkIndex += 1
      }
      guard hunkIndex < compared.oursHunks.count else { break }
      let hunk = compared.oursHunks[hunkIndex].other
      let isChanged = hunk.lowerBound <= line
      let end = min(lines.upperBound, isChanged ? hunk.upperBound : hunk.lowerBound)
      appendOurs(compared.ours.bytes(of: line..<end), isChanged ? .both : .base)
      line = end
    }
    appendOurs(compared.ours.bytes(of: line..<lines.upperBound), .base)
  }

  private mutating func appendConflict(_ change: MergeChange) {
    let ours = compared.ours.bytes(of: change.ours.range)
    let theirs = compared.theirs.bytes(of: change.theirs.range)
    switch favour {
    case .none:
      pieces.append(
        .conflict(
          base: ByteSpan(compared.base.bytes(of: change.base.range)), ours: ByteSpan(ours),
          theirs: ByteSpan(theirs), lineEnding: lineEnding(around: change)))
    case .ours: appendOurs(ours, .favoured(.ours))
    case .theirs: appendTheirs(theirs, .favoured(.theirs))
    case .union:
      appendOurs(ours, .favoured(.union))
      if !ours.isEmpty, texts.ours[ours.upperBound - 1] != .newline {
        pieces.append(.lineEnding(lineEnding(around: change)))
      }
      appendTheirs(theirs, .favoured(.union))
    }
  }

  /// How marker lines end: in `\r\n` when the base starts so and neither side has another ending there.
  private func lineEnding(around change: MergeChange) -> LineEnding {
    let ours = ending(in: compared.ours, of: texts.ours, near: max(0, change.ours.start - 1))
    let theirs = ending(
      in: compared.theirs, of: texts.theirs, near: max(0, change.theirs.start - 1))
    guard ours != .lineFeed, theirs != .lineFeed else { return .lineFeed }
    return ending(in: compared.base, of: texts.base, near: 0) ?? .lineFeed
  }

  /// How `line` ends; a last line without an ending gets that of the line before it.
  private func ending(
    in lines: LineTokens, of text: UnsafeRawBufferPointer, near line: Int
  ) -> LineEnding? {
    guard line < lines.count else { return nil }
    if text[lines.starts[line + 1] - 1] == .newline { return ending(of: lines, text, line) }
    return line > 0 ? ending(of: lines, text, line - 1) : nil
  }

  private func ending(
    of lines: LineTokens, _ text: UnsafeRawBufferPointer, _ line: Int
  ) -> LineEnding {
    let bytes = text[lines.starts[line]..<lines.starts[line + 1]].dropLast()
    return bytes.last == .carriageReturn ? .carriageReturnLineFeed : .lineFeed
  }
}
