import DocMerge
import DocMergeSystem

/// Messages about markers.
enum MarkerWords {
  /// For example ``line 12: `=======` without `<<<<<<<` ``.
  static func text(_ finding: MarkerFinding) -> String {
    "line \(finding.line): \(problem(finding))"
  }

  /// The same without the line.
  static func problem(_ finding: MarkerFinding) -> String {
    let found = marker(finding.byte)
    switch finding.problem {
    case .stray: return "\(found) without \(marker(UInt8(ascii: "<")))"
    case .unfinished(let missing): return "\(found) without \(marker(missing))"
    case .repeated: return "a second \(found) in one conflict, so the sides cannot be told apart"
    case .misplaced(let other): return "\(found) after \(marker(other))"
    case .unreadable:
      return "a line among changes that cannot be read as one"
    case .nested:
      return
        "\(found) with another one before its \(marker(UInt8(ascii: ">"))), so it is not clear "
        + "which markers belong together"
    case .withinLine:
      return "\(found) within a line, which may be text or end a part without a final newline"
    case .perforce(let last):
      return
        "conflict in Perforce's style, to line \(last), which docmerge does not settle: take p4 resolve, "
        + "or an editor"
    case .unbalanced(let sides, let bases):
      return "\(found) with \(Words.count(sides, "side")) and \(Words.count(bases, "base"))"
    }
  }

  /// Why all sides cannot be put in sequence.
  static let losesClosing =
    "a closing line that the sides share stands outside of the markers, so that one side after the "
    + "other would lose it: settle it in an editor"

  /// For example `lines 12–20`.
  static func lines(_ lines: Range<Int>) -> String {
    lines.count == 1
      ? "line \(lines.lowerBound)" : "lines \(lines.lowerBound)–\(lines.upperBound - 1)"
  }

  /// The name of a side: its label, or its number.
  static func name(_ conflict: MarkedConflict, side: Int) -> String {
    let words = conflict.sides.count > 2 ? "@\(side + 1)" : ["ours", "theirs"][side]
    guard conflict.style != .fossil, let label = conflict.sides[side].label, !label.isEmpty else {
      return words
    }
    return "\(words), \(PrintableText.escape(label))"
  }

  private static func marker(_ byte: UInt8) -> String {
    "`\(String(repeating: String(UnicodeScalar(byte)), count: 7))`"
  }
}
