import DocMergeLanguage

/// The meaning of the keys.
enum Help {
  /// The lines of the help.
  static var rows: [Row] {
    sections.flatMap { title, keys in
      [Row(content: .words(title), style: .heading)]
        + keys.map { Row(content: .words("  " + $0.0 + padding($0.0) + $0.1)) }
        + [Row(content: .words(""))]
    }
  }

  private static func padding(_ keys: String) -> String {
    String(repeating: " ", count: max(1, 14 - keys.count))
  }

  private typealias Section = (title: String, keys: [(keys: String, words: String)])

  private static var sections: [Section] {
    [conflict, rest, document, moving, seeing, editing, ending, marks]
  }

  private static var conflict: Section {
    (
      tr("Decide a conflict"),
      [
        ("o, 1", tr("ours")),
        ("t, 2", tr("theirs")),
        ("b", tr("both, ours first")),
        ("B", tr("both, theirs first")),
        ("a", tr("the base")),
        ("m", tr("as suggested")),
        ("r", tr("as remembered")),
        ("i", tr("edit it here")),
        ("e", tr("edit it in your editor")),
        ("x", tr("split it in two")),
        ("j", tr("join it with the next one")),
        ("D", tr("open what rules decided in the document")),
        ("u", tr("undo")),
        ("U, Ctrl-R", tr("redo")),
      ]
    )
  }

  private static var rest: Section {
    (
      tr("Decide the rest"),
      [
        ("O, T", tr("ours, theirs for the rest of the document")),
        ("M", tr("all suggestions of no, low and medium risk, in all documents")),
        ("R", tr("choose for the rest of the document; R once more: of all documents")),
      ]
    )
  }

  private static var document: Section {
    (
      tr("Decide a whole document"),
      [
        ("k", tr("keep all files, one beside the other")),
        (">, <", tr("keep the file that was changed last, first")),
        ("1 … 9", tr("keep one version, where there are no conflicts to decide")),
        ("m", tr("merge all versions by rules, where that is possible")),
        ("W", tr("write open conflicts as tracked changes, in an office text")),
      ]
    )
  }

  private static var moving: Section {
    (
      tr("Move"),
      [
        (tr("s, n, blank, →"), tr("next conflict")),
        ("p, ←", tr("previous conflict")),
        ("/", tr("search in the conflicts")),
        ("Tab", tr("next pane")),
        ("↑, ↓, PgUp, PgDn", tr("scroll the pane; in the list: another conflict")),
        ("Home, End", tr("start and end of the pane")),
        (
          tr("mouse"),
          tr("click a conflict, turn the wheel; with Shift, most terminals select text")
        ),
      ]
    )
  }

  private static var seeing: Section {
    (
      tr("See"),
      [
        ("v", tr("view the whole result")),
        ("f", tr("fold unchanged text, or show it")),
        ("z", tr("wrap long lines, or cut them off")),
        ("l", tr("change the layout")),
        ("Ctrl-L", tr("draw the screen again")),
      ]
    )
  }

  private static var editing: Section {
    (
      tr("Edit on the screen"),
      [
        ("Ctrl-S", tr("take the edited text")),
        ("Esc", tr("leave; twice where something was written")),
        ("Ctrl-K", tr("delete the line")),
        ("Ctrl-A, Ctrl-E", tr("start and end of the line")),
      ]
    )
  }

  private static var ending: Section {
    (
      tr("End"),
      [
        ("w", tr("write the decisions; asks where something is open or wrong")),
        ("q, Ctrl-C", tr("quit; nothing is written, decisions are kept for later")),
      ]
    )
  }

  private static var marks: Section {
    (
      tr("The marks before the lines of the result"),
      [
        ("=", tr("unchanged")),
        ("o", tr("from ours")),
        ("t", tr("from theirs")),
        ("b", tr("both did the same")),
        ("m", tr("made by a rule")),
        ("r", tr("remembered")),
        ("e", tr("edited")),
        ("?", tr("to decide")),
      ]
    )
  }
}
