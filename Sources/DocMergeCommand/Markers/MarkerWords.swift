import DocMerge
import DocMergeLanguage
import DocMergeSystem

/// Messages about markers.
enum MarkerWords {
  /// For example ``line 12: `=======` without `<<<<<<<` ``.
  static func text(_ finding: MarkerFinding) -> String {
    tr("line \(finding.line): \(problem(finding))")
  }

  /// The same without the line.
  static func problem(_ finding: MarkerFinding) -> String {
    let found = marker(finding.byte)
    switch finding.problem {
    case .stray: return tr("\(found) without \(marker(UInt8(ascii: "<")))")
    case .unfinished(let missing): return tr("\(found) without \(marker(missing))")
    case .repeated:
      return tr("a second \(found) in one conflict, so the sides cannot be told apart")
    case .misplaced(let other): return tr("\(found) after \(marker(other))")
    case .unreadable:
      return tr("a line among changes that cannot be read as one")
    case .nested:
      let end = marker(UInt8(ascii: ">"))
      return tr(
        """
        \(found) with another one before its \(end), so it is not clear which markers belong together
        """)
    case .withinLine:
      return tr(
        "\(found) within a line, which may be text or end a part without a final newline")
    case .perforce(let last):
      return tr(
        """
        conflict in Perforce's style, to line \(last), which docmerge does not settle: take p4 \
        resolve, or an editor
        """)
    case .unbalanced(let sides, let bases):
      return tr("\(found) with \(counted(sides, "side")) and \(counted(bases, "base"))")
    }
  }

  /// Why all sides cannot be put in sequence.
  static var losesClosing: String {
    tr(
      """
      a closing line that the sides share stands outside of the markers, so that one side after the \
      other would lose it: settle it in an editor
      """)
  }

  /// For example `lines 12–20`.
  static func lines(_ lines: Range<Int>) -> String {
    lines.count == 1
      ? tr("line \(lines.lowerBound)")
      : tr("lines \(lines.lowerBound)–\(lines.upperBound - 1)")
  }

  /// The name of a side: its label, or its number.
  static func name(_ conflict: MarkedConflict, side: Int) -> String {
    let words =
      conflict.sides.count > 2 ? "@\(side + 1)" : [tr("ours"), tr("theirs")][side]
    guard conflict.style != .fossil, let label = conflict.sides[side].label, !label.isEmpty else {
      return words
    }
    return "\(words), \(PrintableText.escape(label))"
  }

  private static func marker(_ byte: UInt8) -> String {
    "`\(String(repeating: String(UnicodeScalar(byte)), count: 7))`"
  }
}
