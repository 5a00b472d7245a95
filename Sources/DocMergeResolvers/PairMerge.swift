import DocMergeCore
import DocMergeFormats
import DocMergeOffice

/// A text, and the rules that were used for it.
struct MergedText {
  var bytes: [UInt8]
  var rules: [MergeRule] = []
}

/// Merges two texts with their base.
struct PairMerge {
  /// The outcome.
  enum Outcome {
    case clean(MergedText)
    case conflicts(Merged)
    case refused(MergeAttempt.Reason)
  }

  let method: ThreeWayMerge.Method
  let style: ConflictStyle
  /// The name of the document, which shows its possible formats.
  let path: String
  /// The format that an attribute names, if any.
  let format: String?

  func merge(base: [UInt8], ours: [UInt8], theirs: [UInt8]) -> Outcome {
    // If one side changed nothing, nothing needs to be text either.
    if ours == theirs || theirs == base { return .clean(MergedText(bytes: ours)) }
    if ours == base { return .clean(MergedText(bytes: theirs)) }
    if case .profile = method, [base, ours, theirs].contains(where: isBinary) {
      return .refused(.binary)
    }
    if case .policy(let policy) = method, OfficeForm.isOffice(ours, path: path) {
      return merge(policy, base: base, ours: ours, theirs: theirs)
    }
    let merged = regions(base, ours, theirs)
    if let obstacle = merged.obstacle { return .refused(.init(obstacle)) }
    guard let bytes = merged.clean else { return .conflicts(merged) }
    guard isAccounted(merged, base, ours, theirs) else { return .refused(.unaccounted) }
    return .clean(MergedText(bytes: bytes, rules: merged.rules))
  }

  /// The lines of ours that the conflicts of a merge cover, counted from 1; none if unknown.
  func lines(
    of merged: Merged, base: [UInt8], ours: [UInt8], theirs: [UInt8]
  ) -> [Range<Int>] {
    guard merged.layers != nil else { return ours.lines(of: merged.conflicts) }
    // Without its layers each text has the same lines, and the slices refer to them.
    let texts = LayeredTexts(base: base, ours: ours, theirs: theirs)
    let lines = texts.ours.lines(of: contents(of: texts).conflicts)
    return lines.count == merged.conflicts.count ? lines : []
  }

  private func regions(_ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8]) -> Merged {
    switch method {
    case .profile(let profile):
      return DocMergeCore.merge(
        base: base, ours: ours, theirs: theirs,
        options: MergeOptions(profile: profile, style: style))
    case .policy(let policy):
      // It is never cancelled; otherwise all would still be in conflict.
      var options = TextMergeOptions(policy: policy, style: style, isSuggesting: true)
      var structure = structure
      structure.startsPrograms = true
      options.structure = structure
      let merged = try? mergeText(base: base, ours: ours, theirs: theirs, options: options)
      let all = Region.Conflict(base: base[...], ours: ours[...], theirs: theirs[...])
      return merged ?? Merged(regions: [.conflict(all)], style: options.style)
    }
  }

  /// Merges office documents as the texts that represent them.
  private func merge(
    _ policy: MergePolicy, base: [UInt8], ours: [UInt8], theirs: [UInt8]
  ) -> Outcome {
    do throws(OfficeRefusal) {
      let office = try OfficeMerge(base: base, ours: ours, theirs: theirs)
      // It is never cancelled.
      guard let merge = try? office.merge(TextMergeOptions(policy: policy, style: style)) else {
        return .refused(.unaccounted)
      }
      guard let text = merge.contents.clean else { return .conflicts(merge.contents) }
      return .clean(MergedText(bytes: try office.composed(text), rules: merge.contents.rules))
    } catch {
      return .refused(.office(error))
    }
  }

  private var structure: DocumentStructure {
    DocumentStructure(path: path, formatName: format)
  }

  private func contents(of texts: LayeredTexts) -> Merged {
    regions(texts.base, texts.ours, texts.theirs)
  }

  /// Whether each change of each side is in the merge, or a rule explains why not.
  private func isAccounted(
    _ merged: Merged, _ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8]
  ) -> Bool {
    guard case .policy = method else { return true }
    guard merged.layers != nil else {
      return audit(
        of: merged, base: base, ours: ours, theirs: theirs, structure: structure
      ).isClean
    }
    let texts = LayeredTexts(base: base, ours: ours, theirs: theirs)
    return audit(
      of: contents(of: texts), base: texts.base, ours: texts.ours, theirs: texts.theirs,
      structure: structure
    ).isClean
  }
}

extension Merged {
  /// The rules that decided something, each once, by name.
  var rules: [MergeRule] { regions.compactMap(\.rule) }
}

extension MergeAttempt.Reason {
  fileprivate init(_ obstacle: MergeObstacle) {
    switch obstacle {
    case .binary: self = .binary
    case .damaged: self = .damaged
    case .encodings: self = .encodings
    }
  }
}

extension [UInt8] {
  /// The lines that conflicts cover in this text, counted from 1; none if they are not slices of it.
  fileprivate func lines(of conflicts: [Region.Conflict]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var (offset, number) = (0, 1)
    func line(at end: Int) -> Int {
      while offset < end {
        if self[offset] == UInt8(ascii: "\n") { number += 1 }
        offset += 1
      }
      return number
    }
    for part in conflicts.map(\.ours) {
      guard offset <= part.startIndex, part.endIndex <= count,
        self[part.startIndex..<part.endIndex] == part
      else { return [] }
      let start = line(at: part.startIndex)
      let end = part.isEmpty ? start : line(at: part.endIndex - 1) + 1
      ranges.append(start..<end)
    }
    return ranges
  }
}
