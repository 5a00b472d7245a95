import DocMergeLanguage

/// Leaves to a person what rules settle differently when ours and theirs are swapped.
///
///     base     k4}  [  ,  ,          ours    ,  "k4": 1,  ,  },          theirs    "k4": 1,  },
///     merged   "k4": 1,  },          with the sides swapped    ,  "k4": 1,  },
///
/// Two replicas that merge the same versions may each call its own version ours: both must get the same result.
struct MirrorGuard {
  /// The largest text, in bytes, that is merged twice.
  private static let limit = 1 << 16

  let lines: ComparedLines
  let style: ConflictStyle

  /// Whether a merge must be compared with its mirror: a rule settled something, by more than keys.
  func isNeeded(for merged: Merged, _ structure: any ReadStructure) -> Bool {
    structure.isKnown && !structure.isKeyed && merged.isClean
      && merged.regions.contains { $0.rule != nil }
      && max(lines.base.count, lines.ours.count, lines.theirs.count) <= Self.limit
  }

  /// The merge, with conflicts in place of decisions of rules that its mirror does not share.
  ///
  /// The order of additions does not count, as ours is first.
  func guarded(_ merged: Merged, mirror: Merged) -> Merged {
    guard let text = merged.clean, let mirrored = mirror.clean else {
      return merged.isClean == mirror.isClean ? merged : opened(merged)
    }
    return said(text) == said(mirrored) ? merged : opened(merged)
  }

  private func said(_ text: [UInt8]) -> [Int] {
    var counts = Array(repeating: 0, count: 256)
    for byte in text where !byte.isWhitespace && byte != 0 { counts[Int(byte)] += 1 }
    return counts
  }

  private func opened(_ merged: Merged) -> Merged {
    var opened = merged
    opened.style = style
    opened.regions = merged.regions.flatMap { region -> [Region] in
      guard case .agreed(let agreed) = region, case .decided(_, var conflict) = agreed.origin
      else { return [region] }
      conflict.reason = tr("with ours and theirs swapped, rules would settle it otherwise")
      return conflict.reopened(in: style)
    }
    return opened
  }
}
