import DocMergeCore
import Testing

struct MergeLawTests {
  @Test func `a comparison in haste loses nothing`() {
    for seed in 0..<200 {
      let triple = Triple.random(seed: seed)
      var hasty = MergeProfile.gitMergeFile
      hasty.stepLimit = 0
      let agreed = merge(
        base: triple.base, ours: triple.ours, theirs: triple.ours,
        options: MergeOptions(profile: hasty))
      #expect(agreed.clean == triple.ours, "\(seed)")
      let same = merge(
        base: triple.base, ours: triple.ours, theirs: triple.base,
        options: MergeOptions(profile: hasty))
      #expect(same.clean == triple.ours, "\(seed)")
    }
  }

  static let settings = [MergeProfile.gitMergeFile, .gitMerge].flatMap { profile in
    ConflictStyle.allCases.map { MergeOptions(profile: profile, style: $0) }
  }

  /// Small texts in all combinations, then random ones.
  static let pairs: [(base: [UInt8], other: [UInt8])] = {
    let texts = Texts.all(upTo: 3, alphabet: ["a", "b"])
    let small = texts.flatMap { base in texts.map { (base, $0) } }
    return small + (0..<150).map { Triple.random(seed: $0) }.map { ($0.base, $0.ours) }
  }()

  @Test(arguments: settings)
  func `a change of one side only is the result`(options: MergeOptions) {
    for (base, other) in Self.pairs {
      #expect(merge(base: base, ours: other, theirs: base, options: options).clean == other)
      #expect(merge(base: base, ours: base, theirs: other, options: options).clean == other)
    }
  }

  @Test(arguments: settings)
  func `the same change of both sides is the result`(options: MergeOptions) {
    for (base, other) in Self.pairs {
      #expect(merge(base: base, ours: other, theirs: other, options: options).clean == other)
    }
  }

  /// Sections with the sides of each conflict swapped.
  private static func mirrored(_ merged: Merged) -> [MarkedSection] {
    let sections = Markers.normalized(merged.sections(labels: ConflictLabels()))
    return sections.map { section in
      guard case .conflict(var conflict, let labels) = section else { return section }
      (conflict.ours, conflict.theirs) = (conflict.theirs, conflict.ours)
      return .conflict(conflict, labels)
    }
  }

  private static func check(_ triple: Triple, _ options: MergeOptions) {
    let (base, ours, theirs) = (triple.base, triple.ours, triple.theirs)
    let merged = merge(base: base, ours: ours, theirs: theirs, options: options)
    let swapped = merge(base: base, ours: theirs, theirs: ours, options: options)
    #expect(merged.isClean == swapped.isClean, "\(triple)")
    #expect(merged.isClean == merged.conflicts.isEmpty)
    #expect(merged.isClean == (merged.clean != nil))
    if options.style != .merge || merged.isClean {
      let sections = Markers.normalized(merged.sections(labels: ConflictLabels()))
      #expect(mirrored(swapped) == sections, "\(triple)")
    }
    for conflict in merged.conflicts {
      #expect(conflict.ours == ours[conflict.ours.startIndex..<conflict.ours.endIndex])
      #expect(conflict.theirs == theirs[conflict.theirs.startIndex..<conflict.theirs.endIndex])
      if let part = conflict.base { #expect(part == base[part.startIndex..<part.endIndex]) }
    }
  }

  @Test(arguments: settings)
  func `swapping the sides mirrors the regions`(options: MergeOptions) {
    let texts = Texts.all(upTo: 2, alphabet: ["a", "b"])
    for base in texts {
      for ours in texts {
        for theirs in texts {
          Self.check(Triple(base: base, ours: ours, theirs: theirs), options)
        }
      }
    }
    for seed in 0..<150 { Self.check(Triple.random(seed: seed), options) }
  }

  @Test func `names the origin of each region`() {
    let merged = merge(
      base: "a\nb\nc\nd\ne\nf\ng\n".bytes, ours: "A\nb\nc\nD\ne\nf\no\n".bytes,
      theirs: "a\nb\nC\nc\nD\ne\nf\nt\n".bytes)
    let agreed: [(String, Region.Agreed.Origin)] = merged.regions.compactMap { region in
      guard case .agreed(let agreed) = region else { return nil }
      return (String(decoding: agreed.bytes, as: UTF8.self), agreed.origin)
    }
    #expect(agreed.map(\.0) == ["A\n", "b\n", "C\n", "c\n", "D\n", "e\nf\n"])
    #expect(agreed.map(\.1) == [.ours, .base, .theirs, .base, .both, .base])
    #expect(merged.conflicts.map { Array($0.ours) } == ["o\n".bytes])
    #expect(merged.clean == nil)
  }

  @Test func `compares once and cuts for every style`() {
    let triple = Triple.random(seed: 7)
    let comparison = LineMerge(base: triple.base, ours: triple.ours, theirs: triple.theirs)
    for style in ConflictStyle.allCases {
      let whole = merge(
        base: triple.base, ours: triple.ours, theirs: triple.theirs,
        options: MergeOptions(style: style))
      #expect(comparison.merged(style: style) == whole)
    }
    #expect(comparison.oursHunks == diffLines(base: triple.base, other: triple.ours))
    #expect(comparison.theirsHunks == diffLines(base: triple.base, other: triple.theirs))
  }

  @Test func `ends with any bytes`() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<500 {
      let texts = (0..<3).map { _ in
        (0..<generator.number(0...40)).map { _ in [0, 10, 13, 60, 255][generator.number(0...4)] }
          as [UInt8]
      }
      let merged = merge(base: texts[0], ours: texts[1], theirs: texts[2])
      #expect(merged.isClean || !merged.marked().isEmpty)
    }
  }

  @Test func `prints bare markers and markers of another size`() {
    let merged = merge(base: "1\n".bytes, ours: "2\n".bytes, theirs: "3\n".bytes)
    let bare = merged.marked(labels: ConflictLabels(), markerSize: 2)
    #expect(bare.shown == "<<\n2\n==\n3\n>>\n".bytes.shown)
    let empty = merged.marked(labels: ConflictLabels(ours: "", theirs: ""))
    #expect(empty.shown == "<<<<<<< \n2\n=======\n3\n>>>>>>> \n".bytes.shown)
  }
}
