package import DocMergeCore

/// The text of a document in conflict: agreed text, and the regions that a person decides.
///
/// It is a function of a merge and of the steps that a person took, so that any step can be taken back.
package struct TextDecisions: Sendable {
  /// A stretch of the text.
  package enum Part: Sendable, Hashable {
    /// Bytes that need no decision, or that a rule settled.
    case agreed(Region.Agreed)
    /// A region for the person to decide.
    case open(OpenRegion)
  }

  /// The stretches, in the order of the text.
  package private(set) var parts: [Part]

  /// The contents of the texts, in UTF-8 with `\n` at the end of each line.
  private let texts: LayeredTexts
  private let hasBase: Bool
  private let inputs: (base: [UInt8], ours: [UInt8], theirs: [UInt8])
  /// The merge as it was made.
  private let contents: Merged

  /// Takes a merge that left conflicts.
  ///
  /// - Parameters:
  ///   - merge: The merge.
  ///   - inputs: The bytes of the three files; an empty base where there is none.
  ///   - hasBase: Whether there is a base.
  ///   - remembered: The earlier decision of a person for a conflict.
  package init(
    _ merge: LayeredMerge, inputs: (base: [UInt8], ours: [UInt8], theirs: [UInt8]),
    hasBase: Bool = true, remembered: (Region.Conflict) -> [UInt8]? = { _ in nil }
  ) {
    texts = merge.texts
    contents = merge.contents
    self.inputs = inputs
    self.hasBase = hasBase
    parts = merge.contents.regions.map { region in
      switch region {
      case .agreed(let agreed): .agreed(agreed)
      case .conflict(let conflict):
        .open(OpenRegion(conflict, remembered: remembered(conflict), hasBase: hasBase))
      }
    }
  }

  /// The contents of the base, in UTF-8 with `\n` at the end of each line; empty where there is none.
  package var base: [UInt8] { texts.base }

  /// The contents of ours, of which conflicts have slices.
  package var ours: [UInt8] { texts.ours }

  /// The contents of theirs, of which conflicts have slices.
  package var theirs: [UInt8] { texts.theirs }

  // MARK: - Regions

  /// The regions for the person to decide, in the order of the text.
  package var regions: [OpenRegion] {
    parts.compactMap { part in
      if case .open(let region) = part { return region }
      return nil
    }
  }

  /// The decisions of rules before the person was asked, in the order of the text.
  package var decidedByRules: [(rule: MergeRule, conflict: Region.Conflict)] {
    parts.compactMap { part in
      guard case .agreed(let agreed) = part, case .decided(let rule, let conflict) = agreed.origin
      else { return nil }
      return (rule, conflict)
    }
  }

  /// The verdict of each rule on a region, and so why none settled it.
  package func verdicts(on region: OpenRegion) -> [RuleVerdict] {
    ruleVerdicts(
      of: region.conflict, base: texts.base, ours: texts.ours, theirs: texts.theirs)
  }

  /// A number that distinguishes these regions from others of the same texts.
  var fingerprint: UInt64 {
    Fingerprint(
      of: regions.map(\.conflict).flatMap { [$0.base ?? [], $0.ours, $0.theirs] }
    ).value
  }

  /// How many regions are not decided yet.
  package var openCount: Int { regions.count { $0.choice == nil } }

  /// The index of a region among the parts.
  private func part(of region: Int) -> Int? {
    var count = 0
    return parts.firstIndex { part in
      guard case .open = part else { return false }
      count += 1
      return count == region + 1
    }
  }

  private func region(_ number: Int) -> (part: Int, region: OpenRegion)? {
    guard number >= 0, let index = part(of: number), case .open(let region) = parts[index] else {
      return nil
    }
    return (index, region)
  }

  // MARK: - Steps

  /// Takes a step; `false` where it is not possible here, and then nothing is changed.
  mutating func take(_ step: Step) -> Bool {
    switch step {
    case .choose(let number, let choice): choose(choice, for: number)
    case .split(let number, let ours, let base, let theirs):
      split(number, ours: ours, base: base, theirs: theirs)
    case .join(let number): join(number)
    case .reopen(let number): reopen(number)
    case .keep: false
    }
  }

  private mutating func choose(_ choice: Choice?, for number: Int) -> Bool {
    guard let (part, found) = region(number) else { return false }
    var region = found
    if let choice, region.text(of: choice) == nil { return false }
    region.choice = choice
    parts[part] = .open(region)
    return true
  }

  /// Cuts a region in two after some lines of each text; neither part may be empty in all texts.
  private mutating func split(_ number: Int, ours: Int, base: Int, theirs: Int) -> Bool {
    guard let (part, region) = region(number) else { return false }
    let conflict = region.conflict
    guard let own = Self.cut(conflict.ours, behind: ours),
      let other = Self.cut(conflict.theirs, behind: theirs)
    else { return false }
    var old: (ArraySlice<UInt8>, ArraySlice<UInt8>)?
    if let text = conflict.base {
      guard let cut = Self.cut(text, behind: base) else { return false }
      old = cut
    }
    let halves = [
      Region.Conflict(
        base: old?.0, ours: own.0, theirs: other.0, lineEnding: conflict.lineEnding),
      Region.Conflict(
        base: old?.1, ours: own.1, theirs: other.1, lineEnding: conflict.lineEnding),
    ]
    guard halves.allSatisfy({ !$0.isEmpty }) else { return false }
    parts.replaceSubrange(
      part...part, with: halves.map { Part.open(OpenRegion($0, remembered: nil, hasBase: hasBase)) }
    )
    return true
  }

  /// Makes a region from a decision of a rule; the text of the rule is its suggestion.
  private mutating func reopen(_ number: Int) -> Bool {
    var count = 0
    for index in parts.indices {
      guard case .agreed(let agreed) = parts[index],
        case .decided(let rule, var conflict) = agreed.origin
      else { continue }
      count += 1
      guard count == number + 1 else { continue }
      conflict.suggestion = Region.Suggestion(bytes: Array(agreed.bytes), rule: rule)
      parts[index] = .open(OpenRegion(conflict, remembered: nil, hasBase: hasBase))
      return true
    }
    return false
  }

  /// Joins a region with the next one, and with the text between them.
  private mutating func join(_ number: Int) -> Bool {
    guard let (first, one) = region(number), let (last, other) = region(number + 1),
      let ours = Self.span(one.conflict.ours, other.conflict.ours, in: texts.ours),
      let theirs = Self.span(one.conflict.theirs, other.conflict.theirs, in: texts.theirs)
    else { return false }
    var base: ArraySlice<UInt8>?
    if let start = one.conflict.base, let end = other.conflict.base {
      guard let span = Self.span(start, end, in: texts.base) else { return false }
      base = span
    }
    let whole = Region.Conflict(
      base: base, ours: ours, theirs: theirs, lineEnding: one.conflict.lineEnding)
    parts.replaceSubrange(
      first...last, with: [.open(OpenRegion(whole, remembered: nil, hasBase: hasBase))])
    return true
  }

  /// The stretch of a text from the start of one slice of it to the end of another; `nil` where they
  /// are not slices of the text, for example where a rule rewrote them.
  private static func span(
    _ start: ArraySlice<UInt8>, _ end: ArraySlice<UInt8>, in text: [UInt8]
  ) -> ArraySlice<UInt8>? {
    guard start.startIndex <= end.endIndex, start.endIndex <= end.startIndex,
      end.endIndex <= text.count, text[start.indices] == start, text[end.indices] == end
    else { return nil }
    return text[start.startIndex..<end.endIndex]
  }
}

