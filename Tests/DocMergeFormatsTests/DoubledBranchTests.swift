import DocMergeCore
import DocMergeFormats
import Testing

/// Branches for one value, columns and numbered items that each side put in with contents of its own.
struct DoubledBranchTests {
  private static let doubled: [EditedCase] = [
    EditedCase(
      "src/keys.rs",
      "fn action(key: Key) -> Action {\n    match key {\n        Key::Char('q') => Action::Quit,\n        Key::Char('j') => Action::Down,\n        Key::Char('k') => Action::Up,\n        Key::Esc => Action::Back,\n        Key::Enter => Action::Open,\n        _ => Action::None,\n    }\n}\n",
      [
        .add(
          "        Key::Char('d') => Action::Delete,\n",
          behind: "        Key::Char('q') => Action::Quit,\n")
      ],
      [
        .add(
          "        Key::Char('d') => Action::Duplicate,\n",
          behind: "        Key::Enter => Action::Open,\n")
      ]),
    EditedCase(
      "m.rs",
      "match (state, event) {\n    (Idle, Start) => Running,\n    (Running, Stop) => Idle,\n    (Running, Fail) => Broken,\n    (Broken, Reset) => Idle,\n    (s, _) => s,\n}\n",
      [.add("    (Idle, Fail) => Broken,\n", behind: "    (Idle, Start) => Running,\n")],
      [.add("    (Idle, Fail) => Idle,\n", behind: "    (Broken, Reset) => Idle,\n")]),
    EditedCase(
      "lib/reply.ex",
      "def text(status) do\n  case status do\n    :open -> \"We are open\"\n    :closed -> \"We are closed\"\n    :holiday -> \"Back in August\"\n    _ -> \"Unknown\"\n  end\nend\n",
      [.add("    :break -> \"Back at two\"\n", behind: "    :open -> \"We are open\"\n")],
      [.add("    :break -> \"Lunch\"\n", behind: "    :holiday -> \"Back in August\"\n")]),
    EditedCase(
      "s.sh",
      "case \"$opt\" in\n  -h|--help)\n    usage\n    ;;\n  -v|--verbose)\n    verbose=1\n    ;;\n  -o|--out)\n    out=$2; shift\n    ;;\nesac\n",
      [.add("    ;;\n  -q|--quiet)\n    verbose=0\n", behind: "    usage\n")],
      [.add("  -q|--query)\n    query=$2; shift\n    ;;\n", behind: "    out=$2; shift\n    ;;\n")]),
    EditedCase(
      "c.sql",
      "SELECT CASE kind\n    WHEN 'book' THEN 0.20\n    WHEN 'dvd' THEN 1.00\n    WHEN 'game' THEN 1.50\n    ELSE 0\nEND AS fee FROM loan;\n",
      [.add("    WHEN 'map' THEN 0.50\n", behind: "    WHEN 'book' THEN 0.20\n")],
      [.add("    WHEN 'map' THEN 2.00\n", behind: "    WHEN 'game' THEN 1.50\n")]),
    EditedCase(
      "migrations/0051.sql",
      "ALTER TABLE boat ADD COLUMN berth integer;\nALTER TABLE boat ADD COLUMN insured_until date;\n\nUPDATE boat SET berth = 0;\n\nALTER TABLE crew ADD COLUMN phone text;\n",
      [
        .add(
          "ALTER TABLE boat ADD COLUMN flag text;\n",
          behind: "ALTER TABLE boat ADD COLUMN insured_until date;\n")
      ],
      [
        .add(
          "ALTER TABLE boat ADD COLUMN flag char(2) NOT NULL DEFAULT 'NO';\n",
          behind: "ALTER TABLE crew ADD COLUMN phone text;\n")
      ]),
    EditedCase(
      "m.py",
      "def upgrade():\n    op.add_column(\"boat\", sa.Column(\"berth\", sa.Integer()))\n    op.create_index(\"boat_berth\", \"boat\", [\"berth\"])\n\n    op.add_column(\"crew\", sa.Column(\"phone\", sa.Text()))\n    op.execute(\"UPDATE crew SET phone = ''\")\n",
      [
        .add(
          "    op.add_column(\"boat\", sa.Column(\"flag\", sa.Text()))\n",
          behind: "    op.add_column(\"boat\", sa.Column(\"berth\", sa.Integer()))\n")
      ],
      [
        .add(
          "    op.add_column(\"boat\", sa.Column(\"flag\", sa.String(2)))\n",
          behind: "    op.execute(\"UPDATE crew SET phone = ''\")\n")
      ]),
    EditedCase(
      "m.rb",
      "class AddBits < ActiveRecord::Migration[7.1]\n  def change\n    add_column :boats, :berth, :integer\n    add_index :boats, :berth\n\n    add_column :crews, :phone, :string\n  end\nend\n",
      [
        .add(
          "    add_column :boats, :flag, :string\n",
          behind: "    add_column :boats, :berth, :integer\n")
      ],
      [
        .add(
          "    add_column :boats, :flag, :string, limit: 2, null: false\n",
          behind: "    add_column :crews, :phone, :string\n")
      ]),
    EditedCase(
      "REQ.md",
      "# Requirements\n\n- REQ-011 The door opens in two seconds.\n- REQ-012 The door closes on loss of power.\n\n# Interfaces\n\n- REQ-021 The panel speaks MQTT.\n",
      [
        .add(
          "- REQ-013 The door logs each opening.\n",
          behind: "- REQ-012 The door closes on loss of power.\n")
      ],
      [.add("- REQ-013 The panel shows the time.\n", behind: "- REQ-021 The panel speaks MQTT.\n")]),
  ]

