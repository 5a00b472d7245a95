extension ColumnAlignmentTests {
  /// Rows that one side padded anew and the other one edited.
  static let edits: [ColumnCase] = [
    ColumnCase(
      "edit.go", "type User struct {\n\tID   int\n\tName string\n\tMail string\n\tTel  string\n}\n",
      """
      type User struct {
      \tID        int
      \tCreatedAt int64
      \tName      string
      \tMail      string
      \tTel       string
      }

      """, "type User struct {\n\tID   int\n\tName string\n\tMail string\n\tTel  Phone\n}\n",
      """
      type User struct {
      \tID        int
      \tCreatedAt int64
      \tName      string
      \tMail      string
      \tTel       Phone
      }

      """),
    ColumnCase(
      "edit.md",
      """
      | Name | Size |
      | ---- | ---- |
      | Ann  | 1    |
      | Bob  | 2    |
      | Cid  | 3    |

      """,
      """
      | Name      | Size |
      | --------- | ---- |
      | Alexander | 9    |
      | Ann       | 1    |
      | Bob       | 2    |
      | Cid       | 3    |

      """,
      """
      | Name | Size |
      | ---- | ---- |
      | Ann  | 1    |
      | Bob  | 2    |
      | Cid  | 33   |

      """,
      """
      | Name      | Size |
      | --------- | ---- |
      | Alexander | 9    |
      | Ann       | 1    |
      | Bob       | 2    |
      | Cid       | 33   |

      """),
    ColumnCase(
      "edit.toml", "a   = 1\nbcd = 2\ne   = 3\n",
      "a      = 1\nlonger = 7\nbcd    = 2\ne      = 3\n",
      "a   = 1\nbcd = 2\ne   = 4\n", "a      = 1\nlonger = 7\nbcd    = 2\ne      = 4\n"),
  ]

  /// Rows that no rule may align.
  static let unchanged: [ColumnCase] = [
    // A person's table without care for its columns.
    ColumnCase(
      "ragged.md", "| A | B |\n|---|---|\n| one | 1 |\n| three  | 3 |\n| x | 0 |\n",
      "| A | B |\n|---|---|\n| zero   | 0 |\n| one | 1 |\n| three  | 3 |\n| x | 0 |\n",
      "| A | B |\n|---|---|\n| one | 1 |\n| three  | 3 |\n| x | 0 |\n| fourteen | 4 |\n",
      """
      | A | B |
      |---|---|
      | zero   | 0 |
      | one | 1 |
      | three  | 3 |
      | x | 0 |
      | fourteen | 4 |

      """),
    // One blank before each mark.
    ColumnCase(
      "single.toml", "a = 1\nbcd = 2\ne = 3\n", "longer = 7\na = 1\nbcd = 2\ne = 3\n",
      "a = 1\nbcd = 2\ne = 3\nf = 4\n", "longer = 7\na = 1\nbcd = 2\ne = 3\nf = 4\n"),
    // Two blanks by accident.
    ColumnCase(
      "accident.js", "foo(1);\nlet a =  2;\nbar(3);\nqux(4);\n",
      "foo(1);\nlet a =  2;\nlet other = 9;\nbar(3);\nqux(4);\n",
      "foo(1);\nlet a =  2;\nbar(3);\nqux(4);\nlet z = 5;\n",
      "foo(1);\nlet a =  2;\nlet other = 9;\nbar(3);\nqux(4);\nlet z = 5;\n"),
    // Blanks before a comment in one row alone.
    ColumnCase(
      "comment.yml", "a: 1\nb: 2     # two\nc: 3\n", "first: 0\na: 1\nb: 2     # two\nc: 3\n",
      "a: 1\nb: 2     # two\nc: 3\nd: 4 # four\n",
      "first: 0\na: 1\nb: 2     # two\nc: 3\nd: 4 # four\n"),
    // Two blanks behind a full stop.
    ColumnCase(
      "prose.txt", "It rained.  We stayed.\nIt snowed.  We left.\n\nThe end.\n",
      "One day.  We came.\nIt rained.  We stayed.\nIt snowed.  We left.\n\nThe end.\n",
      "It rained.  We stayed.\nIt snowed.  We left.\n\nThe end.  Or not.\n",
      "One day.  We came.\nIt rained.  We stayed.\nIt snowed.  We left.\n\nThe end.  Or not.\n"),
    // A table in a block of code.
    ColumnCase(
      "fenced.md", "```\n| A    | B |\n| one  | 1 |\n| two  | 2 |\n| six  | 6 |\n```\n",
      "```\n| A     | B |\n| one   | 1 |\n| seven | 7 |\n| two   | 2 |\n| six  | 6 |\n```\n",
      "```\n| A    | B |\n| one  | 1 |\n| two  | 2 |\n| six  | 6 |\n| ten  | 9 |\n```\n",
      "```\n| A     | B |\n| one   | 1 |\n| seven | 7 |\n| two   | 2 |\n| six  | 6 |\n| ten  | 9 |\n```\n"
    ),
    // Theirs gave up the columns that the base had.
    ColumnCase(
      "given-up.toml", "a   = 1\nbcd = 2\n\n[x]\ny = 1\n",
      "k   = 0\na   = 1\nbcd = 2\n\n[x]\ny = 1\n",
      "a   = 1\nbcd = 2\nlongest = 3\n\n[x]\ny = 1\n",
      "k   = 0\na   = 1\nbcd = 2\nlongest = 3\n\n[x]\ny = 1\n"),
    // A string over several lines may be anywhere in the file.
    leftAlone("heredoc.sh", head: "cat << EOF\n", tail: "EOF\n"),
    leftAlone("string.rs", head: "const T: &str = \"\n", tail: "\";\n"),
    leftAlone("scalar.yml", head: "t: | # a text\n", indentation: "  "),
    // The column of a line stands for those below it.
    leftAlone("layout.hs", added: "e = do run 1\n       stop 2\n"),
    // Blanks before `=` belong to the name.
    leftAlone("a.bat"),
  ]

  /// Rows that ours aligned, and a row that theirs added and no rule may align.
  private static func leftAlone(
    _ path: String, head: String = "", tail: String = "", indentation: String = "",
    added: String = "e = 5\n"
  ) -> ColumnCase {
    func text(_ rows: [String], _ end: String = "") -> String {
      let lines = rows.map { indentation + $0 + "\n" }.joined()
      return head + lines + (end.isEmpty ? "" : indentation + end) + tail
    }
    let old = ["a = 1", "bc = 2", "longer = 3", "longes = 4"]
    let aligned: [String] = ["a      = 1", "bc     = 2"] + old[2...]
    return ColumnCase(path, text(old), text(aligned), text(old, added), text(aligned, added))
  }
}
