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

  private static let sections: [(String, [(String, String)])] = [
    (
      "Decide a conflict",
      [
        ("o, 1", "ours"), ("t, 2", "theirs"), ("b", "both, ours first"),
        ("B", "both, theirs first"), ("a", "the base"), ("m", "as suggested"),
        ("r", "as remembered"), ("i", "edit it here"),
        ("e", "edit it in your editor"), ("x", "split it in two"),
        ("j", "join it with the next one"),
        ("D", "open what rules decided in the document"), ("u", "undo"), ("U, Ctrl-R", "redo"),
      ]
    ),
    (
      "Decide the rest",
      [
        ("O, T", "ours, theirs for the rest of the document"),
        ("M", "all suggestions of no, low and medium risk, in all documents"),
        ("R", "choose for the rest of the document; R once more: of all documents"),
      ]
    ),
    (
      "Decide a whole document",
      [
        ("k", "keep all files, one beside the other"),
        (">, <", "keep the file that was changed last, first"),
        ("1 … 9", "keep one version, where there are no conflicts to decide"),
        ("m", "merge all versions by rules, where that is possible"),
        ("W", "write what is open as tracked changes, in an office text"),
      ]
    ),
    (
      "Move",
      [
        ("s, n, blank, →", "next conflict"), ("p, ←", "previous conflict"),
        ("/", "search in the conflicts"), ("Tab", "next pane"),
        ("↑, ↓, PgUp, PgDn", "scroll the pane; in the list: another conflict"),
        ("Home, End", "start and end of the pane"),
        ("mouse", "click a conflict, turn the wheel; with Shift, most terminals select text"),
      ]
    ),
    (
      "See",
      [
        ("v", "view the whole result"), ("f", "fold what is unchanged, or show it"),
        ("z", "wrap long lines, or cut them off"), ("l", "change the layout"),
        ("Ctrl-L", "draw the screen again"),
      ]
    ),
    (
      "Edit on the screen",
      [
        ("Ctrl-S", "take what is written"), ("Esc", "leave; twice where something was written"),
        ("Ctrl-K", "delete the line"), ("Ctrl-A, Ctrl-E", "start and end of the line"),
      ]
    ),
    (
      "End",
      [
        ("w", "write what is decided; asks where something is open or wrong"),
        ("q, Ctrl-C", "quit; nothing is written, what is decided is kept for later"),
      ]
    ),
    (
      "The marks before the lines of the result",
      [
        ("=", "unchanged"), ("o", "from ours"), ("t", "from theirs"), ("b", "both did the same"),
        ("m", "made by a rule"), ("r", "remembered"), ("e", "edited"), ("?", "to decide"),
      ]
    ),
  ]
}
