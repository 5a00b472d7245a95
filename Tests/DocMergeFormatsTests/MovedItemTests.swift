import DocMergeCore
import DocMergeTestSupport
import Testing

@testable import DocMergeFormats

/// Items that one side moved and the other one took out or wrote anew.
struct MovedItemTests {
  private func merge(_ texts: [String], path: String, _ policy: MergePolicy) throws -> Merged {
    try merged(path, texts[0], texts[1], texts[2], policy)
  }

  @Test(
    arguments: [
      (["l:\n  - a\n  - b\n", "l:\n  - b\n  - a\n", "l:\n  - a\n  - b2\n"], "a.yml"),
      (
        [
          "p:\n  - p1.yaml\n  - p2.yaml\n", "p:\n  - p2.yaml\n  - p1.yaml\n",
          "p:\n  - p1-new.yaml\n  - p2.yaml\n",
        ], "a.yaml"
      ),
      (
        [
          #"{"l": ["a", "b"]}"#, #"{"l": ["b", "a"]}"#, #"{"l": ["a", "b2"]}"#,
        ], "a.json"
      ),
      (["l = [1, 2]\n", "l = [2, 1]\n", "l = [1, 3]\n"], "a.toml"),
    ], [false, true])
  func `a swap against a change of one of both is left to a person`(
    merge: ([String], String), swapped: Bool
  ) throws {
    let texts = swapped ? [merge.0[0], merge.0[2], merge.0[1]] : merge.0
    for policy in [MergePolicy.strict, .balanced] {
      #expect(try !self.merge(texts, path: merge.1, policy).isClean, "\(policy)")
    }
  }

  @Test func `what was taken out beside something that moved is gone`() throws {
    let merged = try merge(
      [
        "l:\n  - one a\n  - two b\n  - three c\n  - four d\n",
        "l:\n  - four d\n  - one a\n  - two b\n  - three c\n",
        "l:\n  - one a\n  - three c\n  - four d\n",
      ], path: "a.yml", .balanced)
    #expect(
      DocMergeFormatsTests.text(merged)
        == "l:\n  - four d\n  - one a\n  - three c\n")
  }

  @Test(arguments: [
    (["b", "a", "c", "d"], ["a", "c", "b", "d"]), (["a", "c", "b", "d"], ["a", "b", "d", "c"]),
    (["a", "c", "b", "d", "e"], ["a", "b", "d", "c"]),
  ])
  func `of two moves none is dropped`(ours: [String], theirs: [String]) throws {
    func text(_ names: [String]) -> String {
      "items:\n" + names.map { "  - \($0) is a long item\n" }.joined()
    }
    let base = ours.sorted()
    for sides in [[ours, theirs], [theirs, ours]] {
      let merged = try merge([text(base)] + sides.map(text), path: "a.yml", .balanced)
      #expect(!merged.isClean)
    }
  }

  private static func servers(_ hosts: [String]) -> String {
    hosts.map { "[[server]]\nhost = \"\($0).example.org\"\nport = 80\nuser = \"web\"\n" }
      .joined(separator: "\n")
  }

  @Test(arguments: [false, true])
  func `a table that one side moved and the other one took out is left to a person`(
    swapped: Bool
  ) throws {
    let sides = [Self.servers(["a", "c", "d"]), Self.servers(["a", "c", "b", "d"])]
    let texts = [Self.servers(["a", "b", "c", "d"])] + (swapped ? sides.reversed() : sides)
    for policy in [MergePolicy.strict, .balanced] {
      #expect(try !merge(texts, path: "a.toml", policy).isClean, "\(policy)")
    }
  }

  @Test(arguments: [
    (["b", "a"], ["a", "n", "b"]), (["b", "a", "c"], ["a", "b", "n", "c"]),
  ])
  func `an addition between two items that the other side moved apart is left to a person`(
    moved: [String], added: [String]
  ) throws {
    func text(_ names: [String]) -> String {
      "steps:\n" + names.map { "  - run \($0) with all its options\n" }.joined()
    }
    let base = moved.sorted()
    for policy in [MergePolicy.strict, .balanced] {
      #expect(
        try !merge([text(base), text(moved), text(added)], path: "a.yml", policy).isClean)
      #expect(
        try !merge([text(base), text(added), text(moved)], path: "a.yml", policy).isClean)
    }
  }

  @Test func `an addition goes with the two items that it stands between`() throws {
    func text(_ names: [String]) -> String {
      "steps:\n" + names.map { "  - run \($0) with all its options\n" }.joined()
    }
    let merged = try merge(
      [
        text(["a", "b", "c", "d", "e"]), text(["e", "a", "b", "c", "d"]),
        text(["a", "b", "n", "c", "d", "e"]),
      ], path: "a.yml", .balanced)
    #expect(
      DocMergeFormatsTests.text(merged)
        == text(["e", "a", "b", "n", "c", "d"]))
  }

  @Test func `the places in all longest runs are those that a slow search finds`() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<300 {
      let places = Array(0..<Int.random(in: 1...7, using: &random)).shuffled(using: &random)
      let runs = (0..<(1 << places.count)).map { bits in
        places.indices.filter { bits & 1 << $0 != 0 }
      }.filter { run in zip(run, run.dropFirst()).allSatisfy { places[$0] < places[$1] } }
      let longest = runs.map(\.count).max() ?? 0
      let expected = places.indices.map { index in
        runs.filter { $0.count == longest }.allSatisfy { $0.contains(index) }
      }
      #expect(RisingRun.steady(places) == expected, "\(places)")
    }
  }
}
