import DocMergeCore
import DocMergeFormats
import Testing

/// Uses of members that the other side deleted.
struct DeletedMemberTests {
  private static let used: [EditedCase] = [
    EditedCase(
      "Fan.java",
      "enum Mode {\n    OFF,\n    FAST,\n    AUTO\n}\n\nclass Fan {\n"
        + "    Mode mode = Mode.OFF;\n}\n",
      [.cut("    FAST,\n")],
      [.add("    void boost() { mode = Mode.FAST; }\n", behind: "Mode.OFF;\n")]),
    EditedCase(
      "a.rs",
      "enum Gate {\n    Open,\n    Closed,\n    Jammed,\n}\n\nfn text(g: &Gate) -> &str {\n"
        + "    \"gate\"\n}\n",
      [.cut("    Jammed,\n")],
      [.add("\nfn stuck() -> Gate {\n    Gate::Jammed\n}\n", behind: "\"gate\"\n}\n")]),
    EditedCase(
      "a.swift",
      "enum Gate {\n    case open\n    case closed\n    case jammed\n}\n\nstruct Wall {\n"
        + "    var gate = Gate.open\n}\n",
      [.cut("    case jammed\n")],
      [.add("    mutating func block() { gate = .jammed }\n", behind: "Gate.open\n")]),
    EditedCase(
      "a.go",
      "package boat\n\ntype Boat struct {\n\tName string\n\tMast int\n\tPort string\n}\n\n"
        + "func (b Boat) Label() string {\n"
        + "\treturn b.Name\n}\n",
      [.cut("\tMast int\n")],
      [.add("\nfunc (b Boat) Tall() bool {\n\treturn b.Mast > 1\n}\n", behind: "b.Name\n}\n")]),
    EditedCase(
      "a.php",
      "<?php\nclass Fee {\n    const CAR = 10;\n    const BOAT = 40;\n"
        + "    public static function car() { return self::CAR; }\n}\n",
      [.cut("    const BOAT = 40;\n")],
      [.add("    public static function boat() { return self::BOAT; }\n", behind: "self::CAR; }\n")]
    ),
    EditedCase(
      "a.ts",
      "interface Props {\n  title: string;\n  color?: string;\n  size: number;\n}\n\n"
        + "export function head(p: Props) {\n"
        + "  paint(p.title, p.size);\n}\n",
      [.cut("  color?: string;\n")], [.add("  tint(p.color);\n", behind: "p.size);\n")]),
    EditedCase(
      "a.scss",
      "@mixin round { border-radius: 4px; }\n@mixin shade { box-shadow: 0 1px 2px; }\n\n"
        + ".card { @include round; }\n",
      [.cut("@mixin shade { box-shadow: 0 1px 2px; }\n")],
      [.add("\n.menu { @include shade; }\n", behind: "round; }\n")]),
    EditedCase(
      "a.graphql",
      "query Shop {\n  shop { name }\n}\n\nfragment Price on Item {\n  cents\n  currency\n"
        + "}\n\nfragment Size on Item {\n  width\n}\n",
      [.cut("fragment Price on Item {\n  cents\n  currency\n}\n\n")],
      [.add("  items { ...Price }\n", behind: "{ name }\n")]),
  ]

  @Test(arguments: used.indices, [MergePolicy.strict, .balanced, .eager])
  func `leaves a use of a member that is gone`(_ index: Int, _ policy: MergePolicy) throws {
    try Self.used[index].checkLeft(policy)
  }

  /// Members of other types that have the name as well, and members that are still there.
  private static let apart: [EditedCase] = [
    EditedCase(
      "a.go",
      "package a\n\ntype A struct {\n\tDepth int\n\tName string\n}\n\ntype B struct {\n"
        + "\tDepth int\n}\n\nfunc run(b B) {\n}\n",
      [.swap("\tDepth int\n\tName", "\tName")],
      [.add("\tshow(b.Depth)\n", behind: "func run(b B) {\n")],
      [
        .swap("\tDepth int\n\tName", "\tName"),
        .add("\tshow(b.Depth)\n", behind: "func run(b B) {\n"),
      ])
  ]

  @Test(arguments: apart.indices)
  func `merges a use of another member`(_ index: Int) throws { try Self.apart[index].check() }

  @Test(arguments: [MergePolicy.strict, .balanced, .eager])
  func `leaves an import that is there twice in other quotes`(_ policy: MergePolicy) throws {
    try EditedCase(
      "a.js",
      "import path from \"path\";\nimport os from \"os\";\nimport net from \"net\";\n\n"
        + "run(path, os, net);\n",
      [.add("import fs from \"fs\";\n", before: "import path")],
      [.add("import fs from 'fs';\n", behind: "\"net\";\n")]
    ).checkLeft(policy)
  }
}
