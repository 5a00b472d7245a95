import DocMergeCore
import DocMergeFormats
import Testing

/// Declarations of one thing that each side put in, with other words or at another place.
struct DeclaredHeadTests {
  private static let doubled: [EditedCase] = [
    // Several names at once.
    EditedCase(
      "a.jsx",
      "function Page() {\n  const [user, setUser] = useState(null);\n\n  function load() {\n    read();\n  }\n}\n",
      [.add("  const [error, setError] = useState(null);\n", behind: "useState(null);\n")],
      [.add("  const [error, setError] = useState(\"\");\n\n", before: "  function load")]),
    EditedCase(
      "a.ts", "function f(a: A) {\n  open(a);\n  read(a);\n  close(a);\n}\n",
      [.add("  const { size, rest: other } = a;\n", before: "  open")],
      [.add("  const other = a.next();\n", before: "  close")]),
    // A member of the same name is another thing.
    EditedCase(
      "a.swift",
      "func total() -> Int {\n  guard !shapes.isEmpty else { return 0 }\n  return shapes.sum()\n}\n",
      [
        .swap(
          "  guard !shapes.isEmpty",
          "  let count = shapes.count\n  guard count > 0")
      ], [.swap("  return shapes", "  let count = 2 * shapes.count\n  return count * shapes")]),
    // One type.
    EditedCase(
      "a.kt",
      "sealed class Event {\n    object Load : Event()\n    data class Show(val id: Int) : Event()\n}\n",
      [.add("    object Hide : Event()\n", before: "    data class Show")],
      [
        .add(
          "    data class Hide(val id: Int) : Event()\n", behind: "Show(val id: Int) : Event()\n")
      ]),
    EditedCase(
      "a.swift", "struct Size {\n  let a: Int\n}\n\nfunc run() {\n  stop()\n}\n",
      [.add("enum Level {\n  case low\n}\n\n", before: "struct Size")],
      [.add("\nstruct Level {\n  let n: Int\n}\n", behind: "  stop()\n}\n")]),
    // One association or column.
    EditedCase(
      "a.rb",
      "class Order < Base\n  attr_reader :id\n  belongs_to :user\n  has_many :lines\n\n  validates :total\nend\n",
      [.add("  has_many :notes, dependent: :destroy\n", behind: "has_many :lines\n")],
      [.add("  has_many :notes\n", before: "  belongs_to")]),
    EditedCase(
      "a.ex",
      "defmodule A do\n  schema \"carts\" do\n    field :total, :integer\n    belongs_to :user, User\n  end\nend\n",
      [.add("    field :note, :string\n", before: "    belongs_to")],
      [.add("    field :note, :text\n", behind: ":user, User\n")]),
    EditedCase(
      "a.hs", "data Item\n  = Book String\n  | Food Int\n  deriving (Show, Eq)\n",
      [.add("  | Toy Int\n", behind: "  | Food Int\n")],
      [.add("  | Toy String\n", before: "  | Food Int\n")]),
    // Parameters of the same types are no overload.
    EditedCase(
      "A.java",
      "class A {\n    int total() {\n        return sum;\n    }\n\n    void stop() {\n        end();\n    }\n}\n",
      [
        .add(
          "    int total(int discount) {\n        return sum - discount;\n    }\n\n",
          before: "    int total() {")
      ],
      [
        .add(
          "\n    int total(int percent) {\n        return sum * percent;\n    }\n",
          behind: "end();\n    }\n")
      ]),
    EditedCase(
      "a.go", "package a\n\nconst (\n\tOpen = iota\n\tShut\n\tDone\n)\n",
      [.add("\tHeld\n", before: "\tShut")], [.add("\tHeld\n", behind: "\tDone\n")]),
    // One of several values.
    EditedCase(
      "a.sh",
      "case $1 in\n  build)\n    make\n    ;;\n  clean)\n    rm -rf out\n    ;;\n  *)\n    exit 1\n    ;;\nesac\n",
      [.swap("  clean)", "  clean|purge)")],
      [.add("  purge)\n    rm -rf out cache\n    ;;\n", before: "  *)")]),
    // Names that imports give.
    EditedCase(
      "a.php", "<?php\n\nuse App\\User;\nuse App\\Order;\n\nclass A {\n}\n",
      [.add("use Http\\Request;\n", before: "use App\\User")],
      [.add("use App\\Request;\n", behind: "use App\\Order;\n")]),
    EditedCase(
      "a.ex", "defmodule A do\n  import B\n  alias C.{D, E}\n\n  def f, do: 1\nend\n",
      [.add("  alias Mail.Message\n", before: "  import B")],
      [.add("  alias Chat.Message\n", behind: "{D, E}\n")]),
  ]

  @Test(arguments: doubled.indices)
  func `one thing that both sides declare is left to a person`(_ index: Int) throws {
    for policy in [MergePolicy.strict, .balanced, .eager] {
      try Self.doubled[index].checkLeft(policy)
    }
  }

  private static let clean: [EditedCase] = [
    // Overloads.
    EditedCase(
      "A.java",
      "class A {\n    int total() {\n        return sum;\n    }\n\n    void stop() {\n        end();\n    }\n}\n",
      [
        .add(
          "    int total(int discount) {\n        return sum - discount;\n    }\n\n",
          before: "    int total() {")
      ],
      [
        .add(
          "\n    int total(Money discount) {\n        return sum - discount.n();\n    }\n",
          behind: "end();\n    }\n")
      ]),
    // Other blocks.
    EditedCase(
      "a.js",
      "function f() {\n  open();\n  read();\n}\n\nfunction g() {\n  halt();\n  shut();\n}\n",
      [.add("  const [a, b] = pair();\n", before: "  read")],
      [.add("  const [a, b] = two();\n", before: "  shut")]),
    // A table of another name.
    EditedCase(
      "a.rb",
      "create_table :a do |t|\n  t.string :x\n  t.string :y\nend\n\ncreate_table :b do |t|\n  t.string :u\n  t.string :v\nend\n",
      [.add("  t.text :note\n", before: "  t.string :y")],
      [.add("  t.string :note\n", before: "  t.string :v")]),
  ]

  @Test(arguments: clean.indices)
  func `declarations of other things are merged`(_ index: Int) throws {
    var edited = Self.clean[index]
    edited.result = edited.ours + edited.theirs
    try edited.check()
  }
}