  @Test(arguments: doubled.indices, MergePolicy.allCases)
  func `two meanings of one value are left to a person`(index: Int, policy: MergePolicy) throws {
    try Self.doubled[index].checkLeft(policy)
  }

  private static let apart: [EditedCase] = [
    EditedCase(
      "m.rs",
      "match key {\n    'a' => one(),\n    'b' => two(),\n\n    'x' => six(),\n    _ => none(),\n}\n",
      [.add("    'c' => three(),\n", behind: "two(),\n")],
      [.add("    'y' => seven(),\n", behind: "six(),\n")],
      [
        .add("    'c' => three(),\n", behind: "two(),\n"),
        .add("    'y' => seven(),\n", behind: "six(),\n"),
      ]),
    // An arrow in a value is none of a branch.
    EditedCase(
      "a.js", "const f = (a) => a;\nconst g = (a) => 2;\n\nrun(f);\nrun(g);\n",
      [.add("run((a) => 3);\n", behind: "run(f);\n")],
      [.add("stop((a) => 4);\n", behind: "run(g);\n")],
      [
        .add("run((a) => 3);\n", behind: "run(f);\n"),
        .add("stop((a) => 4);\n", behind: "run(g);\n"),
      ]),
    EditedCase(
      "a.sql", "ALTER TABLE a ADD COLUMN x int;\n\nSELECT 1;\n\nALTER TABLE b ADD COLUMN x int;\n",
      [.add("ALTER TABLE a ADD COLUMN y int;\n", behind: "TABLE a ADD COLUMN x int;\n")],
      [.add("ALTER TABLE b ADD COLUMN y text;\n", behind: "TABLE b ADD COLUMN x int;\n")],
      [
        .add("ALTER TABLE a ADD COLUMN y int;\n", behind: "TABLE a ADD COLUMN x int;\n"),
        .add("ALTER TABLE b ADD COLUMN y text;\n", behind: "TABLE b ADD COLUMN x int;\n"),
      ]),
  ]

  @Test(arguments: apart.indices)
  func `branches and columns of different names are merged`(index: Int) throws {
    try Self.apart[index].check()
  }

  private static let spaced: [EditedCase] = [
    EditedCase(
      "d.ini", "[a]\nx = 1\n\ny = 2\nz = 3\n\nw = 4\n", [.add("v = 5\n", behind: "w = 4\n")],
      [.add("v = 5\n", before: "y = 2")], [.add("v = 5\n", behind: "w = 4\n")]),
    EditedCase(
      "e.yml", "site: ferry\n\ntheme: dark\nlang: en\n\nnav: [a, b]\n",
      [.add("strict: true\n", behind: "nav: [a, b]\n")],
      [.add("strict: true\n", before: "theme: dark")],
      [.add("strict: true\n", behind: "nav: [a, b]\n")]),
  ]

