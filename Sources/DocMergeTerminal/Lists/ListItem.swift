/// One thing of a list on the screen, with its details: what a rule decided, or how a document changed.
public struct ListItem: Hashable, Sendable {
  /// A line of the details.
  public struct Line: Hashable, Sendable {
    /// What a line is.
    public enum Kind: Hashable, Sendable {
      /// What the lines below it are, such as `base`, or the place of a change.
      case heading
      /// Unchanged.
      case context
      /// Only in the old text; only in the new one.
      case removed, added
      /// What one of three texts has, and what they were merged to.
      case ours, base, theirs, result
    }

    /// What it is.
    public var kind: Kind
    /// The text of the line, of any encoding; its line end is not shown.
    public var bytes: [UInt8]
    /// Offsets of the bytes that are highlighted.
    public var changes: [Range<Int>]

    /// A line of a text.
    public init(_ kind: Kind, _ bytes: [UInt8], changes: [Range<Int>] = []) {
      (self.kind, self.bytes, self.changes) = (kind, bytes, changes)
    }

    /// A line of words.
    public init(_ kind: Kind, _ words: String) {
      self.init(kind, Array(words.utf8))
    }
  }

  /// What it is listed under, such as a merge; items of one group follow each other.
  public var group: String
  /// What stands in the list.
  public var title: String
  /// What stands above the details, such as the reason of a decision.
  public var note: String
  /// The details.
  public var lines: [Line]

  /// Makes an item.
  public init(group: String = "", title: String, note: String = "", lines: [Line]) {
    (self.group, self.title, self.note, self.lines) = (group, title, note, lines)
  }
}

/// What a person can do with an item of a list.
public struct ListAction {
  /// The key, a small letter that moves nothing.
  public var key: Character
  /// What it does: `take back`.
  public var name: String
  /// What is asked before it is done: `Put this conflict back into a.md?`.
  public var question: (Int) -> String
  /// Does it with the item of that number, and says what was done; the list may be another one then.
  public var perform: (Int) -> (message: String, items: [ListItem])

  /// Makes an action.
  public init(
    key: Character, name: String, question: @escaping (Int) -> String,
    perform: @escaping (Int) -> (message: String, items: [ListItem])
  ) {
    (self.key, self.name, self.question, self.perform) = (key, name, question, perform)
  }
}
