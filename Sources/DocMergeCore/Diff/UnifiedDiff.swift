/// The changes between two texts, with a few unchanged lines around each.
public struct UnifiedDiff: Sendable, Hashable {
  /// The role of a line in the comparison.
  public enum Kind: Sendable, Hashable {
    /// In both texts.
    case context
    /// Only in the old text.
    case deleted
    /// Only in the new text.
    case inserted

    /// The byte before such a line.
    public var byte: UInt8 {
      switch self {
      case .context: return .blank
      case .deleted: return UInt8(ascii: "-")
      case .inserted: return UInt8(ascii: "+")
      }
    }
  }

  /// One line, with its ending.
  public struct Line: Sendable, Hashable {
    /// The role of the line in the comparison.
    public var kind: Kind

    /// The bytes of the line; their indices are offsets into the text that it was taken from.
    public var bytes: ArraySlice<UInt8>

    /// Makes a line.
    public init(kind: Kind, bytes: ArraySlice<UInt8>) {
      self.kind = kind
      self.bytes = bytes
    }
  }

  /// Changes that are close to each other.
  public struct Section: Sendable, Hashable {
    /// The lines of the old text, counted from 0.
    public var old: Range<Int>

    /// The lines of the new text, counted from 0.
    public var new: Range<Int>

    /// The lines as they are shown.
    public var lines: [Line]

    /// Makes a section.
    public init(old: Range<Int>, new: Range<Int>, lines: [Line]) {
      self.old = old
      self.new = new
      self.lines = lines
    }
  }

  /// The names of the two texts.
  public struct Labels: Sendable, Hashable {
    /// The name after `---`.
    public var old: String

    /// The name after `+++`.
    public var new: String

    /// Makes names.
    public init(old: String, new: String) {
      self.old = old
      self.new = new
    }
  }

  /// The names of the two texts; `nil` leaves the two header lines out.
  public var labels: Labels?

  /// The changes, in order; none when the texts are the same.
  public var sections: [Section]

  /// Makes a list of changes.
  public init(labels: Labels?, sections: [Section]) {
    self.labels = labels
    self.sections = sections
  }
}

extension UnifiedDiff {
  /// The changes as `git diff` prints them, without the function names after `@@`.
  ///
  ///     --- a/list
  ///     +++ b/list
  ///     @@ -1,2 +1,2 @@
  ///      one
  ///     -two
  ///     +TWO
  ///     \ No newline at end of file
  public var text: [UInt8] {
    guard !sections.isEmpty else { return [] }
    var output: [UInt8] = []
    if let labels { output += "--- \(labels.old)\n+++ \(labels.new)\n".utf8 }
    for section in sections {
      output += "@@ -\(Self.shown(section.old)) +\(Self.shown(section.new)) @@\n".utf8
      for line in section.lines {
        output.append(line.kind.byte)
        output += line.bytes
        if line.bytes.last != .newline { output += "\n\\ No newline at end of file\n".utf8 }
      }
    }
    return output
  }

  /// Lines as a hunk header writes them: counted from 1, the count only when it is not 1.
  private static func shown(_ lines: Range<Int>) -> String {
    switch lines.count {
    case 0: return "\(lines.lowerBound),0"
    case 1: return "\(lines.lowerBound + 1)"
    default: return "\(lines.lowerBound + 1),\(lines.count)"
    }
  }
}
