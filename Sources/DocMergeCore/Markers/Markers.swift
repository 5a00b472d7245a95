/// Writes conflicts into a text and reads them back.
///
/// ``parse(_:)`` gives back what ``write(_:)`` writes, for any bytes: the markers are longer
/// than anything in the texts that looks like one, and notes in the markers keep what git's form loses.
///
///     <<<<<<< ours [no final newline]
///     two
///     ||||||| base
///     2
///     =======
///     TWO
///     >>>>>>> theirs
///
/// Here ours ended in `two` without a line ending. Git's own three styles are read as well.
public enum Markers {
  /// A note that a marker can have after its label.
  enum Note: String, CaseIterable {
    /// On the first marker: the text before the conflict does not end in a newline.
    case noNewlineBefore = " [no newline before]"
    /// The part of the conflict that the marker belongs to does not end in a newline.
    case noFinalNewline = " [no final newline]"
    /// The text before is a label, even if it looks like a note.
    case endOfLabel = " [end of label]"
  }

  /// The length that markers need to differ from everything in `sections`: at least 7.
  public static func size(for sections: [MarkedSection]) -> Int {
    size(for: sections, joiningTexts: false)
  }

  /// The same; where texts follow each other, a line may continue from one to the next.
  static func size(for sections: [MarkedSection], joiningTexts: Bool) -> Int {
    var scanner = MarkerRuns(longest: 6)
    for section in sections {
      switch section {
      case .text(let bytes):
        scanner.scan(bytes)
        if !joiningTexts { scanner.startText() }
      case .conflict(let conflict, _):
        for part in [conflict.ours, conflict.base ?? [], conflict.theirs] {
          scanner.startText()
          scanner.scan(part)
        }
        scanner.startText()
      }
    }
    return scanner.longest + 1
  }

  /// The length of the markers of a text that was given without that number.
  ///
  /// That is the longest run of a marker's byte at the start of a line, and at least 7. This is right
  /// for what ``write(_:)`` wrote with at least one conflict, and for most of what git wrote.
  public static func guessedSize(in bytes: [UInt8]) -> Int {
    var scanner = MarkerRuns(longest: 7)
    scanner.scan(bytes[...])
    return scanner.longest
  }
}
