import DocMergeCore
import DocMergeFormats
import Testing

/// Entries that changed places while the other side edited one of them: the edit stays in its own entry.
struct EditedEntryTests {
  private static let bodies = [
    "a.js", "a.py", "a.go", "a.tf", "a.css", "a.md", "a.tex", "Makefile",
  ]

  /// Three entries of one language with the same contents, the value of each being 1 or as given.
  private static func entries(_ path: String, _ names: [String], values: [String: Int] = [:])
    -> String
  {
    let entries = names.map { name -> String in
      let value = values[name] ?? 1
      switch path {
      case "a.js": return "export const \(name) = (x) => {\n  return call(x, \(value));\n};\n"
      case "a.py": return "def \(name)(x):\n    first(x)\n    return call(x, \(value))\n\n"
      case "a.go": return "func \(name)(x int) int {\n\treturn call(x, \(value))\n}\n"
      case "a.tf": return "variable \"\(name)\" {\n  type  = number\n  limit = \(value)\n}\n"
      case "a.css": return ".\(name) {\n  margin: 0;\n  top: \(value)px;\n}\n"
      case "a.md": return "## \(name)\n\nRead the manual.\n\nWait \(value) minutes.\n"
      case "a.tex": return "\\section{\(name)}\n\nRead the manual.\n\nWait \(value) minutes.\n"
      default: return "\(name):\n\tfirst\n\tcall \(value)\n"
      }
    }
    return (path == "a.go" ? "package a\n\n" : "") + entries.joined(separator: "\n")
  }

  @Test(arguments: bodies, MergePolicy.allCases)
  func `an edit does not move to the entry that took the place`(path: String, policy: MergePolicy)
    throws
  {
    let base = Self.entries(path, ["one", "two", "three"])
    let swapped = Self.entries(path, ["two", "one", "three"])
    for name in ["one", "two", "three"] {
      let edited = Self.entries(path, ["one", "two", "three"], values: [name: 2])
      let right = Self.entries(path, ["two", "one", "three"], values: [name: 2])
      try expect(path, base, swapped, edited, right, policy)
    }
  }

  @Test(arguments: bodies, MergePolicy.allCases)
  func `edits of both entries that changed places stay where they were made`(
    path: String, policy: MergePolicy
  ) throws {
    let base = Self.entries(path, ["one", "two", "three"])
    let swapped = Self.entries(path, ["two", "one", "three"])
    let values = ["one": 2, "two": 3]
    let edited = Self.entries(path, ["one", "two", "three"], values: values)
    let right = Self.entries(path, ["two", "one", "three"], values: values)
    try expect(path, base, swapped, edited, right, policy)
  }

  @Test(arguments: bodies.filter { $0 != "a.css" })
  func `edits of both are merged`(path: String) throws {
    let base = Self.entries(path, ["one", "two", "three"])
    let swapped = Self.entries(path, ["two", "one", "three"])
    let values = ["one": 2, "two": 3]
    let edited = Self.entries(path, ["one", "two", "three"], values: values)
    let right = Self.entries(path, ["two", "one", "three"], values: values)
    #expect(text(try merged(path, base, swapped, edited, .balanced)) == right)
  }

  @Test(arguments: bodies, MergePolicy.allCases)
  func `an edit does not move to an entry that was added`(path: String, policy: MergePolicy) throws
  {
    let base = Self.entries(path, ["one", "two", "three"])
    let turned = Self.entries(path, ["two", "three", "four"])
    let edited = Self.entries(path, ["one", "two", "three"], values: ["three": 2])
    let right = Self.entries(path, ["two", "three", "four"], values: ["three": 2])
    try expect(path, base, turned, edited, right, policy)
  }

  @Test(arguments: ["a.java", "a.rs"], MergePolicy.allCases)
  func `an edit stays in its entry where two have one name`(path: String, policy: MergePolicy)
    throws
  {
    func text(_ entries: [(type: String, value: Int)]) -> String {
      let bodies = entries.map { entry in
        switch path {
        case "a.java": "  void f(\(entry.type) a) {\n    x(\(entry.value));\n  }\n"
        default: "impl A {\n    fn \(entry.type)() {\n        x(\(entry.value));\n    }\n}\n"
        }
      }.joined(separator: "\n")
      return path == "a.java" ? "class A {\n\(bodies)}\n" : bodies
    }
    try expect(
      path, text([("int", 1), ("String", 1)]), text([("String", 1), ("int", 1)]),
      text([("int", 2), ("String", 1)]), text([("String", 1), ("int", 2)]), policy)
  }

  @Test(arguments: ["a.json", "a.yaml", "a.toml", "a.ini"], MergePolicy.allCases)
  func `an entry that one side moved and changed does not come back after the other removed it`(
    path: String, policy: MergePolicy
  ) throws {
    func text(_ entries: [(String, Int)]) -> String {
      switch path {
      case "a.json":
        "{\n" + entries.map { "  \"\($0)\": \($1)" }.joined(separator: ",\n") + "\n}\n"
      case "a.yaml": entries.map { "\($0): \($1)\n" }.joined()
      default: "[a]\n" + entries.map { "\($0) = \($1)\n" }.joined()
      }
    }
    let base = text([("one", 1), ("two", 2), ("three", 3)])
    let moved = text([("two", 2), ("one", 9), ("three", 3)])
    let removed = text([("two", 2), ("three", 3)])
    for (ours, theirs) in [(moved, removed), (removed, moved)] {
      #expect(try !merged(path, base, ours, theirs, policy).isClean)
    }
  }

  /// Checks that a merge is right or left to a person, whichever side is which.
  private func expect(
    _ path: String, _ base: String, _ one: String, _ other: String, _ right: String,
    _ policy: MergePolicy
  ) throws {
    for (ours, theirs) in [(one, other), (other, one)] {
      let made = text(try merged(path, base, ours, theirs, policy))
      #expect(made == nil || made == right, "\(made ?? "")")
    }
  }
}
