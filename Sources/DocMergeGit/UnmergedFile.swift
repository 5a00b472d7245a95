import DocMergeCore
import DocMergeFiles

/// The versions of a file in conflict, and the possible results of merging them.
///
/// Git does not record who wrote a file in conflict. So it counts as untouched if it is one of the versions, or
/// a result of git, or of docmerge as its driver, for some way to compare lines and to show conflicts.
/// The labels of markers do not matter.
struct UnmergedFile {
  /// The path, which shows the possible formats of the file.
  let path: String
  /// The format that attributes name, if any.
  let format: String?
  let base: [UInt8]
  /// The texts of ours and theirs; only one, where the other side has no file here.
  let sides: [[UInt8]]

  /// The most bytes that are merged in all possible ways.
  private static let sizeLimit = 1 << 22

  /// Whether a text is the result of a merge, or an unchanged version.
  func isLeft(_ text: [UInt8]) -> Bool {
    if sides.contains(text) || text == base { return true }
    guard sides.count == 2 else { return false }
    let sizes = Self.markerSizes(in: text)
    return merges(hasMarkers: !sizes.isEmpty, hasBase: Self.hasBase(text, sizes)).contains {
      merged in
      (sizes.isEmpty ? [7] : sizes).contains { size in
        let made = merged.marked(markerSize: size)
        return Self.bare(made, size) == Self.bare(text, size)
      }
    }
  }

  /// The possible merges, the likeliest first.
  private func merges(hasMarkers: Bool, hasBase: Bool) -> some Sequence<Merged> {
    let styles: [ConflictStyle] = hasBase ? [.diff3, .zdiff3] : [.merge]
    let favours: [Favour?] = hasMarkers ? [nil] : [nil, .ours, .theirs, .union]
    let isSmall = base.count + sides[0].count + sides[1].count <= Self.sizeLimit
    let profiles = isSmall ? Self.profiles : Array(Self.profiles.prefix(1))
    let options = profiles.map { profile in
      styles.flatMap { style in
        favours.map { MergeOptions(profile: profile, style: style, favour: $0) }
      }
    }
    var ways = options[0].map { options in { byLines(options) as Merged? } }
    if isSmall {
      for policy in [MergePolicy.balanced, .strict, .eager] {
        for style in styles {
          ways.append {
            byRules(CarefulMerge(policy: policy, style: style, path: path, format: format))
          }
        }
      }
    }
    ways += options.dropFirst().joined().map { options in { byLines(options) } }
    return ways.lazy.compactMap { $0() }
  }

  /// The ways of git to compare lines: its usual one, those of `-Xdiff-algorithm`, and those that ignore
  /// white space.
  private static let profiles: [MergeProfile] =
    [DiffAlgorithm.histogram, .myers, .patience, .minimal].map {
      MergeProfile(algorithm: $0, zeal: .zealous)
    }
    + WhitespaceRule.allCases.dropFirst().map {
      MergeProfile(algorithm: .histogram, zeal: .zealous, whitespace: $0)
    }

  private func byLines(_ options: MergeOptions) -> Merged {
    merge(base: base, ours: sides[0], theirs: sides[1], options: options)
  }

  private func byRules(_ merge: CarefulMerge) -> Merged? {
    let outcome = merge.outcome(base: base, ours: sides[0], theirs: sides[1])
    if case .merged(let merge) = outcome { return merge.merged }
    return nil
  }

  // MARK: Markers

  /// The lengths of the runs of `<` at the start of lines, if they could be markers.
  private static func markerSizes(in text: [UInt8]) -> [Int] {
    var sizes: Set<Int> = []
    for line in Lines(text) {
      if let size = markerSize(line, of: [UInt8(ascii: "<")]) { sizes.insert(size) }
    }
    return Array(sizes.sorted().prefix(4))
  }

  private static func hasBase(_ text: [UInt8], _ sizes: [Int]) -> Bool {
    Lines(text).contains { line in
      markerSize(line, of: [UInt8(ascii: "|")]).map(sizes.contains) ?? false
    }
  }

  private static func markerSize(_ line: ArraySlice<UInt8>, of bytes: Set<UInt8>) -> Int? {
    guard let first = line.first, bytes.contains(first) else { return nil }
    let run = line.prefix { $0 == first }
    guard run.count >= 7 else { return nil }
    let next = line.dropFirst(run.count).first
    return next.map { [0x20, 0x0A, 0x0D].contains($0) } ?? true ? run.count : nil
  }

  /// The text without the labels of markers of this size.
  private static func bare(_ text: [UInt8], _ size: Int) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    let bytes = Set("<|>".utf8)
    for line in Lines(text) {
      guard markerSize(line, of: bytes) == size else {
        result += line
        continue
      }
      let ending = line.suffix(2) == [0x0D, 0x0A] ? 2 : line.last == 0x0A ? 1 : 0
      result += line.prefix(size) + line.suffix(ending)
    }
    return result
  }
}
