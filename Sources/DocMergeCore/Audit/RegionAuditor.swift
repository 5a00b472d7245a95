/// Walks through the regions of a merge and the spans of its inputs in parallel.
struct RegionAuditor {
  private let texts: AuditTexts
  private let spans: [AuditSpan]
  private var audit = MergeAudit()
  /// The first span that the walk has not passed.
  private var span = 0
  /// How far the walk has come, in bytes of ours and of theirs.
  private var oursOffset = 0
  private var theirsOffset = 0
  /// The output since the last place that both sides claim.
  private var pending: [ArraySlice<UInt8>] = []

  init(_ texts: AuditTexts) {
    self.texts = texts
    spans = texts.spans
  }

  /// The audit, or `nil` when the regions do not fit the lines of the inputs.
  mutating func audited(_ merged: Merged) -> MergeAudit? {
    for region in merged.regions {
      switch region {
      case .conflict(let conflict):
        guard advance(to: conflict.ours.startIndex, conflict.theirs.startIndex) else { return nil }
        audit.conflicts.append(conflict)
        audit.items += stretch(conflict).items(.inConflict)
        pass(conflict)
      case .agreed(let agreed):
        guard case .decided(let rule, let conflict) = agreed.origin else {
          pending.append(agreed.bytes)
          continue
        }
        guard advance(to: conflict.ours.startIndex, conflict.theirs.startIndex) else { return nil }
        let receipt = RegionAudit(of: conflict, decidedAs: agreed.bytes, by: rule)
        audit.items += receipt.items
        audit.findings += receipt.findings
        pass(conflict)
      }
    }
    let isComplete = advance(to: texts.ours.bytes.count, texts.theirs.bytes.count)
    return isComplete ? audit : nil
  }

  private func stretch(_ conflict: Region.Conflict) -> Stretch {
    Stretch(base: conflict.base ?? [], ours: conflict.ours, theirs: conflict.theirs)
  }

  private mutating func pass(_ conflict: Region.Conflict) {
    oursOffset = min(conflict.ours.endIndex, texts.ours.bytes.count)
    theirsOffset = min(conflict.theirs.endIndex, texts.theirs.bytes.count)
  }

  /// Advances to a place that both sides claim, and checks that the output up to it is as expected.
  private mutating func advance(to oursEnd: Int, _ theirsEnd: Int) -> Bool {
    guard (oursOffset...texts.ours.bytes.count).contains(oursEnd),
      (theirsOffset...texts.theirs.bytes.count).contains(theirsEnd)
    else { return false }
    var output = SliceReader(pending)
    pending.removeAll(keepingCapacity: true)
    while span < spans.count {
      let bytes = bytes(of: spans[span])
      if oursOffset >= bytes.ours.upperBound, theirsOffset >= bytes.theirs.upperBound {
        appendAgreed(spans[span])
        span += 1
        continue
      }
      let ours = oursOffset..<max(oursOffset, min(oursEnd, bytes.ours.upperBound))
      let theirs = theirsOffset..<max(theirsOffset, min(theirsEnd, bytes.theirs.upperBound))
      guard !ours.isEmpty || !theirs.isEmpty else { break }
      guard let expected = expected(spans[span].kind, ours, theirs), output.take(expected) else {
        return false
      }
      (oursOffset, theirsOffset) = (ours.upperBound, theirs.upperBound)
    }
    return output.isAtEnd && oursOffset == oursEnd && theirsOffset == theirsEnd
  }

  private func bytes(of span: AuditSpan) -> (ours: Range<Int>, theirs: Range<Int>) {
    (texts.ours.text(of: span.ours).indices, texts.theirs.text(of: span.theirs).indices)
  }

  /// The output that is expected for parts of a span; `nil` when it needs a decision.
  private func expected(
    _ kind: ChunkKind, _ ours: Range<Int>, _ theirs: Range<Int>
  ) -> ArraySlice<UInt8>? {
    let (oursText, theirsText) = (texts.ours.bytes[ours], texts.theirs.bytes[theirs])
    switch kind {
    case .ours: return oursText
    case .theirs: return theirsText
    case .unchanged, .both: return ours.count == theirs.count ? oursText : nil
    case .conflict: return oursText == theirsText ? oursText : nil
    }
  }

  /// Adds what the sides did in a span that needed no decision.
  private mutating func appendAgreed(_ span: AuditSpan) {
    guard span.kind != .unchanged, span.kind != .conflict else { return }
    audit.items += texts.items(span)
  }
}

/// Compares a sequence of slices with another one that may be cut differently.
private struct SliceReader {
  private let slices: [ArraySlice<UInt8>]
  private var index = 0
  private var offset = 0

  init(_ slices: [ArraySlice<UInt8>]) {
    self.slices = slices
  }

  var isAtEnd: Bool { index == slices.count }

  /// Reads `expected`; `false` when the slices hold something else.
  mutating func take(_ expected: ArraySlice<UInt8>) -> Bool {
    var rest = expected
    while !rest.isEmpty {
      guard index < slices.count else { return false }
      let part = slices[index].dropFirst(offset)
      let count = min(part.count, rest.count)
      guard SliceReader.areEqual(part.prefix(count), rest.prefix(count)) else { return false }
      rest = rest.dropFirst(count)
      offset += count
      if offset == slices[index].count { (index, offset) = (index + 1, 0) }
    }
    return true
  }

  /// Slices of one array at one place are equal without a look at their bytes.
  private static func areEqual(_ first: ArraySlice<UInt8>, _ second: ArraySlice<UInt8>) -> Bool {
    first.withUnsafeBytes { first in
      second.withUnsafeBytes { second in
        first.baseAddress == second.baseAddress && first.count == second.count
          || ByteRuns.areEqual(first, second)
      }
    }
  }
}

extension Merged {
  /// The regions as sections, with neighbouring texts joined: a text, then conflicts with texts between them.
  var joinedSections: [MarkedSection] { joinedSections { _, _, _ in } }

  /// The same; `decided` is called with the section and the bytes that a rule made.
  func joinedSections(
    decided: (_ rule: MergeRule, _ section: Int, _ bytes: Range<Int>) -> Void
  ) -> [MarkedSection] {
    var sections: [MarkedSection] = []
    var text: [UInt8] = []
    for region in regions {
      switch region {
      case .agreed(let agreed):
        if case .decided(let rule, _) = agreed.origin {
          decided(rule, sections.count, text.count..<text.count + agreed.bytes.count)
        }
        text += agreed.bytes
      case .conflict(let conflict):
        sections += [.text(text[...]), .conflict(conflict, ConflictLabels())]
        text = []
      }
    }
    return sections + [.text(text[...])]
  }
}
