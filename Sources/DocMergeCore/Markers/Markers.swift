/// Writes conflicts into a text and reads them back.
///
/// What ``write(_:)`` writes, ``parse(_:)`` gives back, whatever the bytes: the markers are longer
/// than anything in the texts that looks like one, and what git's form loses is said in the markers.
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
  /// What a marker can say beyond its label.
  enum Note: String, CaseIterable {
    /// On the first marker: the text before the conflict does not end in a newline.
    case noNewlineBefore = " [no newline before]"
    /// The part of the conflict that the marker belongs to does not end in a newline.
    case noFinalNewline = " [no final newline]"
    /// What stands before is a label, however much it looks like a note.
    case endOfLabel = " [end of label]"
  }

  /// How long markers must be to stand out from everything in `sections`: at least 7.
  public static func size(for sections: [MarkedSection]) -> Int {
    var longest = 6
    for section in sections {
      switch section {
      case .text(let bytes): longest = max(longest, longestRun(in: bytes))
      case .conflict(let conflict, _):
        for part in [conflict.ours, conflict.base ?? [], conflict.theirs] {
          longest = max(longest, longestRun(in: part))
        }
      }
    }
    return longest + 1
  }

  /// How long the markers of a text are that came without that number.
  ///
  /// That is the longest run of a marker's byte at the start of a line, and at least 7. It is right
  /// for what ``write(_:)`` wrote with at least one conflict, and for most of what git wrote.
  public static func guessedSize(in bytes: [UInt8]) -> Int {
    max(7, longestRun(in: bytes[...]))
  }

  /// The longest run of one of the markers' bytes at the start of a line.
  private static func longestRun(in bytes: ArraySlice<UInt8>) -> Int {
    var longest = 0
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if Marker(bytes[index]) != nil {
        let run = bytes[index...].prefix { $0 == bytes[index] }
        longest = max(longest, run.count)
      }
      let newline = bytes[index...].firstIndex(of: .newline)
      index = newline.map { $0 + 1 } ?? bytes.endIndex
    }
    return longest
  }
}
