import DocMergeCore
import DocMergeDecisions
import DocMergeFormats

extension StateReport {
  init(
    _ session: DecisionSession, images: [DocumentImages], title: String, revision: Int, shown: Int?,
    position: DecisionSession.Position?, message: String?, keepFault: String?
  ) {
    self.title = title
    self.revision = revision
    self.message = message
    self.keepFault = keepFault
    total = session.positions.count
    open = session.openCount
    canUndo = session.documents.contains { !$0.steps.isEmpty }
    var copy = session
    canRedo = copy.redo()
    documents = zip(session.documents, images).map { DocumentSummary($0, images: $1) }
    changed = position.map { ChangeReport(document: $0.document, region: $0.region) }
    guard let shown, session.documents.indices.contains(shown) else { return }
    self.shown = shown
    decisions = session.documents[shown].text?.regions.map(DecisionReport.init)
  }
}

extension DocumentSummary {
  init(_ document: SessionDocument, images: DocumentImages) {
    path = document.path
    regions = document.text?.regions.count ?? 1
    open = document.openCount
    isText = document.text != nil
    suggested =
      document.text?.regions.count { region in
        guard region.choice == nil, let risk = region.suggestion?.rule.risk else { return false }
        return risk != .high
      } ?? 0
    versions = document.versions.enumerated().map { number, version in
      VersionReport(
        name: version.name, origin: version.origin, size: version.size, detail: version.detail,
        date: version.date, isImage: images.types[.number(number)] != nil)
    }
    whole = document.whole?.name
    if case .version(let number)? = document.whole { wholeVersion = number }
    canMerge = document.canMerge
    canTrack = document.canTake(.tracked)
    hasOneResult = document.hasOneResult
    layout = document.layout
    hasBaseImage = images.types[.base] != nil
    members = [MemberReport](document)
    views = document.text == nil ? ["whole"] : ["text"]
    if document.text != nil {
      let structure = DocumentStructure(path: document.path, formatName: document.format)
      if StructureChanges.isPossible(in: structure) { views.append("tree") }
      if !images.types.isEmpty { views.append("image") }
    }
  }
}

extension SessionDocument {
  /// Describes how its text is cut into regions.
  fileprivate var layout: String {
    var hasher = Hasher()
    for region in text?.regions ?? [] {
      hasher.combine(region.conflict.ours.indices)
      hasher.combine(region.conflict.theirs.indices)
    }
    return String(hasher.finalize())
  }
}

extension DecisionReport {
  init(_ region: OpenRegion) {
    choice = region.choice?.name
    text = region.decided.map(\.words)
  }
}

extension DocumentReport {
  init(_ document: SessionDocument, number: Int, revision: Int) {
    self.number = number
    self.revision = revision
    layout = document.layout
    let ours = document.text?.ours ?? []
    var counter = LineCounter(ours)
    let places = document.text.map { LinePlaces(of: $0).places } ?? []
    parts = zip(document.text?.parts ?? [], places).map { part, place in
      var report =
        switch part {
        case .agreed(let agreed): PartReport(agreed)
        case .open(let region):
          PartReport(region, line: counter.line(at: region.conflict.ours.startIndex))
        }
      report.lines = LinesReport(base: place.base, ours: place.ours, theirs: place.theirs)
      return report
    }
  }
}

extension PartReport {
  init(_ agreed: Region.Agreed) {
    text = agreed.bytes.words
    switch agreed.origin {
    case .base: origin = "base"
    case .ours: origin = "ours"
    case .theirs: origin = "theirs"
    case .both: origin = "both"
    case .favoured: origin = "favoured"
    case .decided(let rule, let conflict):
      origin = "rule"
      self.rule = RuleReport(rule)
      (ours, theirs) = (conflict.ours.words, conflict.theirs.words)
      base = conflict.base.map(\.words)
    }
  }

  init(_ region: OpenRegion, line: Int) {
    let conflict = region.conflict
    origin = "open"
    (ours, theirs) = (conflict.ours.words, conflict.theirs.words)
    base = region.base.map(\.words)
    self.line = line
    suggestion = region.suggestion.map(\.bytes.words)
    rule = region.suggestion.map { RuleReport($0.rule) }
    remembered = region.remembered.map(\.words)
    reason = conflict.reason
    isEditable = region.isText
    decision = DecisionReport(region)
  }
}

extension RuleReport {
  init(_ rule: MergeRule) {
    (name, words, risk) = (rule.name, rule.words, rule.risk.rawValue)
  }
}

extension PreviewReport {
  init?(_ document: SessionDocument, faults: [String]) {
    guard let text = document.text else { return nil }
    self.faults = document.whole == nil ? faults : []
    encoding = text.merged.layers?.encoding.rawValue
    pieces = text.parts.map { part in
      switch part {
      case .agreed(let agreed):
        PreviewPiece(text: agreed.bytes.words, origin: PartReport(agreed).origin)
      case .open(let region):
        region.decided.map { PreviewPiece(text: $0.words, origin: "decided") }
          ?? PreviewPiece(
            text: Merged(regions: [.conflict(region.conflict)], style: .diff3).marked().words,
            origin: "open")
      }
    }
    sides = AuditReport(text).sides
  }
}

extension AuditReport {
  init(_ text: TextDecisions) {
    let audit = text.audit()
    sides = [MergeSide.ours, .theirs].map { side in
      let sum = audit.sum(of: side)
      return SideReport(
        side: side == .ours ? "ours" : "theirs", changes: sum.total, kept: sum.kept + sum.same,
        dropped: sum.dropped, open: sum.inConflict)
    }
  }
}

extension Collection<UInt8> {
  /// The bytes as text; bytes that are not UTF-8 are replaced by U+FFFD.
  fileprivate var words: String { String(decoding: self, as: UTF8.self) }
}

/// Counts the lines of a text up to places in ascending order.
private struct LineCounter {
  private let bytes: [UInt8]
  private var place = 0
  private var count = 1

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The number of the line at a place, counted from 1.
  mutating func line(at place: Int) -> Int {
    let end = Swift.min(place, bytes.count)
    guard end >= self.place else { return count }
    count += bytes[self.place..<end].count { $0 == UInt8(ascii: "\n") }
    self.place = end
    return count
  }
}
