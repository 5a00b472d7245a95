import DocMergeCore
import Foundation
import Testing

private let corpusPath = ProcessInfo.processInfo.environment["DOCMERGE_CORPUS"]

/// Compares merges of real files with those of the installed git.
///
/// `DOCMERGE_CORPUS` names a folder with a folder for each case, and in that `base`, `left` and
/// `right`, with any extension.
@Suite(.enabled(if: corpusPath != nil, "DOCMERGE_CORPUS names no folder"))
struct CorpusOracleTests {
  /// All cases, both ways round.
  private static func triples() throws -> [Triple] {
    let folder = URL(filePath: corpusPath ?? "")
    let files = FileManager.default
    let names = try files.contentsOfDirectory(atPath: folder.path).sorted()
    return try names.flatMap { name -> [Triple] in
      let texts = folder.appending(path: name)
      let parts = try files.contentsOfDirectory(atPath: texts.path)
      func text(_ part: String) throws -> [UInt8]? {
        guard let name = parts.first(where: { $0 == part || $0.hasPrefix(part + ".") }) else {
          return nil
        }
        return Array(try Data(contentsOf: texts.appending(path: name)))
      }
      guard let base = try text("base"), let ours = try text("left"),
        let theirs = try text("right")
      else { return [] }
      let triple = Triple(base: base, ours: ours, theirs: theirs)
      return [triple, triple.mirrored]
    }
  }

  @Test func `prints what git merge-file prints`() throws {
    let git = Git()
    let styles = ConflictStyle.allCases.map { style in
      (MergeOptions(style: style), style == .merge ? [] : ["--\(style)"])
    }
    let favours = [Favour.ours, .theirs, .union].map { (favour: Favour) in
      (MergeOptions(favour: favour), ["--\(favour)"])
    }
    var (comparisons, differences) = (0, 0)
    for triple in try Self.triples() {
      for (options, arguments) in styles + favours {
        let merged = merge(
          base: triple.base, ours: triple.ours, theirs: triple.theirs, options: options)
        let expected = git.mergeFile(triple, arguments: arguments)
        comparisons += 1
        let code = min(merged.conflicts.count, 127)
        if merged.marked() != expected.output || code != expected.code { differences += 1 }
      }
    }
    #expect(comparisons > 0)
    #expect(differences == 0)
    print("corpus, git merge-file: \(comparisons) comparisons, \(differences) differences")
  }

  @Test func `merges as git merge-tree does`() throws {
    let triples = try Self.triples()
    var differences = 0
    for style in ConflictStyle.allCases {
      let printed = Git().mergesOfTrees(triples, style: "\(style)")
      let options = MergeOptions(profile: .gitMerge, style: style)
      differences += MergeOracleTests.compare(triples, printed, options, ours: "ours")
    }
    #expect(differences == 0)
    print("corpus, git merge-tree: \(triples.count) × 3 comparisons, \(differences) differences")
  }

  @Test func `merges as git merge does with its options`() throws {
    let triples = try Self.triples()
    let rules: [(WhitespaceRule, String)] = [
      (.ignoringCarriageReturnAtEnd, "-Xignore-cr-at-eol"),
      (.ignoringEnds, "-Xignore-space-at-eol"), (.ignoringAmount, "-Xignore-space-change"),
      (.ignoringAll, "-Xignore-all-space"),
    ]
    var settings = [Favour.ours, .theirs].map { (favour: Favour) in
      (MergeOptions(profile: .gitMerge, favour: favour), ["-X\(favour)"])
    }
    settings += rules.map { rule, argument in
      var profile = MergeProfile.gitMerge
      profile.whitespace = rule
      return (MergeOptions(profile: profile), [argument])
    }
    settings += DiffAlgorithm.allCases.map { algorithm in
      let profile = MergeProfile(algorithm: algorithm, zeal: .zealous)
      return (
        MergeOptions(profile: profile), ["-s", "recursive", "-Xdiff-algorithm=\(algorithm)"]
      )
    }
    var differences = 0
    for (options, arguments) in settings {
      let printed = Git().merges(triples, style: "merge", arguments: arguments)
      differences += MergeOracleTests.compare(triples, printed, options)
    }
    #expect(differences == 0)
    let count = triples.count * settings.count
    print("corpus, git merge -X: \(count) comparisons, \(differences) differences")
  }
}
