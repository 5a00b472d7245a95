/// Removes changes that both sides made alike, and unchanged lines, from a claim.
struct CommonEdits: Rung {
  let rule: MergeRule
  let isAboutWords = true

  func steps(for claim: ConflictLines, in surroundings: InputTexts) -> [Step]? {
    let merge = claim.lineMerge
    guard merge.pieces.count > 1 else { return sharedEnds(of: claim) }
    guard !merge.pieces.contains(where: { $0.kind == .ours || $0.kind == .theirs }) else {
      return nil
    }
    return claim.steps(of: merge, by: rule)
  }

  /// Lines that both sides put in place of those of the base, with more of their own beside them.
  ///
  /// Items are added in this way at the end of a list whose last item had no separator yet.
  private func sharedEnds(of claim: ConflictLines) -> [Step]? {
    let (ours, theirs) = (claim.ours.lines, claim.theirs.lines)
    let start = zip(ours, theirs).prefix { $0 == $1 }.count
    let end = zip(ours.dropFirst(start).reversed(), theirs.dropFirst(start).reversed())
      .prefix { $0 == $1 }.count
    guard start + end > 0, !claim.base.isEmpty, claim.base.count <= start + end,
      start + end < min(ours.count, theirs.count)
    else { return nil }
    let split = min(start, claim.base.count)
    let rest = ConflictLines(
      base: claim.base[split..<split], ours: claim.ours[start..<ours.count - end],
      theirs: claim.theirs[start..<theirs.count - end])
    return [
      .agreed(claim.ours[0..<start].text, .both), .left(rest),
      .agreed(claim.ours[ours.count - end..<ours.count].text, .both),
    ]
  }
}

/// Edits of different lines that are side by side.
///
/// In git they are a conflict, since there is no unchanged line between them.
struct AdjacentLines: Rung {
  let rule: MergeRule
  /// The kinds of edits that the two sides may have.
  let edits: [LineEdit.Pair]
  /// The part of its words that a changed line must keep.
  var likeness = 0.0

  func steps(for claim: ConflictLines, in surroundings: InputTexts) -> [Step]? {
    guard !claim.base.isEmpty else { return nil }
    let merge = claim.lineMerge
    guard merge.pieces.count > 1, hasAllowedEdits(merge, of: claim) else { return nil }
    guard Novelty(of: claim, in: surroundings).isApart else { return nil }
    return claim.steps(of: merge, by: rule)
  }

  private func hasAllowedEdits(_ merge: SequenceMerge, of claim: ConflictLines) -> Bool {
    var ours: LineEdit = []
    var theirs: LineEdit = []
    for piece in merge.pieces where piece.kind == .ours || piece.kind == .theirs {
      let part = claim.part(piece)
      let edited = piece.kind == .ours ? part.ours : part.theirs
      let edit = LineEdit(from: part.base, to: edited)
      if edit == .replacement || edit == .rewrite {
        guard WordSequence.kept(of: part.base.text, in: edited.text) >= likeness else {
          return false
        }
      }
      if piece.kind == .ours { ours.insert(edit) } else { theirs.insert(edit) }
    }
    return edits.contains { pair in
      ours.isSubset(of: pair.one) && theirs.isSubset(of: pair.other)
        || ours.isSubset(of: pair.other) && theirs.isSubset(of: pair.one)
    }
  }
}

/// The kinds of edits of lines.
struct LineEdit: OptionSet {
  let rawValue: UInt8

  /// Adds or removes lines without text.
  static let blank = LineEdit(rawValue: 1)
  /// Adds lines.
  static let insertion = LineEdit(rawValue: 1 << 1)
  /// Removes lines.
  static let deletion = LineEdit(rawValue: 1 << 2)
  /// Replaces lines by as many others.
  static let replacement = LineEdit(rawValue: 1 << 3)
  /// Replaces lines by more or fewer others.
  static let rewrite = LineEdit(rawValue: 1 << 4)
  /// Every kind.
  static let any: LineEdit = [.blank, .insertion, .deletion, .replacement, .rewrite]

  /// Edits of one side, and the edits of the other side that they may be combined with.
  struct Pair: Sendable {
    let one: LineEdit
    let other: LineEdit
  }

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(from base: LineRun, to other: LineRun) {
    if base.isBlank, other.isBlank {
      self = .blank
    } else if base.isEmpty {
      self = .insertion
    } else if other.isEmpty {
      self = .deletion
    } else {
      self = base.count == other.count ? .replacement : .rewrite
    }
  }
}

extension ConflictLines {
  /// The steps for a merge of the claim's lines.
  func steps(of merge: SequenceMerge, by rule: MergeRule) -> [Step] {
    merge.pieces.map { piece in
      let part = part(piece)
      switch piece.kind {
      case .unchanged: return .agreed(part.base.text, .base)
      case .both: return .agreed(part.ours.text, .both)
      case .ours: return .settled(Array(part.ours.text), part, rule)
      case .theirs: return .settled(Array(part.theirs.text), part, rule)
      case .conflict: return .left(part)
      }
    }
  }
}
