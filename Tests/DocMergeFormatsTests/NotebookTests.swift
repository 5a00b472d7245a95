import DocMergeCore
import DocMergeFormats
import Testing

/// Merges of notebooks.
struct NotebookTests {
  /// A cell of code, as nbformat writes it.
  private struct Cell {
    var id: String? = "a"
    var text = ["import os\n", "import re\n", "print(os.name)"]
    var count: Int? = 1
    var outputs: [String] = []

    var json: String {
      let source = text.map {
        "    \"\($0.replacing("\"", with: "\\\"").replacing("\n", with: "\\n"))\""
      }
      let results = outputs.map {
        "    {\n     \"name\": \"stdout\",\n     \"text\": \"\($0)\"\n    }"
      }
      func list(_ name: String, _ items: [String]) -> String {
        items.isEmpty
          ? "   \"\(name)\": []"
          : "   \"\(name)\": [\n\(items.joined(separator: ",\n"))\n   ]"
      }
      var members = [
        "   \"cell_type\": \"code\"", "   \"execution_count\": \(count.map(String.init) ?? "null")",
      ]
      if let id { members.append("   \"id\": \"\(id)\"") }
      members += ["   \"metadata\": {}", list("outputs", results), list("source", source)]
      return "  {\n\(members.joined(separator: ",\n"))\n  }"
    }
  }

  private func notebook(
    _ cells: [Cell], python: String = "3.8.1", kernel: String = "one", minor: Int = 5
  ) -> String {
    """
    {
     "cells": [
    \(cells.map(\.json).joined(separator: ",\n"))
     ],
     "metadata": {
      "kernelspec": {
       "display_name": "\(kernel)",
       "name": "\(kernel)"
      },
      "language_info": {
       "file_extension": ".py",
       "version": "\(python)"
      }
     },
     "nbformat": 4,
     "nbformat_minor": \(minor)
    }

    """
  }

  private func text(_ base: String, _ ours: String, _ theirs: String) throws -> String? {
    let merged = try merged("a.ipynb", base, ours, theirs, .balanced)
    return merged.clean.map { String(decoding: $0, as: UTF8.self) }
  }

  private static let long = ["a = 1\n", "b = 2\n", "c = 3\n", "d = 4\n", "e = 5"]

  @Test func `nodes own all bytes of a notebook`() throws {
    let tree = try soundTree(notebook([Cell(outputs: ["x"]), Cell(id: "b")]), NotebookFormat())
    #expect(
      tree.root.children[0].children.map { $0.key.map { tree.string($0.range) } } == ["a", "b"])
  }

  @Test func `lines of a cell are merged, and what neither side has run is gone`() throws {
    let base = Cell(text: Self.long, count: 1, outputs: ["old"])
    var (ours, theirs, both) = (base, base, base)
    ours.text[0] = "a = 7\n"
    (ours.count, ours.outputs) = (2, ["ours"])
    theirs.text[4] = "e = 8\n"
    theirs.text.append("f = 9")
    (theirs.count, theirs.outputs) = (3, ["theirs"])
    both.text = ["a = 7\n", "b = 2\n", "c = 3\n", "d = 4\n", "e = 8\n", "f = 9"]
    (both.count, both.outputs) = (nil, [])
    let merged = try text(notebook([base]), notebook([ours]), notebook([theirs]))
    #expect(merged == notebook([both]))
  }

  @Test func `outputs are those of the text that is kept`() throws {
    let base = Cell(text: Self.long, count: 1, outputs: ["old"])
    var (ours, theirs) = (base, base)
    ours.text[0] = "a = 7\n"
    (ours.count, ours.outputs) = (2, ["ours"])
    (theirs.count, theirs.outputs) = (3, ["theirs"])
    #expect(try text(notebook([base]), notebook([ours]), notebook([theirs])) == notebook([ours]))
    #expect(try text(notebook([base]), notebook([theirs]), notebook([ours])) == notebook([ours]))
  }

  @Test func `of two runs of one text ours is kept`() throws {
    let base = Cell(count: 1, outputs: ["old"])
    var (ours, theirs) = (base, base)
    (ours.count, ours.outputs) = (2, ["one"])
    (theirs.count, theirs.outputs) = (3, ["two"])
    #expect(try text(notebook([base]), notebook([ours]), notebook([theirs])) == notebook([ours]))
  }

  @Test func `a cell that only ran on the other side can be removed`() throws {
    let cells = [Cell(), Cell(id: "b", text: ["b()"]), Cell(id: "c", text: ["c()"])]
    var run = cells
    (run[1].count, run[1].outputs) = (9, ["new"])
    #expect(
      try text(notebook(cells), notebook([cells[0], cells[2]]), notebook(run))
        == notebook([cells[0], cells[2]]))
  }

  @Test func `kernels are ours, and the higher version of the language is kept`() throws {
    let cells = [Cell()]
    #expect(
      try text(
        notebook(cells), notebook(cells, python: "3.9.1", kernel: "two"),
        notebook(cells, python: "3.10.0", kernel: "three"))
        == notebook(cells, python: "3.10.0", kernel: "two"))
  }

  @Test func `cells without ids are found by their text`() throws {
    let base = [
      Cell(id: nil, text: Self.long), Cell(id: nil, text: ["print('hello world')"]),
      Cell(id: nil, text: ["plot(x, y)"]),
    ]
    var (ours, theirs, both) = (base, base, base)
    ours[0].text[0] = "a = 2\n"
    ours.insert(Cell(id: nil, text: ["new()"]), at: 1)
    theirs[2].text = ["plot(x, y, z)"]
    both = ours
    both[3] = theirs[2]
    #expect(
      try text(notebook(base, minor: 4), notebook(ours, minor: 4), notebook(theirs, minor: 4))
        == notebook(both, minor: 4))
  }

  @Test func `ids that one side gave are no other cells`() throws {
    let base = [Cell(id: nil, text: Self.long), Cell(id: nil, text: ["plot(x, y)"])]
    var (ours, theirs) = (base, base)
    (ours[0].id, ours[1].id) = ("x", "y")
    theirs[1].text = ["plot(x, y, z)"]
    var both = ours
    both[1].text = theirs[1].text
    #expect(
      try text(notebook(base, minor: 4), notebook(ours, minor: 5), notebook(theirs, minor: 4))
        == notebook(both, minor: 5))
  }

  @Test(arguments: MergePolicy.allCases)
  func `two changes of one line are left to a person`(policy: MergePolicy) throws {
    let base = Cell()
    var (ours, theirs) = (base, base)
    ours.text[2] = "print(os.getcwd())"
    theirs.text[2] = "print(os.environ)"
    for (ours, theirs) in [(ours, theirs), (theirs, ours)] {
      let merged = try merged(
        "a.ipynb", notebook([base]), notebook([ours]), notebook([theirs]), policy)
      #expect(!merged.conflicts.isEmpty)
    }
  }

  @Test(arguments: MergePolicy.allCases)
  func `a cell that one side removed and the other edited is left to a person`(
    policy: MergePolicy
  ) throws {
    let cells = [Cell(), Cell(id: "b", text: Self.long), Cell(id: "c", text: ["c()"])]
    var edited = cells
    edited[1].text[2] = "c = 99\n"
    let merged = try merged(
      "a.ipynb", notebook(cells), notebook([cells[0], cells[2]]), notebook(edited), policy)
    #expect(!merged.conflicts.isEmpty)
  }

  @Test func `a cell without an id does not come into a notebook that asks for ids`() throws {
    let base = [
      Cell(id: nil, text: ["a()"]), Cell(id: nil, text: ["b()"]), Cell(id: nil, text: ["c()"]),
    ]
    var (ours, theirs) = (base, base)
    for (index, id) in ["x", "y", "z"].enumerated() { ours[index].id = id }
    theirs.insert(Cell(id: nil, text: ["new()"]), at: 1)
    let merged = try merged(
      "a.ipynb", notebook(base, minor: 4), notebook(ours, minor: 5), notebook(theirs, minor: 4),
      .balanced)
    #expect(!merged.conflicts.isEmpty)
  }

  @Test func `text as one string is merged by its lines`() throws {
    func one(_ text: String) -> String {
      "{\"cells\": [{\"cell_type\": \"code\", \"source\": \"\(text)\", \"outputs\": []}],\n\"nbformat\": 4}\n"
    }
    #expect(
      try text(
        one("a = 1\\nb = 2\\nc = 3\\nd = 4\\ne = 5"), one("a = 7\\nb = 2\\nc = 3\\nd = 4\\ne = 5"),
        one("a = 1\\nb = 2\\nc = 3\\nd = 4\\ne = 8\\n\\\"f\\\""))
        == one("a = 7\\nb = 2\\nc = 3\\nd = 4\\ne = 8\\n\\\"f\\\""))
  }

  @Test func `nodes own all bytes of damaged notebooks`() {
    expectSound(
      mutatedTexts(notebook([Cell(outputs: ["x"])]), with: "{}[],:\"\\1 \n"), NotebookFormat())
    let pieces = [
      "{", "}", "[", "]", ",", "\"cells\": ", "\"worksheets\": ", "\"source\": ", "\"id\": \"a\"",
      "\"x\"", "1", " ", "\n", "\"metadata\": ", "\"outputs\": []",
    ]
    expectSound(chanceTexts(pieces, length: 12, count: 30_000), NotebookFormat())
  }
}

