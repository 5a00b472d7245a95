import DocMergeCore
import DocMergeFormats
import Testing

/// Declarations whose form or place one side changed: their new uses, the members below them, and what stands above them.
struct ChangedFormTests {
  private static let macro =
    "macro_rules! field {\n    ($name:ident, $ty:ty) => {\n        pub $name: $ty\n    };\n}\n\nfield!(id, u32);\nfield!(name, String);\n\nfn main() {\n    run();\n}\n"
  private static let store =
    "struct Store {\n  mutating func add(_ item: Item) {\n    items.append(item)\n  }\n\n  func find(id: Int, in scope: Scope = .all) -> Item? {\n    items.first { $0.id == id }\n  }\n\n  func clear() {\n    reset()\n  }\n}\n"
  private static let cart =
    "class Cart\n  def initialize\n    @items = []\n  end\n\n  def add(item)\n    @items << item\n  end\n\n  def total\n    @items.sum\n  end\nend\n"
  private static let header =
    "class Cart {\npublic:\n  Cart();\n  void add(int id);\n  int total() const;\n  int count() const;\n};\n\nclass Shop {\npublic:\n  void open();\n};\n"
  private static let page =
    "<form>\n  <label for=\"q\">Search</label>\n  <input id=\"q\" name=\"q\">\n  <p>One</p>\n  <p>Two</p>\n  <p>Three</p>\n</form>\n"

  private static let left: [EditedCase] = [
    EditedCase(
      "a.rs", macro,
      [
        .swap(
          "($name:ident, $ty:ty) => {\n        pub $name",
          "($name:ident, $ty:ty, $vis:vis) => {\n        $vis $name"),
        .swap("(id, u32)", "(id, u32, pub)"), .swap("(name, String)", "(name, String, pub)"),
      ], [.add("    field!(age, u8);\n", behind: "    run();\n")]),
    EditedCase(
      "a.swift", store, [.swap("add(_ item: Item)", "add(item: Item)")],
      [.add("    add(Item.empty)\n", behind: "    reset()\n")]),
    EditedCase(
      "a.swift", store, [.swap("find(id: Int,", "find(number id: Int,")],
      [.add("    log(find(id: 3))\n", behind: "    reset()\n")]),
    EditedCase(
      "a.rb", cart, [.add("  private\n\n", before: "  def total")],
      [.add("\n  def empty?\n    @items.empty?\n  end\n", behind: "    @items.sum\n  end\n")]),
    EditedCase(
      "a.h", header, [.add("private:\n", before: "  int total")],
      [.add("  bool empty() const;\n", behind: "  int count() const;\n")]),
    EditedCase(
      "a.html", page,
      [.swap("for=\"q\"", "for=\"query\""), .swap("id=\"q\"", "id=\"query\"")],
      [.add("  <output for=\"q\"></output>\n", before: "</form>")]),
  ]

  @Test(arguments: left.indices)
  func `uses and members that no longer fit a declaration are left to a person`(
    _ index: Int
  ) throws {
    for policy in [MergePolicy.strict, .balanced, .eager] {
      try Self.left[index].checkLeft(policy)
    }
  }

  private static let clean: [EditedCase] = [
    // A new parameter with a default value, and a label that the new call does without.
    EditedCase(
      "a.swift", store, [.swap("= .all)", "= .all, strict: Bool = false)")],
      [.add("    log(find(id: 3))\n", behind: "    reset()\n")]),
    EditedCase(
      "a.swift", store, [.swap("in scope: Scope", "within scope: Scope")],
      [.add("    log(find(id: 3))\n", behind: "    reset()\n")]),
    // Members above the modifier, edits below it, methods of the class itself, another class.
    EditedCase(
      "a.rb", cart, [.add("  private\n\n", before: "  def total")],
      [.add("  def clear\n    @items = []\n  end\n\n", before: "  def add")]),
    EditedCase(
      "a.rb", cart, [.add("  private\n\n", before: "  def total")],
      [.swap("@items.sum", "@items.sum(&:price)")]),
    EditedCase(
      "a.h", header, [.add("private:\n", before: "  int total")],
      [.add("  void close();\n", behind: "  void open();\n")]),
    // The parameters of a template belong to the declaration below them.
    EditedCase(
      "a.hpp",
      "namespace a {\n\nint low();\n\ntemplate <typename T>\nT clamp(T v, T lo, T hi) {\n  return v;\n}\n\n}  // namespace a\n",
      [
        .add(
          "template <typename T>\nT lerp(T a, T b) {\n  return a + b;\n}\n\n",
          before: "template <typename T>\nT clamp")
      ],
      [
        .swap(
          "template <typename T>\nT clamp(T v, T lo, T hi)",
          "template <typename T, typename C>\nT clamp(T v, T lo, T hi, C cmp)")
      ]),
  ]

  @Test(arguments: clean.indices)
  func `uses and members that fit a declaration are merged`(_ index: Int) throws {
    var edited = Self.clean[index]
    edited.result = edited.ours + edited.theirs
    try edited.check()
  }

  @Test func `a cell that one side made prose keeps no edit of its code`() throws {
    func notebook(_ kind: String, _ source: String) -> String {
      let code = kind == "code" ? "\n   \"execution_count\": null,\n   \"outputs\": []," : ""
      return """
        {
         "cells": [
          {
           "cell_type": "\(kind)",\(code)
           "id": "a1",
           "metadata": {},
           "source": [
            "\(source)"
           ]
          }
         ],
         "metadata": {},
         "nbformat": 4,
         "nbformat_minor": 5
        }

        """
    }
    let base = notebook("code", "plot()")
    for policy in [MergePolicy.strict, .balanced, .eager] {
      let merged = try merged(
        "a.ipynb", base, notebook("markdown", "plot()"), notebook("code", "plot(2)"), policy)
      #expect(!merged.isClean)
    }
  }
}
