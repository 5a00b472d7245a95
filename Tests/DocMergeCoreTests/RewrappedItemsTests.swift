import DocMergeCore
import Testing

/// Lists that one side wrapped anew while the other side changed their items.
struct RewrappedItemsTests {
  private static let cases: [(base: String, layout: String, items: String, merged: String)] = [
    (
      "run(a, b);\n", "run(\n  a,\n  b,\n);\n", "run(a, b, c);\n", "run(\n  a,\n  b,\n  c,\n);\n"
    ),
    // The last item has no comma in this layout.
    ("f([1, 2])\n", "f([\n\t1,\n\t2\n])\n", "f([2, 3])\n", "f([\n\t2,\n\t3\n])\n"),
    // Items hold commas of their own.
    (
      "x = [g(1, 2), \"a, b\"]\n", "x = [\n    g(1, 2),\n    \"a, b\",\n]\n",
      "x = [g(1, 2), \"a, b\", {c, d}]\n", "x = [\n    g(1, 2),\n    \"a, b\",\n    {c, d},\n]\n"
    ),
    (
      "import { a, b } from \"x\";\n", "import {\n  a,\n  b,\n} from \"x\";\n",
      "import { b } from \"x\";\n", "import {\n  b,\n} from \"x\";\n"
    ),
    (
      "from x import a, b\n", "from x import (\n    a,\n    b,\n)\n", "from x import a, b, c\n",
      "from x import (\n    a,\n    b,\n    c,\n)\n"
    ),
    (
      "from x import (\n    a,\n    b,\n)\n", "from x import a, b\n",
      "from x import (\n    a,\n    c,\n)\n",
      "from x import a, c\n"
    ),
    // Back on one line.
    (
      "x = [\n  1,\n  2,\n];\n", "x = [1, 2];\n", "x = [\n  1,\n  2,\n  3,\n];\n",
      "x = [1, 2, 3];\n"
    ),
    ("x = {\n  a,\n};\n", "x = { a };\n", "x = {\n  a,\n  b,\n};\n", "x = { a, b };\n"),
    ("tags: [a, b]\n", "tags:\n  - a\n  - b\n", "tags: [a, c]\n", "tags:\n  - a\n  - c\n"),
  ]

  private func merge(_ base: String, _ ours: String, _ theirs: String) throws -> Merged {
    var options = TextMergeOptions()
    options.policy = .balanced
    return try mergeText(
      base: Array(base.utf8), ours: Array(ours.utf8), theirs: Array(theirs.utf8), options: options)
  }

  @Test(arguments: cases.indices)
  func `the items of one side take the layout of the other`(_ index: Int) throws {
    let (base, layout, items, expected) = Self.cases[index]
    func windows(_ text: String) -> String { text.replacing("\n", with: "\r\n") }
    let forms: [(String) -> String] = [{ $0 }, windows]
    for write in forms {
      for (ours, theirs) in [(layout, items), (items, layout)] {
        let merged = try merge(write(base), write(ours), write(theirs))
        #expect(merged.clean.map { String(decoding: $0, as: UTF8.self) } == write(expected))
      }
    }
  }

  private static let left: [(base: String, ours: String, theirs: String)] = [
    // Both changed items.
    ("run(a, b);\n", "run(\n  a,\n  b,\n  d,\n);\n", "run(a, b, c);\n"),
    // Something else was changed, too.
    ("run(a, b);\n", "run(\n  a,\n  b,\n);\n", "start(a, b, c);\n"),
    // A comment of one item.
    ("run(a, b);\n", "run(\n  a,  // first\n  b,\n);\n", "run(b, c);\n"),
    ("f(a, b);\n", "f(\n  a,\n  b,\n);\n", "f(a, b, ...rest);\n"),
    ("x = (\n  1,\n  2,\n)\n", "x = (1, 2)\n", "x = (\n  3,\n)\n"),
    ("t = {\n  a,\n  b\n}\n", "t = {a, b}\n", "t = {\n  a,\n  b,\n  c -- why\n}\n"),
    ("f(a, b)\n", "f(\n  a,\n  b,\n)\n", "f(a, b, c: Map<K, V>)\n"),
    ("f(a, b)\n", "f(\n  a,\n  b,\n)\n", "f(a, b, /x,y/)\n"),
    // Two items on one line: where the new one belongs is not clear.
    ("run(a, b, c);\n", "run(\n  a, b,\n  c,\n);\n", "run(a, b, d, c);\n"),
  ]

  @Test(arguments: left.indices)
  func `a list that may be read otherwise is left to a person`(_ index: Int) throws {
    let (base, ours, theirs) = Self.left[index]
    #expect(try !merge(base, ours, theirs).isClean)
    #expect(try !merge(base, theirs, ours).isClean)
  }
}