/// Notebooks with conflicts that are still notebooks.
struct NotebookConflictTests {
  private func notebook(_ cells: [(id: String, text: String)], title: String = "t") -> [UInt8] {
    let list = cells.map { cell in
      "  {\n   \"cell_type\": \"markdown\",\n   \"id\": \"\(cell.id)\",\n   \"metadata\": {},\n"
        + "   \"source\": [\n    \"\(cell.text)\"\n   ]\n  }"
    }
    return Array(
      ("{\n \"cells\": [\n\(list.joined(separator: ",\n"))\n ],\n"
        + " \"metadata\": {\n  \"title\": \"\(title)\"\n },\n \"nbformat\": 4,\n"
        + " \"nbformat_minor\": 5\n}\n").utf8)
  }

  private func written(
    _ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8],
    _ form: NotebookConflicts.Form = .cells
  ) throws -> String {
    let conflicts = NotebookConflicts(
      base: base, ours: ours, theirs: theirs, policy: .balanced,
      labels: ConflictLabels(ours: "mine", theirs: "yours"), form: form)
    let bytes = try #require(conflicts?.written)
    _ = try soundTree(String(decoding: bytes, as: UTF8.self), NotebookFormat())
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let rest = [(id: "b", text: "second"), (id: "c", text: "third")]

  @Test func `cells of both sides follow each other, and ids differ`() throws {
    let text = try written(
      notebook([("a", "one")] + Self.rest), notebook([("a", "mine own")] + Self.rest),
      notebook([("a", "their thing")] + Self.rest))
    let order = ["**Conflict 1**: mine", "mine own", "**Conflict 1**: yours", "their thing", "end"]
    let places = order.compactMap { text.firstRange(of: $0)?.lowerBound }
    #expect(places.count == order.count && places == places.sorted())
    #expect(text.contains("\"id\": \"a\"") && text.contains("\"id\": \"a-theirs\""))
  }

  @Test func `markers stand in the text of a cell on request`() throws {
    let text = try written(
      notebook([("a", "one")] + Self.rest), notebook([("a", "mine own")] + Self.rest),
      notebook([("a", "their thing")] + Self.rest), .markers)
    #expect(text.contains("\"<<<<<<< mine") && text.contains(">>>>>>> yours"))
    #expect(!text.contains("**Conflict"))
  }

  @Test func `a conflict outside the cells is shown on top`() throws {
    let cells = [(id: "a", text: "one")]
    let text = try written(
      notebook(cells), notebook(cells, title: "u"), notebook(cells, title: "v"))
    #expect(text.contains("outside the cells: yours has"))
    #expect(text.contains("\"title\": \"u\"") && text.contains("\\\"title\\\": \\\"v\\\""))
  }
}
