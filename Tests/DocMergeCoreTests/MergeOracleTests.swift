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

  @Test(arguments: ConflictStyle.allCases)
  func `merges as git merge does`(style: ConflictStyle) {
    let triples = (Self.start..<Self.start + Self.count / 3).map { Triple.random(seed: $0) }
    let printed = Git().merges(triples, style: "\(style)")
    var differences = 0
    for (index, triple) in triples.enumerated() {
      let merged = merge(
        base: triple.base, ours: triple.ours, theirs: triple.theirs,
        options: MergeOptions(profile: .gitMerge, style: style))
      let labels = ConflictLabels(ours: "ours\(index)", base: "base", theirs: "theirs\(index)")
      let marked = merged.marked(labels: labels)
      let expected = Self.withBaseLabel(printed[index])
      guard marked != expected else { continue }
      differences += 1
      let shown = triple.base.count < 200 ? "\(triple)" : "large"
      Issue.record("seed \(Self.start + index): \(shown)\n\(expected.shown)\n\(marked.shown)")
      if differences > 3 { return }
    }
    print("git merge, \(style): \(triples.count) comparisons, \(differences) differences")
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
