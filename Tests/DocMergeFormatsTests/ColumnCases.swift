extension ColumnAlignmentTests {
  /// Tables.
  static let tables: [ColumnCase] = [
    ColumnCase(
      "widened.md",
      """
      | Navn | Antall |
      | ---- | ------ |
      | Te   | 3      |
      | Salt | 1      |

      """,
      """
      | Navn       | Antall |
      | ---------- | ------ |
      | Te         | 3      |
      | Kardemomme | 9      |
      | Salt       | 1      |

      """,
      """
      | Navn | Antall |
      | ---- | ------ |
      | Te   | 3      |
      | Salt | 1      |
      | Mel  | 2      |

      """,
      """
      | Navn       | Antall |
      | ---------- | ------ |
      | Te         | 3      |
      | Kardemomme | 9      |
      | Salt       | 1      |
      | Mel        | 2      |

      """),
    ColumnCase(
      "aligned.md",
      """
      | Ort | km |
      | --- | --: |
      | Ulm | 90 |
      | Augsburg | 160 |

      Stand: Mai

      """,
      """
      | Ort      |  km |
      | -------- | --: |
      | Ulm      |  90 |
      | Augsburg | 160 |

      Stand: Mai

      """,
      """
      | Ort | km |
      | --- | --: |
      | Ulm | 90 |
      | Augsburg | 160 |
      | Bern | 410 |

      Stand: Juni

      """,
      """
      | Ort      |  km |
      | -------- | --: |
      | Ulm      |  90 |
      | Augsburg | 160 |
      | Bern     | 410 |

      Stand: Juni

      """),
    ColumnCase(
      "both.md",
      """
      | Name | Size |
      |------|------|
      | Ann  | 1    |
      | Bob  | 2    |
      | Cid  | 3    |

      """,
      """
      | Name      | Size |
      |-----------|------|
      | Alexander | 9    |
      | Ann       | 1    |
      | Bob       | 2    |
      | Cid       | 3    |

      """,
      """
      | Name | Size    |
      |------|---------|
      | Ann  | 1       |
      | Bob  | 2       |
      | Cid  | 3       |
      | Dan  | unknown |

      """,
      """
      | Name      | Size    |
      |-----------|---------|
      | Alexander | 9       |
      | Ann       | 1       |
      | Bob       | 2       |
      | Cid       | 3       |
      | Dan       | unknown |

      """),
    ColumnCase(
      "grid.rst",
      """
      +------+-----+
      | Code | Use |
      +======+=====+
      | 200  | ok  |
      +------+-----+

      """,
      """
      +------+----------+
      | Code | Use      |
      +======+==========+
      | 200  | ok       |
      +------+----------+

      """,
      """
      +------+-----+
      | Code | Use |
      +======+=====+
      | 200  | ok  |
      +------+-----+
      | 404  | nil |
      +------+-----+

      """,
      """
      +------+----------+
      | Code | Use      |
      +======+==========+
      | 200  | ok       |
      +------+----------+
      | 404  | nil      |
      +------+----------+

      """),
    ColumnCase(
      "table.org",
      """
      | Name | Size |
      |------+------|
      | Ann  |    1 |
      | Bob  |    2 |

      """,
      """
      | Name      | Size |
      |-----------+------|
      | Alexander |    9 |
      | Ann       |    1 |
      | Bob       |    2 |

      """,
      """
      | Name | Size |
      |------+------|
      | Ann  |    1 |
      | Bob  |    2 |
      | Cid  |   13 |

      """,
      """
      | Name      | Size |
      |-----------+------|
      | Alexander |    9 |
      | Ann       |    1 |
      | Bob       |    2 |
      | Cid       |   13 |

      """),
    ColumnCase(
      "wide.md",
      """
      | 都市 | 数 |
      | ---- | -- |
      | 京都 | 1  |
      | 奈良 | 2  |

      """,
      """
      | 都市         | 数 |
      | ------------ | -- |
      | ロサンゼルス | 9  |
      | 京都         | 1  |
      | 奈良         | 2  |

      """,
      """
      | 都市 | 数 |
      | ---- | -- |
      | 京都 | 1  |
      | 奈良 | 2  |
      | 大阪 | 3  |

      """,
      """
      | 都市         | 数 |
      | ------------ | -- |
      | ロサンゼルス | 9  |
      | 京都         | 1  |
      | 奈良         | 2  |
      | 大阪         | 3  |

      """),
  ]

  /// Rows of three texts: those of the base, what ours has before them, and what theirs has behind them.
  private static func added(
    _ path: String, head: String = "", tail: String = "", old: [String], padded: [String],
    ours: String, theirs: String, row: String
  ) -> ColumnCase {
    func text(_ rows: [String]) -> String {
      head + rows.map { $0 + "\n" }.joined() + tail
    }
    return ColumnCase(
      path, text(old), text([padded[0], ours] + padded.dropFirst()), text(old + [theirs]),
      text([padded[0], ours] + padded.dropFirst() + [row]))
  }

  /// Declarations, assignments and comments.
  static let code: [ColumnCase] = [
    added(
      "user.go", head: "type User struct {\n", tail: "}\n",
      old: ["\tID   int", "\tName string", "\tMail string"],
      padded: ["\tID        int", "\tName      string", "\tMail      string"],
      ours: "\tCreatedAt int64", theirs: "\tTel  string", row: "\tTel       string"),
    added(
      "tags.go", head: "type User struct {\n", tail: "}\n",
      old: ["\tID   int    `json:\"id\"`", "\tName string `json:\"name\"`"],
      padded: ["\tID        int    `json:\"id\"`", "\tName      string `json:\"name\"`"],
      ours: "\tCreatedAt int64  `json:\"at\"`", theirs: "\tTel  string `json:\"tel\"`",
      row: "\tTel       string `json:\"tel\"`"),
    added(
      "const.go", head: "const (\n", tail: ")\n",
      old: ["\tred  = 1 // warm", "\tblue = 2 // cold"],
      padded: ["\tred    = 1 // warm", "\tblue   = 2 // cold"], ours: "\tviolet = 7 // neither",
      theirs: "\tgrey = 3 // dull", row: "\tgrey   = 3 // dull"),
    added(
      "map.go", head: "var sizes = map[string]int{\n", tail: "}\n",
      old: ["\t\"ab\":  1,", "\t\"abc\": 2,"], padded: ["\t\"ab\":     1,", "\t\"abc\":    2,"],
      ours: "\t\"longer\": 7,", theirs: "\t\"x\":   3,", row: "\t\"x\":      3,"),
    added(
      "main.tf", head: "resource \"vm\" \"a\" {\n", tail: "}\n",
      old: ["  ami  = \"x\"", "  type = \"y\""],
      padded: ["  ami               = \"x\"", "  type              = \"y\""],
      ours: "  availability_zone = \"z\"", theirs: "  tags = local.tags",
      row: "  tags              = local.tags"),
    added(
      "default.nix", head: "{\n", tail: "}\n", old: ["  a   = 1;", "  bcd = 2;"],
      padded: ["  a      = 1;", "  bcd    = 2;"], ours: "  longer = 7;", theirs: "  e   = 3;",
      row: "  e      = 3;"),
    added(
      "a.ini", head: "[main]\n", old: ["a   = 1", "bcd = 2"], padded: ["a      = 1", "bcd    = 2"],
      ours: "longer = 7", theirs: "e   = 3", row: "e      = 3"),
    added(
      "a.toml", head: "[main]\n", old: ["a   = 1", "bcd = 2"],
      padded: ["a      = 1", "bcd    = 2"],
      ours: "longer = 7", theirs: "e   = 3", row: "e      = 3"),
    added(
      "Makefile", old: ["CC   = gcc", "LIBS = -lm"], padded: ["CC      = gcc", "LIBS    = -lm"],
      ours: "LDFLAGS = -s", theirs: "AR   = ar", row: "AR      = ar"),
    added(
      "a.scss", old: ["$a:   1px;", "$bcd: 2px;"], padded: ["$a:      1px;", "$bcd:    2px;"],
      ours: "$longer: 7px;", theirs: "$e:   3px;", row: "$e:      3px;"),
    added(
      "a.lua", head: "local t = {\n", tail: "}\n", old: ["  a   = 1,", "  bcd = 2,"],
      padded: ["  a      = 1,", "  bcd    = 2,"], ours: "  longer = 7,", theirs: "  e   = 3,",
      row: "  e      = 3,"),
    added(
      "a.rb", head: "SIZES = {\n", tail: "}\n", old: ["  \"a\"   => 1,", "  \"bcd\" => 2,"],
      padded: ["  \"a\"      => 1,", "  \"bcd\"    => 2,"], ours: "  \"longer\" => 7,",
      theirs: "  \"e\"   => 3,", row: "  \"e\"      => 3,"),
    added(
      "A.hs", head: "data User = User\n", tail: "  }\n",
      old: ["  { uid  :: Int", "  , name :: Text"],
      padded: ["  { uid       :: Int", "  , name      :: Text"], ours: "  , createdAt :: Int",
      theirs: "  , tel  :: Text", row: "  , tel       :: Text"),
    added(
      "a.yml", head: "sizes:\n", old: ["  a:   1", "  bcd: 2"],
      padded: ["  a:      1", "  bcd:    2"],
      ours: "  longer: 7", theirs: "  e:   3", row: "  e:      3"),
    added(
      "a.sh", old: ["A=1      # one", "BCD=22   # two"],
      padded: ["A=1           # one", "BCD=22        # two"], ours: "LONGER=1234   # new",
      theirs: "E=4      # four", row: "E=4           # four"),
    added(
      "a.h", old: ["#define A   1", "#define BCD 2"],
      padded: ["#define A      1", "#define BCD    2"], ours: "#define LONGER 7",
      theirs: "#define E   3", row: "#define E      3"),
    added(
      "a.js", old: ["const a   = 1;", "const bcd = 2;"],
      padded: ["const a      = 1;", "const bcd    = 2;"], ours: "const longer = 7;",
      theirs: "const e   = 3;", row: "const e      = 3;"),
    added(
      "a.txt", old: ["Host:   a", "Port:   1"], padded: ["Host:       a", "Port:       1"],
      ours: "Protocol:   x", theirs: "User:   u", row: "User:       u"),
    added(
      "a.sql", head: "CREATE TABLE t (\n", tail: "  PRIMARY KEY (id)\n);\n",
      old: ["  id    integer,", "  name  text,", "  phone text,"],
      padded: ["  id         integer,", "  name       text,", "  phone      text,"],
      ours: "  created_at integer,", theirs: "  tel   text,", row: "  tel        text,"),
  ]
}