  @Test(arguments: spaced.indices)
  func `an entry that both added at two places takes no blank line with it`(index: Int) throws {
    let spaced = Self.spaced[index]
    let (ours, theirs) = (spaced.base.edited(spaced.ours), spaced.base.edited(spaced.theirs))
    let expected = spaced.base.edited(try #require(spaced.result))
    #expect(text(try merged(spaced.path, spaced.base, ours, theirs, .balanced)) == expected)
  }

  private static let renamed: [EditedCase] = [
    EditedCase(
      "Main.qml",
      "Item {\n    Slider {\n        id: vol\n        from: 0; to: 100\n    }\n    Text {\n        text: vol.value\n    }\n    Button {\n        text: \"Quit\"\n    }\n}\n",
      [
        .swap("        id: vol\n", "        id: volumeSlider\n"),
        .swap("        text: vol.value\n", "        text: volumeSlider.value\n"),
      ], [.add("        enabled: vol.value > 0\n", behind: "        text: \"Quit\"\n")]),
    EditedCase(
      "b.vhd",
      "architecture rtl of blink is\n  signal cnt : unsigned(23 downto 0);\nbegin\n  process (clk) begin\n    if rising_edge(clk) then\n      cnt <= cnt + 1;\n    end if;\n  end process;\n  ready <= '1';\nend rtl;\n",
      [
        .swap(
          "  signal cnt : unsigned(23 downto 0);\n", "  signal counter : unsigned(23 downto 0);\n"),
        .swap("      cnt <= cnt + 1;\n", "      counter <= counter + 1;\n"),
      ], [.add("  led <= cnt(23);\n", behind: "  ready <= '1';\n")]),
    EditedCase(
      "src/lex.rs",
      "use std::collections::BTreeMap;\nuse std::fmt;\n\n#[derive(Debug, Clone, PartialEq)]\npub enum Token {\n    Number(f64),\n    Plus,\n    Minus,\n    Open,\n    Close,\n}\n\n#[derive(Debug)]\npub struct LexError {\n    pub at: usize,\n}\n\nimpl fmt::Display for LexError {\n    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {\n        write!(f, \"bad character at {}\", self.at)\n    }\n}\n\npub fn lex(src: &str) -> Result<Vec<Token>, LexError> {\n    let mut out = Vec::new();\n    for (i, c) in src.chars().enumerate() {\n        match c {\n            '+' => out.push(Token::Plus),\n            '-' => out.push(Token::Minus),\n            '(' => out.push(Token::Open),\n            ')' => out.push(Token::Close),\n            ' ' => {}\n            d if d.is_ascii_digit() => out.push(Token::Number(d as u8 as f64 - 48.0)),\n            _ => return Err(LexError { at: i }),\n        }\n    }\n    Ok(out)\n}\n\npub fn names() -> BTreeMap<&'static str, Token> {\n    BTreeMap::from([(\"plus\", Token::Plus), (\"minus\", Token::Minus)])\n}\n",
      [
        .swap("    Number(f64),\n", "    Num(f64),\n"),
        .swap(
          "            d if d.is_ascii_digit() => out.push(Token::Number(d as u8 as f64 - 48.0)),\n",
          "            d if d.is_ascii_digit() => out.push(Token::Num(d as u8 as f64 - 48.0)),\n"),
      ],
      [
        .swap(
          "    BTreeMap::from([(\"plus\", Token::Plus), (\"minus\", Token::Minus)])\n",
          "    BTreeMap::from([(\"plus\", Token::Plus), (\"minus\", Token::Minus), (\"zero\", Token::Number(0.0))])\n"
        )
      ]),
  ]

  @Test(arguments: renamed.indices, MergePolicy.allCases)
  func `a use of a name that the other side replaced everywhere is left to a person`(
    index: Int, policy: MergePolicy
  ) throws {
    try Self.renamed[index].checkLeft(policy)
  }

  @Test func `a side may define a name anew that the other side replaced`() throws {
    let base = "func a() {\n\tsize := 1\n\tuse(size)\n}\n\nfunc b() {\n\tstop()\n}\n"
    try EditedCase(
      "a.go", base, [.swap("\tsize := 1\n\tuse(size)", "\twidth := 1\n\tuse(width)")],
      [.add("\tsize := 2\n\tdraw(size)\n", behind: "stop()\n")],
      [
        .swap("\tsize := 1\n\tuse(size)", "\twidth := 1\n\tuse(width)"),
        .add("\tsize := 2\n\tdraw(size)\n", behind: "stop()\n"),
      ]
    ).check()
  }
}
