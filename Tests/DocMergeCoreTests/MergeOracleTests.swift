import DocMergeCore
import Glibc
import Testing

/// Compares merges with those of the installed `git merge-file`.
///
/// The suite tries a few hundred triples; `DOCMERGE_ORACLE_TRIPLES=10000` asks for more, and
/// `DOCMERGE_ORACLE_START` for others.
struct MergeOracleTests {
  /// Reads a number from the environment.
  static func setting(_ name: String, default standard: Int) -> Int {
    getenv(name).flatMap { Int(String(cString: $0)) } ?? standard
  }

  static let start = setting("DOCMERGE_ORACLE_START", default: 0)
  static let count = setting("DOCMERGE_ORACLE_TRIPLES", default: 300)

  @Test(arguments: [
    (style: ConflictStyle.merge, arguments: [String]()),
    (style: .diff3, arguments: ["--diff3"]),
    (style: .zdiff3, arguments: ["--zdiff3"]),
  ])
  func `prints what git merge-file prints`(style: ConflictStyle, arguments: [String]) {
    let git = Git()
    var comparisons = 0
    var differences = 0
    for seed in Self.start..<Self.start + Self.count {
      let triple = Triple.random(seed: seed)
      for triple in [triple, triple.mirrored] {
        comparisons += 1
        let expected = git.mergeFile(triple, arguments: arguments)
        let merged = merge(
          base: triple.base, ours: triple.ours, theirs: triple.theirs,
          options: MergeOptions(style: style))
        // The exit code counts conflicts, up to 127.
        let code = min(merged.conflicts.count, 127)
        guard merged.marked() != expected.output || code != expected.code else { continue }
        differences += 1
        let shown = triple.base.count < 200 ? "\(triple)" : "large"
        Issue.record(
          "seed \(seed) \(style): \(shown)\n\(expected.output.shown)\n\(merged.marked().shown)")
        if differences > 3 { return }
      }
    }
    print("git merge-file, \(style): \(comparisons) comparisons, \(differences) differences")
  }

  @Test(arguments: [
    (favour: Favour.ours, arguments: ["--ours"]),
    (favour: .theirs, arguments: ["--theirs"]),
    (favour: .union, arguments: ["--union"]),
  ])
  func `settles conflicts as git merge-file does`(favour: Favour, arguments: [String]) {
    let git = Git()
    for seed in Self.start..<Self.start + Self.count / 3 {
      let triple = Triple.random(seed: seed)
      let expected = git.mergeFile(triple, arguments: arguments)
      let merged = merge(
        base: triple.base, ours: triple.ours, theirs: triple.theirs,
        options: MergeOptions(favour: favour))
      #expect(merged.clean == expected.output, "seed \(seed): \(triple)")
    }
  }

  /// The triples in portions that one run of git merges together.
  static func portions(_ triples: Int, _ triple: (Int) -> Triple) -> [[Triple]] {
    stride(from: start, to: start + triples, by: 2_000).map { first in
      (first..<min(first + 2_000, start + triples)).map(triple)
    }
  }

  /// Records where merges are not what git printed; returns how many of them there are.
  static func compare(
    _ triples: [Triple], _ printed: [[UInt8]], _ options: MergeOptions, ours: String = "HEAD"
  ) -> Int {
    var differences = 0
    let labels = ConflictLabels(ours: ours, base: "base", theirs: "theirs")
    for (triple, printed) in zip(triples, printed) {
      let merged = merge(
        base: triple.base, ours: triple.ours, theirs: triple.theirs, options: options)
      let marked = merged.marked(labels: labels)
      let expected = withBaseLabel(printed)
      guard marked != expected else { continue }
      differences += 1
      guard differences < 4 else { continue }
      let shown = triple.base.count < 200 ? "\(triple)" : "large"
      Issue.record("\(options): \(shown)\n\(expected.shown)\n\(marked.shown)")
    }
    return differences
  }

  @Test(arguments: ConflictStyle.allCases)
  func `merges as git merge-tree does`(style: ConflictStyle) {
    var (comparisons, differences) = (0, 0)
    for triples in Self.portions(Self.count, Triple.random) {
      for triples in [triples, triples.map(\.mirrored)] {
        let printed = Git().mergesOfTrees(triples, style: "\(style)")
        let options = MergeOptions(profile: .gitMerge, style: style)
        comparisons += triples.count
        differences += Self.compare(triples, printed, options, ours: "ours")
      }
    }
    print("git merge-tree, \(style): \(comparisons) comparisons, \(differences) differences")
  }

  @Test(arguments: [
    (favour: Favour.ours, argument: "-Xours"), (favour: .theirs, argument: "-Xtheirs"),
  ])
  func `settles conflicts as git merge does`(favour: Favour, argument: String) {
    for triples in Self.portions(Self.count, Triple.random) {
      let printed = Git().merges(triples, style: "merge", arguments: [argument])
      let options = MergeOptions(profile: .gitMerge, favour: favour)
      #expect(Self.compare(triples, printed, options) == 0)
    }
  }

  /// Only the strategy `recursive` of git 2.39 heeds the option for the algorithm.
  @Test(arguments: DiffAlgorithm.allCases, ConflictStyle.allCases)
  func `compares as git merge does with the same algorithm`(
    algorithm: DiffAlgorithm, style: ConflictStyle
  ) {
    for triples in Self.portions(Self.count / 3, Triple.random) {
      let arguments = ["-s", "recursive", "-Xdiff-algorithm=\(algorithm)"]
      let printed = Git().merges(triples, style: "\(style)", arguments: arguments)
      let profile = MergeProfile(algorithm: algorithm, zeal: .zealous)
      #expect(
        Self.compare(triples, printed, MergeOptions(profile: profile, style: style)) == 0)
    }
  }

  @Test(
    arguments: [
      (WhitespaceRule.exact, "-Xno-renames"),
      (.ignoringCarriageReturnAtEnd, "-Xignore-cr-at-eol"),
      (.ignoringEnds, "-Xignore-space-at-eol"), (.ignoringAmount, "-Xignore-space-change"),
      (.ignoringAll, "-Xignore-all-space"),
    ], ConflictStyle.allCases)
  func `ignores white space as git merge does`(
    option: (rule: WhitespaceRule, argument: String), style: ConflictStyle
  ) {
    var (comparisons, differences) = (0, 0)
    for triples in Self.portions(Self.count / 3, Triple.randomInBlanks) {
      for triples in [triples, triples.map(\.mirrored)] {
        let arguments = ["-s", "ort", option.argument]
        let printed = Git().merges(triples, style: "\(style)", arguments: arguments)
        var profile = MergeProfile.gitMerge
        profile.whitespace = option.rule
        comparisons += triples.count
        differences += Self.compare(
          triples, printed, MergeOptions(profile: profile, style: style))
      }
    }
    #expect(differences == 0)
    print("git merge \(option.argument), \(style): \(comparisons), \(differences) differences")
  }

  /// The text with `base` where git names the commit.
  private static func withBaseLabel(_ printed: [UInt8]) -> [UInt8] {
    let marker = "||||||| ".bytes
    let digits = "0123456789abcdef".bytes
    return Lines(printed).flatMap { line -> [UInt8] in
      let label = line.dropFirst(marker.count).prefix { digits.contains($0) }
      guard line.starts(with: marker), label.count >= 7 else { return Array(line) }
      return marker + "base".bytes + line.dropFirst(marker.count + label.count)
    }
  }
}
