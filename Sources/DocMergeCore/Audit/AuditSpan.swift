/// A stretch of lines of all three inputs that at least one side changed, or that neither did.
struct AuditSpan {
  /// The side that changed it.
  var kind: ChunkKind
  var base: Range<Int>
  var ours: Range<Int>
  var theirs: Range<Int>

  /// Whether it ends before these lines.
  func ends(by baseLine: Int, _ oursLine: Int, _ theirsLine: Int) -> Bool {
    base.upperBound <= baseLine && ours.upperBound <= oursLine
      && theirs.upperBound <= theirsLine
  }
}

/// Three texts cut into lines, and what each side changed.
struct AuditTexts {
  let base: Lines
  let ours: Lines
  let theirs: Lines
  let oursHunks: [Hunk]
  let theirsHunks: [Hunk]

  init(_ comparison: LineMerge) {
    (self.base, self.ours, self.theirs) = comparison.lines
    oursHunks = comparison.oursHunks
    theirsHunks = comparison.theirsHunks
  }

  /// All spans of the texts, in order; hunks that touch are one span.
  var spans: [AuditSpan] {
    var spans: [AuditSpan] = []
    var (oursIndex, theirsIndex) = (0, 0)
    var (baseLine, oursLine, theirsLine) = (0, 0, 0)
    func appendCommon(until line: Int) {
      let count = line - baseLine
      guard count > 0 else { return }
      spans.append(
        AuditSpan(
          kind: .unchanged, base: baseLine..<line, ours: oursLine..<oursLine + count,
          theirs: theirsLine..<theirsLine + count))
      (baseLine, oursLine, theirsLine) = (line, oursLine + count, theirsLine + count)
    }
    while let start = start(oursIndex, theirsIndex) {
      appendCommon(until: start)
      let (oursStart, theirsStart) = (oursIndex, theirsIndex)
      let end = extend(&oursIndex, &theirsIndex, from: start)
      let growth = (
        ours: growth(oursHunks[oursStart..<oursIndex]),
        theirs: growth(theirsHunks[theirsStart..<theirsIndex])
      )
      var span = AuditSpan(
        kind: .conflict, base: start..<end,
        ours: oursLine..<oursLine + end - start + growth.ours,
        theirs: theirsLine..<theirsLine + end - start + growth.theirs)
      span.kind = kind(of: span, oursIndex > oursStart, theirsIndex > theirsStart)
      spans.append(span)
      (baseLine, oursLine, theirsLine) = (end, span.ours.upperBound, span.theirs.upperBound)
    }
    appendCommon(until: base.count)
    return spans
  }

  private func start(_ oursIndex: Int, _ theirsIndex: Int) -> Int? {
    let ours = oursIndex < oursHunks.count ? oursHunks[oursIndex].base.lowerBound : nil
    let theirs = theirsIndex < theirsHunks.count ? theirsHunks[theirsIndex].base.lowerBound : nil
    guard let ours, let theirs else { return ours ?? theirs }
    return min(ours, theirs)
  }

  /// Skips all hunks that touch; returns the base line where the last one ends.
  private func extend(_ oursIndex: inout Int, _ theirsIndex: inout Int, from start: Int) -> Int {
    var end = start
    while true {
      if oursIndex < oursHunks.count, oursHunks[oursIndex].base.lowerBound <= end {
        end = max(end, oursHunks[oursIndex].base.upperBound)
        oursIndex += 1
      } else if theirsIndex < theirsHunks.count, theirsHunks[theirsIndex].base.lowerBound <= end {
        end = max(end, theirsHunks[theirsIndex].base.upperBound)
        theirsIndex += 1
      } else {
        return end
      }
    }
  }

  private func growth(_ hunks: ArraySlice<Hunk>) -> Int {
    hunks.reduce(0) { $0 + $1.other.count - $1.base.count }
  }

  private func kind(_ span: AuditSpan) -> ChunkKind {
    ours.text(of: span.ours) == theirs.text(of: span.theirs) ? .both : .conflict
  }

  private func kind(
    of span: AuditSpan, _ isOurs: Bool, _ isTheirs: Bool
  ) -> ChunkKind {
    guard isOurs, isTheirs else { return isOurs ? .ours : .theirs }
    return kind(span)
  }

  /// The stretch of several spans that follow one another.
  func stretch(base: Range<Int>, ours: Range<Int>, theirs: Range<Int>) -> Stretch {
    Stretch(
      base: self.base.text(of: base), ours: self.ours.text(of: ours),
      theirs: self.theirs.text(of: theirs))
  }

  func stretch(_ span: AuditSpan) -> Stretch {
    stretch(base: span.base, ours: span.ours, theirs: span.theirs)
  }

  /// What the sides did in a span that needs no decision; the hunks there are those of the texts.
  func items(_ span: AuditSpan) -> [AuditItem] {
    var items: [AuditItem] = []
    for side in MergeSide.allCases {
      let hunks = side == .ours ? oursHunks : theirsHunks
      let lines = side == .ours ? ours : theirs
      var index = hunks.partitioningIndex { $0.base.lowerBound >= span.base.lowerBound }
      while index < hunks.count, hunks[index].base.upperBound <= span.base.upperBound {
        let hunk = hunks[index]
        let parts = [
          (AuditItem.Change.deleted, base.text(of: hunk.base)),
          (.inserted, lines.text(of: hunk.other)),
        ]
        for (change, bytes) in parts where !bytes.isEmpty {
          items.append(
            AuditItem(
              side: side, change: change, bytes: bytes, isWholeLines: true,
              fate: span.kind == .both ? .same : .kept))
        }
        index += 1
      }
    }
    return items
  }
}
