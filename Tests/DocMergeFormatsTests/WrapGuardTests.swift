import DocMergeCore
import DocMergeFormats
import Testing

/// Lines that one side added where the other side put the lines around them into a container.
struct WrapGuardTests {
  private static let left: [EditedCase] = [
    EditedCase(
      "a.rb", "class Bill\n  def total\n    lines.sum\n  end\nend\n",
      [
        .swap(
          "class Bill\n  def total\n    lines.sum\n  end\nend\n",
          "module Shop\n  class Bill\n    def total\n      lines.sum\n    end\n  end\nend\n")
      ],
      [.add("\n  def paid?\n    !paid_at.nil?\n  end\n", behind: "sum\n  end\n")]),
    EditedCase(
      "a.jl", "area(w, h) = w * h\n\nedge(w, h) = 2 * (w + h)\n",
      [.add("module Shapes\n\n", before: "area"), .add("\nend\n", behind: "(w + h)\n")],
      [.add("\ndiagonal(w, h) = sqrt(w^2 + h^2)\n", behind: "(w + h)\n")]),
  ]

  @Test(arguments: left.indices)
  func `a line that would stay outside is left to a person`(_ index: Int) throws {
    for policy in [MergePolicy.strict, .balanced, .eager] {
      try Self.left[index].checkLeft(policy)
    }
  }

  @Test func `a line beside a container that went into another one is merged`() throws {
    let added = "\n  it \"has no total\" do\n    check\n  end\n"
    let one = "  it \"starts\" do\n    start\n  end\n"
    let deeper = "  context \"new\" do\n    it \"starts\" do\n      start\n    end\n  end\n"
    try EditedCase(
      "a.rb", "describe Cart do\n\(one)end\n", [.swap(one, deeper)],
      [.add(added, behind: one)], [.swap(one, deeper + added)]
    ).check()
  }
}