extension TextDecisions {
  /// Cuts a text after some lines.
  private static func cut(
    _ text: ArraySlice<UInt8>, behind count: Int
  ) -> (ArraySlice<UInt8>, ArraySlice<UInt8>)? {
    guard count >= 0 else { return nil }
    var end = text.startIndex
    for _ in 0..<count {
      guard end < text.endIndex else { return nil }
      end = text[end...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? text.endIndex
    }
    return (text[..<end], text[end...])
  }
}

extension Region.Conflict {
  fileprivate var isEmpty: Bool { ours.isEmpty && theirs.isEmpty && base?.isEmpty ?? true }
}

extension TextDecisions {
  /// The rule for a person's decision; text that a person leaves out counts as dropped by it.
  package static let byHand = MergeRule(name: "by-hand", risk: .low, policy: .strict)

  /// The text as it would be written now: decided regions in place, the others as conflicts.
  ///
  /// Encoding, byte-order mark and line ends are applied again.
  package var merged: Merged { texts.restore(settled) }

  /// The faults of the structure of a decided text, such as a key that would occur twice.
  package func faults(in structure: any MergeStructure) -> [String] {
    guard let bytes = settled.clean else { return [] }
    return ResultFaults(
      base: texts.base, ours: texts.ours, theirs: texts.theirs, structure: structure
    )
    .faults(in: bytes, isWhole: true).map(\.reason)
  }

  /// The same without the layers.
  private var settled: Merged {
    var result = contents
    result.regions = []
    var ending: [UInt8] = []
    for part in parts {
      let region: Region
      var next: [UInt8] = []
      switch part {
      case .agreed(let agreed): region = .agreed(agreed)
      case .open(let open):
        guard let bytes = open.decided else {
          region = .conflict(open.conflict)
          break
        }
        region = .agreed(
          .init(bytes: bytes[...], origin: .decided(by: Self.byHand, from: open.conflict)))
        let isFinished = bytes.last.map { $0 == UInt8(ascii: "\n") } ?? true
        next = isFinished ? [] : [UInt8(ascii: "\n")]
      }
      guard !region.isEmpty else { continue }
      // Text that a person wrote without a line end gets one before anything else follows.
      if !ending.isEmpty {
        result.regions.append(.agreed(.init(bytes: ending[...], origin: .both)))
      }
      result.regions.append(region)
      ending = next
    }
    return result
  }

  /// The fate of every change of the sides, with the decisions so far.
  ///
  /// Text that a person left out counts as dropped by ``byHand``. If the merge itself is not clean, the audit
  /// shows that.
  package func audit(structure: (any MergeStructure)? = nil) -> MergeAudit {
    func audit(_ merged: Merged) -> MergeAudit {
      DocMergeCore.audit(
        of: merged, base: inputs.base, ours: inputs.ours, theirs: inputs.theirs,
        structure: structure)
    }
    let before = audit(texts.restore(contents))
    guard before.isClean else { return before }
    var now = audit(merged)
    for index in now.items.indices where now.items[index].fate == .unaccounted {
      now.items[index].fate = .dropped(by: Self.byHand)
    }
    // The text of a person needs no other reason.
    now.findings = []
    return now
  }
}

extension Region {
  fileprivate var isEmpty: Bool {
    switch self {
    case .agreed(let agreed): agreed.bytes.isEmpty
    case .conflict: false
    }
  }
}
