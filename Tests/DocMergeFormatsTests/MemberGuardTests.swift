import DocMergeCore
import DocMergeFormats
import Testing

/// What one side did to a member is in the result, whatever lines are alike.
struct MemberGuardTests {
  @Test(arguments: MergePolicy.allCases)
  func `a removed member does not come back as the same line of a removed record`(
    policy: MergePolicy
  ) throws {
    let base = "mole:\n  color: red\n  legs: four\npig:\n  city: north\n  legs: four\n  size: two\n"
    let ours = "mole:\n  color: red\n  legs: four\n"
    let theirs = base.replacing("  legs: four\npig", with: "pig")
    for (ours, theirs) in [(ours, theirs), (theirs, ours)] {
      let result = try text(merged("a.yaml", base, ours, theirs, policy))
      #expect(result == nil || result == "mole:\n  color: red\n")
    }
  }

  @Test(arguments: MergePolicy.allCases)
  func `a changed value is not lost where the other side replaced its key`(
    policy: MergePolicy
  ) throws {
    let base = "[gnu]\nlegs = three\nsize = blue\n"
    let ours = base.replacing("size = blue", with: "rank = west")
    let theirs = base.replacing("blue", with: "west")
    #expect(try merged("a.ini", base, ours, theirs, policy).clean == nil)
    #expect(try merged("a.ini", base, theirs, ours, policy).clean == nil)
  }

  @Test(arguments: MergePolicy.allCases)
  func `a mapping does not become empty by what two sides removed`(policy: MergePolicy) throws {
    let (elk, gnu) = ("elk:\n  city: white\n", "gnu:\n  city: black\n")
    #expect(try merged("a.yaml", gnu + elk, gnu, elk, policy).clean == nil)
    #expect(try merged("a.yaml", gnu + elk, elk, gnu, policy).clean == nil)
  }

  @Test(arguments: ["a.json", "a.yaml"])
  func `a member that one side moved and the other removed is removed`(path: String) throws {
    func document(_ names: String...) -> String {
      let lines = names.map { path == "a.json" ? "  \"\($0)\": 1," : "\($0): 1" }
      return path == "a.json"
        ? "{\n" + lines.joined(separator: "\n") + "\n  \"end\": 0\n}\n"
        : lines.joined(separator: "\n") + "\n"
    }
    let base = document("ant", "bee", "cat", "dog", "elk", "fox", "gnu")
    let ours = document("bee", "cat", "dog", "elk", "fox", "gnu")
    let theirs = document("bee", "cat", "dog", "elk", "ant", "fox", "gnu")
    #expect(try text(merged(path, base, ours, theirs, .strict)) == ours)
    #expect(try text(merged(path, base, theirs, ours, .strict)) == ours)
  }

  @Test func `the reason of a conflict says what would be lost`() throws {
    let mole = "mole:\n  color: red\n  legs: four\n"
    let pigs = (0..<20).map { "pig\($0):\n  city: north\n  legs: four\n  size: two\n" }.joined()
    let theirs = (mole + pigs).replacing("  legs: four\npig0", with: "pig0")
    let conflicts = try merged("a.yaml", mole + pigs, mole, theirs, .balanced).conflicts
    #expect(conflicts.map(\.reason) == ["the removal of `legs` in `mole` would be lost"])
  }
}
