import DocMergeCore

extension Invariants {
  /// The merges that follow git.
  mutating func checkLines() {
    let profiles = [("git-merge-file", MergeProfile.gitMergeFile), ("git-merge", .gitMerge)]
    let (base, ours, theirs) = (texts.base, texts.ours, texts.theirs)
    for (profileName, profile) in profiles {
      for style in chosen(ConflictStyle.allCases) {
        let options = MergeOptions(profile: profile, style: style)
        let name = "\(profileName) \(style)"
        func merged(_ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8]) -> Merged {
          merge(base: base, ours: ours, theirs: theirs, options: options)
        }
        let result = step(name) { merged(base, ours, theirs) }
        checkForm(result, name)
        checkAudit(result, name)
        checkMirror(result, merged(base, theirs, ours), name)
        guard style == .merge || !isSmall else { continue }
        checkLaws(name, merged)
      }
      for favour in chosen([Favour.ours, .theirs, .union]) {
        let options = MergeOptions(profile: profile, favour: favour)
        let result = merge(base: base, ours: ours, theirs: theirs, options: options)
        expect(result.isClean, "favoured merges are clean: \(profileName) \(favour)")
      }
    }
  }

  /// The merges through layers and rules.
  mutating func checkTexts() {
    let (base, ours, theirs) = (texts.base, texts.ours, texts.theirs)
    for policy in chosen(MergePolicy.allCases) {
      for style in chosen(ConflictStyle.allCases) {
        let name = "\(policy) \(style)"
        let options = TextMergeOptions(policy: policy, style: style, isSuggesting: true)
        func merged(_ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8]) -> Merged {
          (try? mergeText(base: base, ours: ours, theirs: theirs, options: options))
            ?? Merged(regions: [], style: style)
        }
        let result = step(name) { merged(base, ours, theirs) }
        checkForm(result, name)
        checkAudit(result, name)
        checkMirror(result, merged(base, theirs, ours), name)
        note("\(name) \(String(describing: result.obstacle))")
        guard style == .merge || !isSmall else { continue }
        checkLaws(name, merged)
      }
    }
  }

  /// What only one side changed, or both alike, is the result.
  mutating func checkLaws(
    _ name: String, _ merged: ([UInt8], [UInt8], [UInt8]) -> Merged
  ) {
    for other in isSmall ? [texts.ours, texts.theirs] : [texts.ours] {
      expect(merged(texts.base, other, texts.base).clean == other, "one side alone: \(name)")
      expect(merged(texts.base, texts.base, other).clean == other, "other side alone: \(name)")
      expect(merged(texts.base, other, other).clean == other, "both sides alike: \(name)")
    }
  }

  /// What a merge and its mirror have in common, in whatever order.
  ///
  /// Not the white space: of two layouts of the same words one is taken, and a line without an ending
  /// gets one when another is put behind it.
  /// NUL goes with the white space of UTF-16 and UTF-32.
  func compared(_ text: [UInt8]) -> [UInt8] {
    text.filter { ![0x00, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x20].contains($0) }
  }

  /// Swapping the sides swaps them in the merge and does nothing else.
  private mutating func checkMirror(_ merged: Merged, _ swapped: Merged, _ name: String) {
    expect(merged.isClean == swapped.isClean, "mirror is as clean: \(name)")
    expect(merged.layers == swapped.layers, "mirror has the same layers: \(name)")
    // Where both sides added something, ours comes first: then only the order differs.
    let (text, other) = (merged.clean, swapped.clean)
    if let text, let other, text != other {
      let isDecided = merged.regions.contains { region in
        guard case .agreed(let agreed) = region, case .decided = agreed.origin else { return false }
        return true
      }
      expect(isDecided, "mirror is the same text: \(name)")
      let (bytes, others) = (compared(text), compared(other))
      expect(bytes.count == others.count, "mirror is as long: \(name)")
      expect(bytes.sorted() == others.sorted(), "mirror has the same bytes: \(name)")
    }
    // In merge style conflicts are cut where ours and theirs agree, which may go either way.
    guard merged.style != .merge else { return }
    let mirrored = swapped.conflicts.map { conflict in
      Region.Conflict(
        base: conflict.base, ours: conflict.theirs, theirs: conflict.ours,
        lineEnding: conflict.lineEnding)
    }
    let plain = merged.conflicts.map { conflict in
      Region.Conflict(
        base: conflict.base, ours: conflict.ours, theirs: conflict.theirs,
        lineEnding: conflict.lineEnding)
    }
    expect(plain == mirrored, "mirror has the same conflicts: \(name)")
    expect(decidedRules(merged) == decidedRules(swapped), "mirror follows the same rules: \(name)")
  }

  /// The rules that settled the places of a merge, in their order.
  private func decidedRules(_ merged: Merged) -> [String] {
    merged.regions.compactMap { region in
      guard case .agreed(let agreed) = region, case .decided(let rule, _) = agreed.origin else {
        return nil
      }
      return rule.name
    }
  }
}
