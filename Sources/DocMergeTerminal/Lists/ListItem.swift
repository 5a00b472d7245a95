/// An item of a list on the screen, with its details: a decision of a rule, or the changes of a document.
package struct ListItem: Hashable, Sendable {
  /// A line of the details.
  package struct Line: Hashable, Sendable {
    /// The kind of a line.
    package enum Kind: Hashable, Sendable {
      /// A heading of the lines below it, such as `base`, or the place of a change.
      case heading
      /// Unchanged.
      case context
      /// Only in the old text; only in the new one.
      case removed, added
      /// A line of one of three texts, or of the merged result.
      case ours, base, theirs, result
    }

    /// The kind of the line.
    package var kind: Kind
    /// The text of the line, in any encoding; its line end is not shown.
    package var bytes: [UInt8]
    /// Offsets of the bytes to highlight.
    package var changes: [Range<Int>]

    /// A line of a text.
    package init(_ kind: Kind, _ bytes: [UInt8], changes: [Range<Int>] = []) {
      (self.kind, self.bytes, self.changes) = (kind, bytes, changes)
    }

    /// A line of words.
    package init(_ kind: Kind, _ words: String) {
      self.init(kind, Array(words.utf8))
    }
  }

  /// The group in the list, such as a merge; items of one group are adjacent.
  package var group: String
  /// The text in the list.
  package var title: String
  /// The text above the details, such as the reason of a decision.
  package var note: String
  /// The details.
  package var lines: [Line]

  /// Makes an item.
  package init(group: String = "", title: String, note: String = "", lines: [Line]) {
    (self.group, self.title, self.note, self.lines) = (group, title, note, lines)
  }
}

/// An action of a person on an item of a list.
package struct ListAction {
  /// The key, a lower-case letter without another meaning.
  package var key: Character
  /// Its name: `take back`.
  package var name: String
  /// The question before the action: `Put this conflict back into a.md?`.
  package var question: (Int) -> String
  /// Performs it for the item with that number, and returns a message and the new list.
  package var perform: (Int) -> (message: String, items: [ListItem])

  /// Makes an action.
  package init(
    key: Character, name: String, question: @escaping (Int) -> String,
    perform: @escaping (Int) -> (message: String, items: [ListItem])
  ) {
    (self.key, self.name, self.question, self.perform) = (key, name, question, perform)
  }
}
