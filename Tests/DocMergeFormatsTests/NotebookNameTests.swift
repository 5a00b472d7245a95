import DocMergeCore
import DocMergeFormats
import Testing

/// Names and calls across the cells of a notebook.
struct NotebookNameTests {
  /// A notebook with cells of code, each with a list of lines or with one string.
  private func notebook(_ cells: [[String]], areLists: Bool = true) -> String {
    let cells = cells.enumerated().map { index, lines in
      let strings = lines.map { "\"\($0.replacing("\"", with: "\\\""))" }
      let source =
        areLists
        ? "[\n    \(strings.joined(separator: "\\n\",\n    "))\"\n   ]"
        : "\"\(strings.map { $0.dropFirst() }.joined(separator: "\\n"))\""
      return """
          {
           "cell_type": "code",
           "execution_count": null,
           "id": "c\(lines.first?.utf8.count ?? 0)-\(index)",
           "metadata": {},
           "outputs": [],
           "source": \(source)
          }
        """
    }
    return """
      {
       "cells": [
      \(cells.joined(separator: ",\n"))
       ],
       "metadata": {
        "language_info": {
         "file_extension": ".py",
         "name": "python"
        }
       },
       "nbformat": 4,
       "nbformat_minor": 5
      }

      """
  }

  private static let sales = [
    ["import pandas as pd", "data = pd.read_csv(\"sales.csv\")"], ["data.head()"],
    ["data.describe()"],
  ]

  private func isClean(
    _ base: [[String]], _ ours: [[String]], _ theirs: [[String]], areLists: Bool = true,
    _ policy: MergePolicy = .balanced
  ) throws -> Bool {
    func text(_ cells: [[String]]) -> String { notebook(cells, areLists: areLists) }
    let one = try merged("a.ipynb", text(base), text(ours), text(theirs), policy).isClean
    let other = try merged("a.ipynb", text(base), text(theirs), text(ours), policy).isClean
    #expect(one == other)
    return one
  }

  private func renamed(_ cells: [[String]], _ old: String, to new: String) -> [[String]] {
    cells.map { $0.map { $0.replacing(old, with: new) } }
  }

  @Test(arguments: MergePolicy.allCases, [true, false])
  func `a new cell with the old name of a variable is a conflict`(
    policy: MergePolicy, areLists: Bool
  ) throws {
    let ours = renamed(Self.sales, "data", to: "sales")
    let theirs = Self.sales + [["data.to_csv(\"out.csv\")"]]
    #expect(try !isClean(Self.sales, ours, theirs, areLists: areLists, policy))
  }

  @Test func `a new cell with other names is merged`() throws {
    let ours = renamed(Self.sales, "data", to: "sales")
    let theirs = Self.sales + [["costs = pd.read_csv(\"costs.csv\")", "costs.plot()"]]
    #expect(try isClean(Self.sales, ours, theirs))
  }

  @Test(arguments: MergePolicy.allCases)
  func `a new cell with a call of the old form is a conflict`(policy: MergePolicy) throws {
    let base = [
      ["def load(path):", "    return open(path).read()"], ["a = load(\"a.txt\")"],
      ["b = load(\"b.txt\")"],
    ]
    let ours = [
      ["def load(folder, path):", "    return open(folder + path).read()"],
      ["a = load(\"in/\", \"a.txt\")"], ["b = load(\"in/\", \"b.txt\")"],
    ]
    #expect(try !isClean(base, ours, base + [["c = load(\"c.txt\")"]], policy))
    #expect(try isClean(base, ours, base + [["print(a, b)"]]))
  }
}
