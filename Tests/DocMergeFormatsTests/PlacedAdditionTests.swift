import DocMergeCore
import DocMergeTestSupport
import Testing

@testable import DocMergeFormats

/// Items of ordered lists that both sides added.
struct PlacedAdditionTests {
  private func merge(_ texts: [String], path: String, _ policy: MergePolicy) throws -> Merged {
    try merged(path, texts[0], texts[1], texts[2], policy)
  }

  private static func steps(_ names: [String]) -> String {
    "on: push\njobs:\n  build:\n    steps:\n"
      + names.map { "      - name: \($0)\n        run: ./\($0).sh\n" }.joined()
  }

  private static func commands(_ names: [String]) -> String {
    "on: push\njobs:\n  build:\n    steps:\n"
      + names.map { "      - run: ./\($0)-everything.sh\n" }.joined()
  }

  private static func tasks(_ names: [String]) -> String {
    "- hosts: all\n  tasks:\n"
      + names.map { "    - name: \($0)\n      shell: ./\($0).sh\n" }.joined()
  }

  private static func objects(_ names: [String]) -> String {
    "[\n"
      + names.map { "  {\"run\": \"\($0)\", \"with\": \"\($0).sh\"}" }.joined(separator: ",\n")
      + "\n]\n"
  }

  private static let kinds: [(path: String, text: @Sendable ([String]) -> String)] = [
    (".github/workflows/build.yml", { steps($0) }),
    (".github/workflows/build.yml", { commands($0) }),
    ("play.yml", { tasks($0) }),
    ("steps.json", { objects($0) }),
  ]

  @Test(arguments: kinds.indices, [false, true])
  func `a step that both sides added at different places is left to a person`(
    kind: Int, swapped: Bool
  ) throws {
    let (path, text) = Self.kinds[kind]
    let sides = [
      text(["install", "check", "build", "test", "pack"]),
      text(["install", "build", "test", "check", "pack"]),
    ]
    let texts = [text(["install", "build", "test", "pack"])] + (swapped ? sides.reversed() : sides)
    for policy in [MergePolicy.strict, .balanced] {
      #expect(try !merge(texts, path: path, policy).isClean, "\(policy)")
    }
  }

  @Test(arguments: kinds.indices)
  func `a step that both sides added at one place is there once`(kind: Int) throws {
    let (path, text) = Self.kinds[kind]
    let merged = try merge(
      [
        text(["install", "build", "test", "pack"]),
        text(["install", "check", "build", "test", "pack"]),
        text(["install", "check", "build", "pack"]),
      ], path: path, .balanced)
    #expect(
      DocMergeFormatsTests.text(merged)
        == text(["install", "check", "build", "pack"]))
  }

  @Test(arguments: [
    (["a", "b", "--user", "root"], ["a", "b", "--group", "root"]),
    (["--user", "root", "a", "b"], ["--group", "root", "a", "b"]),
  ])
  func `additions that end in the same item are not pushed into each other`(
    ours: [String], theirs: [String]
  ) throws {
    func text(_ items: [String]) -> String {
      "args:\n" + items.map { "  - \($0)\n" }.joined()
    }
    let merged = try merge(
      [text(["a", "b"]), text(ours), text(theirs)], path: "pod.yaml", .balanced)
    #expect(!merged.isClean)
  }
}
