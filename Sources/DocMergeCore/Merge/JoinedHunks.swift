/// Hunks of both sides, made into one hunk of each side wherever they have to be decided together.
///
/// A line merge puts changes at different places into the result side by side. Hunks that are extended over
/// the lines between them overlap: they are a conflict, which the structure of the text or a person decides.
struct JoinedHunks {
  private(set) var ours: [Hunk]
  private(set) var theirs: [Hunk]

  /// Joins the hunks of each side that a stretch of the base touches.
  ///
  /// - Complexity: O(*h* + *s* log *s*), *h* being the number of hunks and *s* that of stretches.
  init(ours: [Hunk], theirs: [Hunk], over stretches: [Range<Int>]) {
    let merged = Self.merged(stretches)
    self.ours = merged.isEmpty ? ours : Self.joined(ours, over: merged)
    self.theirs = merged.isEmpty ? theirs : Self.joined(theirs, over: merged)
  }

  /// The stretches in their order, with those that touch made into one.
  private static func merged(_ stretches: [Range<Int>]) -> [Range<Int>] {
    var merged: [Range<Int>] = []
    for stretch in stretches.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, stretch.lowerBound <= last.upperBound {
        merged[merged.count - 1] =
          last.lowerBound..<max(last.upperBound, stretch.upperBound)
      } else {
        merged.append(stretch)
      }
    }
    return merged
  }

  private static func joined(_ hunks: [Hunk], over stretches: [Range<Int>]) -> [Hunk] {
    var joined: [Hunk] = []
    // How many lines the text is longer than the base, before the next hunk.
    var (next, excess) = (0, 0)
    func take(_ hunk: Hunk) {
      joined.append(hunk)
      excess = hunk.other.upperBound - hunk.base.upperBound
    }
    for stretch in stretches {
      while next < hunks.count, hunks[next].base.upperBound < stretch.lowerBound {
        take(hunks[next])
        next += 1
      }
      var lower = (base: stretch.lowerBound, other: stretch.lowerBound + excess)
      var upper = stretch.upperBound
      while next < hunks.count, hunks[next].base.lowerBound <= upper {
        let hunk = hunks[next]
        if hunk.base.lowerBound < lower.base {
          lower = (hunk.base.lowerBound, hunk.other.lowerBound)
        }
        upper = max(upper, hunk.base.upperBound)
        excess = hunk.other.upperBound - hunk.base.upperBound
        next += 1
      }
      take(Hunk(base: lower.base..<upper, other: lower.other..<upper + excess))
    }
    return joined + hunks[next...]
  }
}
