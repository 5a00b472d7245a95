import DocMerge
import DocMergeFiles

/// The conflicts of three texts before they were made smaller.
///
/// Equal lines of both sides at the ends of a conflict are outside of its markers, in the styles
/// `zdiff3` and `merge`. The base may have different lines there.
struct WholeConflicts {
  /// Lines that belong to a conflict, but are outside of its markers.
  struct Edges: Hashable {
    let before: ArraySlice<UInt8>
    let after: ArraySlice<UInt8>
  }

  private let conflicts: [Region.Conflict]

  /// Merges the texts in the ways of git, and of docmerge as its driver.
  init(base: [UInt8], ours: [UInt8], theirs: [UInt8], path: String) {
    let profiles = [DiffAlgorithm.histogram, .myers].map {
      MergeProfile(algorithm: $0, zeal: .zealous)
    }
    let byLines = profiles.map { profile in
      merge(
        base: base, ours: ours, theirs: theirs,
        options: MergeOptions(profile: profile, style: .diff3))
    }
    let byRules = MergePolicy.allCases.compactMap { policy -> Merged? in
      let careful = CarefulMerge(policy: policy, style: .diff3, path: path)
      guard case .merged(let made) = careful.outcome(base: base, ours: ours, theirs: theirs) else {
        return nil
      }
      return made.merged
    }
    conflicts = (byLines + byRules).flatMap(\.conflicts)
  }

  /// The edges of a conflict between markers; `nil` where it matches none of these, or more than one of them.
  func edges(of marked: MarkedConflict) -> Edges? {
    guard marked.sides.count == 2 else { return nil }
    let found = Set(conflicts.compactMap { Self.edges(of: marked, in: $0) })
    return found.count == 1 ? found.first : nil
  }

  private static func edges(of marked: MarkedConflict, in whole: Region.Conflict) -> Edges? {
    if let base = marked.base, base.bytes != whole.base ?? [] { return nil }
    let ours = Lines(Array(whole.ours))
    let theirs = Lines(Array(whole.theirs))
    let (own, other) = (marked.sides[0].bytes, marked.sides[1].bytes)
    let most = zip(ours, theirs).prefix { $0 == $1 }.count
    // As many lines as both have in common, unless those leave less than the markers show.
    for count in (0...most).reversed() {
      let before = ours.text(of: 0..<count)
      let (rest, otherRest) = (
        whole.ours.dropFirst(before.count), whole.theirs.dropFirst(before.count)
      )
      guard rest.starts(with: own), otherRest.starts(with: other) else { continue }
      let after = rest.dropFirst(own.count)
      guard after == otherRest.dropFirst(other.count) else { continue }
      return Edges(before: before, after: ArraySlice(Array(after)))
    }
    return nil
  }
}
