import DocMergeCore
import DocMergeFormats
import Testing

/// One name in two lines among lines that each give another.
struct SiblingNameTests {
  private static let doubled: [EditedCase] = [
    EditedCase(
      "a.hs",
      "data Config = Config\n  { host :: String\n  , port :: Int\n  , path :: FilePath\n  }\n",
      [.add("  , limit :: Int\n", behind: "String\n")],
      [.add("  , limit :: Maybe Double\n", behind: "FilePath\n")]),
    EditedCase(
      "a.erl",
      "-record(job, {id,\n              file,\n              owner,\n              pages = 0}).\n",
      [.add("              prio = 1,\n", behind: "id,\n")],
      [.add("              prio = low,\n", behind: "owner,\n")]),
    EditedCase(
      "a.dot",
      "digraph ferry {\n  oslo [label=\"Oslo\"];\n  voss [label=\"Voss\"];\n  oslo -> voss;\n}\n",
      [.add("  lom [label=\"Quay\"];\n", before: "  oslo [")],
      [.add("  lom [label=\"Station\"];\n", behind: "Voss\"];\n")]),
    EditedCase(
      "a.wiki", "{{Infobox ship\n| name = Fram\n| built = 1892\n| port = Oslo\n}}\n",
      [.add("| length = 39 m\n", behind: "Fram\n")],
      [.add("| length = 128 ft\n", behind: "Oslo\n")]),
    EditedCase(
      "a.capnp",
      "struct Person {\n  id @0 :UInt32;\n  name @1 :Text;\n  phones @3 :List(Text);\n}\n",
      [.add("  email @2 :Text;\n", behind: "@1 :Text;\n")],
      [.add("  birthday @2 :Text;\n", behind: "List(Text);\n")]),
    EditedCase(
      "a.v",
      "module ctrl(input clk);\n  localparam IDLE = 3'd0;\n  localparam LOAD = 3'd1;\n"
        + "  localparam RUN  = 3'd2;\n  reg [2:0] state;\nendmodule\n",
      [.add("  localparam WAIT = 3'd3;\n", behind: "3'd1;\n")],
      [.add("  localparam HALT = 3'd3;\n", behind: "3'd2;\n")]),
    EditedCase(
      "a.proto",
      "message Payment {\n  string id = 1;\n  int64 cents = 2;\n  oneof method {\n"
        + "    Card card = 3;\n"
        + "    Bank bank = 4;\n  }\n}\n",
      [.add("    Wallet wallet = 5;\n", behind: "= 4;\n")],
      [.add("  string note = 5;\n", behind: "  }\n")]),
    EditedCase(
      "a.feature",
      "Feature: Desk\n\n  Scenario: New card\n    Given a guest\n    Then a card is printed\n",
      [
        .add(
          "\n  Scenario: Lost card\n    Given a member\n    Then it is blocked\n", behind: "Desk\n")
      ],
      [
        .add(
          "\n  Scenario: Lost card\n    Given a guest\n    Then it calls home\n",
          behind: "printed\n")
      ]),
    EditedCase(
      "names.txt", "127.0.0.1 localhost\n10.0.0.2 db.lan db\n10.0.0.3 mail.lan mail\n",
      [.add("10.0.0.7 print.lan print\n", behind: "localhost\n")],
      [.add("10.0.0.9 print.lan print\n", behind: "mail.lan mail\n")]),
    EditedCase(
      "a.fs",
      "type Boat =\n    { Name: string\n      Length: float\n      Port: string\n"
        + "      Year: int }\n",
      [.add("      Mast: int\n", behind: "Name: string\n")],
      [.add("      Mast: string\n", behind: "Port: string\n")]),
    EditedCase(
      "a.f90",
      "module ship\ntype boat\n  real :: length\n  real :: width\nend type boat\nend module ship\n",
      [.add("  integer :: crew\n", behind: "boat\n")], [.add("  real :: crew\n", behind: "width\n")]
    ),
  ]

  /// Names that count in the whole file.
  private static let ofFile: [EditedCase] = [
    EditedCase(
      "a.just", "build:\n    cargo build\n\ntest:\n    cargo test\n",
      [.add("lint:\n    cargo clippy\n\n", before: "test:")],
      [.add("\nlint:\n    cargo fmt --check\n", behind: "cargo test\n")]),
    EditedCase(
      "a.el", "(setq inhibit-startup-screen t)\n(setq tab-width 4)\n(menu-bar-mode -1)\n",
      [.add("(setq fill-column 80)\n", behind: "screen t)\n")],
      [.add("(setq fill-column 72)\n", behind: "mode -1)\n")]),
    EditedCase(
      "meson.build",
      "project('tide', 'c')\nexecutable('tide', 'tide.c')\nlibrary('core', 'core.c')\n",
      [.add("executable('probe', 'probe.c')\n", behind: "'c')\n")],
      [.add("executable('probe', 'tests/probe.c')\n", behind: "'core.c')\n")]),
    EditedCase(
      "a.fasta", ">seq1 cod\nACGTACGT\n>seq2 haddock\nTTGACCAA\n",
      [.add(">seq3 herring\nACGGACGG\n", before: ">seq2")],
      [.add(">seq3 mackerel\nCCGATTAG\n", behind: "TTGACCAA\n")]),
    EditedCase(
      "a.txt",
      "Statutes of the club\n\nArt. 4 The board has five members.\n\n"
        + "Art. 6 The club ends by vote.\n",
      [.add("\nArt. 5 The board meets each month.\n", behind: "members.\n")],
      [.add("\nArt. 5 The treasurer keeps the books.\n", behind: "vote.\n")]),
  ]

  @Test(arguments: ofFile.indices, [MergePolicy.strict, .balanced, .eager])
  func `leaves a name of the file that would stand twice`(
    _ index: Int, _ policy: MergePolicy
  ) throws {
    try Self.ofFile[index].checkLeft(policy)
  }

  @Test(arguments: doubled.indices, [MergePolicy.strict, .balanced, .eager])
  func `leaves a name that would stand twice`(_ index: Int, _ policy: MergePolicy) throws {
    try Self.doubled[index].checkLeft(policy)
  }

  /// Two lines that begin alike, and may.
  private static let apart: [EditedCase] = [
    EditedCase(
      "a.py", "def run(text):\n    start(text)\n    text = strip(text)\n    stop(text)\n",
      [.add("    log = open(\"a\")\n", behind: "start(text)\n")],
      [.add("    print(text, end=\"\")\n", behind: "stop(text)\n")],
      [
        .add("    log = open(\"a\")\n", behind: "start(text)\n"),
        .add("    print(text, end=\"\")\n", behind: "stop(text)\n"),
      ]),
    EditedCase(
      "a.dot", "digraph a {\n  x [label=1];\n  y [label=2];\n}\n\ndigraph b {\n  x [label=3];\n}\n",
      [.add("  z [label=4];\n", behind: "=2];\n")], [.add("  z [label=5];\n", behind: "=3];\n")],
      [.add("  z [label=4];\n", behind: "=2];\n"), .add("  z [label=5];\n", behind: "=3];\n")]),
  ]

  @Test(arguments: apart.indices)
  func `merges names of different parts`(_ index: Int) throws { try Self.apart[index].check() }
}
