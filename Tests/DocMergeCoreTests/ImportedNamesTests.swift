import DocMergeCore
import Testing

/// Lines that import names, which both sides changed.
struct ImportedNamesTests {
  private static let cases: [(base: String, ours: String, theirs: String, merged: String)] = [
    (
      "from x import A, B\n", "from x import A, B, C\n", "from x import A, B, D\n",
      "from x import A, B, C, D\n"
    ),
    (
      "from x import A, Z\n", "from x import A, M, Z\n", "from x import A, C, Z\n",
      "from x import A, C, M, Z\n"
    ),
    (
      "import { B, A } from \"x\";\n", "import { B, A, D } from \"x\";\n",
      "import { C, B, A } from \"x\";\n", "import { C, B, A, D } from \"x\";\n"
    ),
    (
      "  use x::{A, B};\n", "  use x::{A, B, C};\n", "  use x::{B, D};\n", "  use x::{B, C, D};\n"
    ),
    (
      "const { a, b } = require('x')\n", "const { a, b, c } = require('x')\n",
      "const { b } = require('x')\n", "const { b, c } = require('x')\n"
    ),
    (
      "from x import (A, B)\n", "from x import (A, B, C as D)\n", "from x import (A, B, E)\n",
      "from x import (A, B, C as D, E)\n"
    ),
    (
      "from a import x\nfrom b import y\n", "from a import x, z\nfrom b import y\n",
      "from a import x, w\nfrom b import u\n", "from a import x, z, w\nfrom b import u\n"
    ),
  ]

  private func merge(
    _ base: String, _ ours: String, _ theirs: String, _ policy: MergePolicy
  ) throws -> String? {
    var options = TextMergeOptions()
    options.policy = policy
    return try mergeText(
      base: Array(base.utf8), ours: Array(ours.utf8), theirs: Array(theirs.utf8), options: options
    ).clean.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(arguments: cases.indices)
  func `names of both sides are kept`(_ index: Int) throws {
    let (base, ours, theirs, merged) = Self.cases[index]
    #expect(try merge(base, ours, theirs, .balanced) == merged)
    let swapped = try #require(try merge(base, theirs, ours, .balanced))
    #expect(swapped.split { !$0.isLetter }.sorted() == merged.split { !$0.isLetter }.sorted())
    #expect(try merge(base, ours, theirs, .strict) == nil)
    func windows(_ text: String) -> String { text.replacing("\n", with: "\r\n") }
    #expect(try merge(windows(base), windows(ours), windows(theirs), .balanced) == windows(merged))
    let ends = [base, ours, theirs].map { String($0.dropLast()) }
    #expect(try merge(ends[0], ends[1], ends[2], .balanced) == String(merged.dropLast()))
  }

  private static let left: [(base: String, ours: String, theirs: String)] = [
    // One name from two places, and one thing under two names.
    ("from x import A\n", "from x import A, B as N\n", "from x import A, C as N\n"),
    ("from x import A\n", "from x import A as B\n", "from x import A as C\n"),
    // Another module.
    ("from x import A\n", "from y import A, B\n", "from x import A, C\n"),
    // Another order.
    (
      "import { A, B } from \"x\"\n", "import { B, A, C } from \"x\"\n",
      "import { A, B, D } from \"x\"\n"
    ),
    // No imports.
    ("const { a } = b\n", "const { a, c } = b\n", "const { a, d } = b\n"),
    ("f(a, b)\n", "f(a, b, c)\n", "f(a, b, d)\n"),
    ("from x import *\n", "from x import A\n", "from x import B\n"),
  ]

  @Test(arguments: left.indices, [MergePolicy.balanced, .eager])
  func `other lines are left to a person`(_ index: Int, _ policy: MergePolicy) throws {
    let (base, ours, theirs) = Self.left[index]
    #expect(try merge(base, ours, theirs, policy) == nil)
  }
}
