import DocMergeCore
import DocMergeFormats
import Testing

/// Lists that one side wrapped in another way or emptied, and the other side added to.
struct ListShapeTests {
  private static let clean: [EditedCase] = [
    EditedCase(
      "a.json", "{\n  \"a\": [1],\n  \"b\": 1\n}\n", [.swap("[1]", "[\n    1\n  ]")],
      [.swap("[1]", "[1, 2]")], [.swap("[1]", "[\n    1,\n    2\n  ]")]),
    EditedCase(
      "a.yml", "on:\n  branches: [main]\njobs: none\n",
      [.swap(" [main]", "\n    - main")], [.swap("[main]", "[main, dev]")],
      [.swap(" [main]", "\n    - main\n    - dev")]),
  ]

  @Test(arguments: clean)
  private func `puts an item on a line of its own where the other items are`(
    _ merge: EditedCase
  ) throws {
    try merge.check()
  }

  private static let left: [EditedCase] = [
    EditedCase(
      "a.json", "{\n  \"a\": [1]\n}\n", [.swap("[1]", "[]")], [.swap("[1]", "[1, 2]")]),
    EditedCase(
      "a.json", "{\n  \"a\": [\"x\", \"y\"]\n}\n", [.swap("\"x\", \"y\"", "")],
      [.swap("\"y\"", "\"y\", \"z\"")]),
    EditedCase(
      "a.yml", "on:\n  branches: [main]\n", [.swap("[main]", "[]")],
      [.swap("[main]", "[main, dev]")]),
    EditedCase("a.toml", "a = [\"x\"]\n", [.swap("\"x\"", "")], [.add(", \"y\"", behind: "\"x\"")]),
  ]

  @Test(arguments: left, [MergePolicy.balanced, .eager])
  private func `leaves a list that one side emptied and the other filled`(
    _ merge: EditedCase, _ policy: MergePolicy
  ) throws {
    try merge.checkLeft(policy)
  }
}
