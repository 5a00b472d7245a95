/// Checks a result again, and leaves to a person what would break the structure of the text.
struct StructureGuard {
  private let faults: ResultFaults
  private let lines: ComparedLines
  private let style: ConflictStyle

  /// How often a result is checked again after some of it was left to a person.
  private static let rounds = 4

  init(_ structure: any ReadStructure, of lines: ComparedLines, style: ConflictStyle) {
    faults = ResultFaults(structure, lines.comparison)
    self.lines = lines
    self.style = style
  }

  /// Whether a merge has no faults.
  func allows(_ merged: Merged) -> Bool {
    guard faults.arePossible else { return true }
    let parts = PlacedRegions(merged)
    return faults.faults(in: parts.text, isWhole: merged.isClean).allSatisfy {
      parts.areLeft($0.places)
    }
  }

  /// The merge, with conflicts in place of the text that causes faults.
  func guarded(_ merged: Merged) -> Merged {
    guard faults.arePossible else { return merged }
    var merged = merged
    var known: Set<String>?
    for round in 0...Self.rounds {
      let parts = PlacedRegions(merged)
      let all = faults.faults(in: parts.text, isWhole: merged.isClean)
        .filter { !parts.areLeft($0.places) }
      // The text has ours in the place of each conflict, which can cause faults that the merge has not.
      let faults = all.filter { known?.contains($0.reason) ?? true }
      if !all.contains(where: \.hidesOthers), known == nil { known = Set(all.map(\.reason)) }
      guard !faults.isEmpty else { return merged }
      let spans = changedSpans
      let opened = parts.opened(faults, at: spans, of: lines, isAll: round == Self.rounds)
      // Where lines are missing, no region of the result shows it.
      guard !opened.isEmpty || merged.isClean else { return merged }
      let reason = faults.first?.reason ?? ""
      merged.regions = (opened.isEmpty ? spans.allOpened(reason) : opened)
        .flatMap { $0.reopened(style) }
      merged.style = style
    }
    return merged
  }

  private var changedSpans: ChangedSpans { ChangedSpans(lines.auditTexts) }
}

/// The stretches of three texts that a side changed, found by their text in the result.
private struct ChangedSpans {
  private let texts: AuditTexts
  private let all: [AuditSpan]
  private let spans: [AuditSpan]

  init(_ texts: AuditTexts) {
    self.texts = texts
    all = texts.spans
    spans = all.filter { $0.kind != .unchanged }
  }

  /// The inputs' text with a conflict at each change.
  func allOpened(_ reason: String) -> [PlacedRegions.Opened] {
    all.map { span in
      let text = texts.base.text(of: span.base)
      let region = Region.agreed(Region.Agreed(bytes: text, origin: .base))
      guard span.kind != .unchanged else { return PlacedRegions.Opened(region: region) }
      var conflict = Region.Conflict(
        base: text, ours: texts.ours.text(of: span.ours), theirs: texts.theirs.text(of: span.theirs)
      )
      conflict.reason = reason
      return PlacedRegions.Opened(region: region, conflict: conflict)
    }
  }

  /// The inputs' text at a region of one side; `nil` when there is nothing to decide.
  func conflict(for agreed: Region.Agreed) -> Region.Conflict? {
    let index: Int
    switch agreed.origin {
    case .ours:
      index = spans.partitioningIndex {
        texts.ours.text(of: $0.ours).endIndex > agreed.bytes.startIndex
      }
    case .theirs:
      index = spans.partitioningIndex {
        texts.theirs.text(of: $0.theirs).endIndex > agreed.bytes.startIndex
      }
    case .decided(_, let conflict): return conflict
    case .base, .both, .favoured: return nil
    }
    guard index < spans.count else { return nil }
    let span = spans[index]
    let conflict = Region.Conflict(
      base: texts.base.text(of: span.base), ours: texts.ours.text(of: span.ours),
      theirs: texts.theirs.text(of: span.theirs))
    let side = agreed.origin == .ours ? conflict.ours : conflict.theirs
    return side == agreed.bytes ? conflict : nil
  }
}

/// The regions of a merge, and their places in the text.
private struct PlacedRegions {
  /// The text, with ours where it is left in conflict.
  private(set) var text: [UInt8] = []
  private var regions: [(region: Region, range: Range<Int>)] = []

  /// A region, or the conflict that replaces it, and the reason.
  struct Opened {
    var region: Region
    var conflict: Region.Conflict?

    func reopened(_ style: ConflictStyle) -> [Region] {
      conflict?.reopened(in: style) ?? [region]
    }
  }

  init(_ merged: Merged) {
    for region in merged.regions {
      let start = text.count
      switch region {
      case .agreed(let agreed): text += agreed.bytes
      case .conflict(let conflict): text += conflict.ours
      }
      regions.append((region, start..<text.count))
    }
  }

  /// Whether each of the places is left to a person.
  func areLeft(_ places: [Range<Int>]) -> Bool {
    !places.isEmpty
      && places.allSatisfy { place in
        regions.contains { $0.region.isConflict && isAt(place, $0.range) }
      }
  }

  /// The regions, with conflicts where a fault involves them; none when nothing can be left open.
  func opened(
    _ faults: [StructureFault], at spans: ChangedSpans, of lines: ComparedLines, isAll: Bool
  ) -> [Opened] {
    var opened = regions.map { Opened(region: $0.region) }
    func open(_ index: Int, _ reason: String) -> Bool {
      guard opened[index].conflict == nil, case .agreed(let agreed) = regions[index].region,
        var conflict = spans.conflict(for: agreed)
      else { return false }
      conflict.reason = reason
      opened[index].conflict = conflict
      return true
    }
    var hasOpened = false
    for fault in faults {
      var isOpened = false
      for index in regions.indices
      where isAll || fault.places.contains(where: { meets($0, regions[index].range) }) {
        // A region that another fault left open counts for this one, too.
        if opened[index].conflict != nil || open(index, fault.reason) { isOpened = true }
      }
      if !isOpened { isOpened = openNearest(to: fault, open) }
      hasOpened = hasOpened || isOpened
    }
    return hasOpened ? opened : []
  }

  /// Whether a conflict, of which the text has ours, is at a place; ours may be empty.
  private func isAt(_ place: Range<Int>, _ conflict: Range<Int>) -> Bool {
    conflict.isEmpty
      ? place.lowerBound <= conflict.lowerBound && conflict.lowerBound <= place.upperBound
      : conflict.overlaps(place)
  }

  private func meets(_ place: Range<Int>, _ region: Range<Int>) -> Bool {
    place.overlaps(region) || place.isEmpty && region.contains(place.lowerBound)
  }

  /// Leaves the changes before and after a place open, where the place itself was not changed.
  private func openNearest(to fault: StructureFault, _ open: (Int, String) -> Bool) -> Bool {
    let place = fault.places.first?.lowerBound ?? 0
    let before = regions.indices.last {
      regions[$0].range.lowerBound <= place && open($0, fault.reason)
    }
    let after = regions.indices.first {
      regions[$0].range.lowerBound > place && open($0, fault.reason)
    }
    return before != nil || after != nil
  }
}

extension Region.Conflict {
  /// The conflicts that a person has to decide again, with the reason.
  func reopened(in style: ConflictStyle) -> [Region] {
    guard let claim = ConflictLines(self) else { return [.conflict(self)] }
    let cutter = ConflictCutter(claim: claim, lineEnding: lineEnding, suggestion: suggestion)
    return cutter.regions(in: style).map { region in
      guard case .conflict(var part) = region else { return region }
      part.reason = reason
      return .conflict(part)
    }
  }
}
