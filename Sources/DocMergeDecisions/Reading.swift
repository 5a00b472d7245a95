/// An action on a decision, on a page for reading.
package struct ReadingAction: Sendable {
  /// Its name: `Take back`.
  package var name: String
  /// The question before it, by the number of the decision.
  package var question: @Sendable (Int) -> String
  /// Performs it; returns a message and the new readings.
  package var perform: @Sendable (Int) -> (message: String, readings: [Reading])

  /// Describes an action.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - question: The question before it, by the number of the decision.
  ///   - perform: Performs it; returns a message and the new readings.
  package init(
    name: String, question: @escaping @Sendable (Int) -> String,
    perform: @escaping @Sendable (Int) -> (message: String, readings: [Reading])
  ) {
    (self.name, self.question, self.perform) = (name, question, perform)
  }
}

/// Something to read on a page: how a document changed, or the decisions of rules in it.
///
/// It is drawn as the documents of a ``DecisionSession`` are, but nothing is decided there.
package struct Reading: Sendable {
  /// One text of it, with a name.
  package struct Text: Sendable, Hashable {
    /// A name such as `old`, `ours` or `main@1a2b3c4`.
    package var name: String
    /// Its bytes, in any encoding.
    package var bytes: [UInt8]

    /// Names a text.
    package init(name: String, bytes: [UInt8]) {
      self.name = name
      self.bytes = bytes
    }
  }

  /// The decision of a rule at one place.
  package struct Decision: Sendable, Hashable {
    /// The caller's number for it.
    package var number: Int
    /// Whether it was taken back.
    package var isTakenBack: Bool
    /// Its place.
    package var title: String
    /// The reason of the rule.
    package var reason: String
    /// The risk: `none`, `low`, `medium` or `high`.
    package var risk: String
    /// The command that takes it back.
    package var command: String
    /// The text of the base there; `nil` where there is none.
    package var base: [UInt8]?
    /// The text of ours there.
    package var ours: [UInt8]
    /// The text of theirs there.
    package var theirs: [UInt8]
    /// The text that the rule wrote.
    package var result: [UInt8]

    /// Describes a decision.
    package init(
      number: Int = 0, isTakenBack: Bool = false, title: String, reason: String, risk: String,
      command: String, base: [UInt8]?, ours: [UInt8], theirs: [UInt8], result: [UInt8]
    ) {
      (self.number, self.isTakenBack) = (number, isTakenBack)
      (self.title, self.reason, self.risk, self.command) = (title, reason, risk, command)
      (self.base, self.ours, self.theirs, self.result) = (base, ours, theirs, result)
    }
  }

  /// The content to read.
  package enum Content: Sendable {
    /// How one text became another.
    case comparison(old: Text, new: Text)
    /// The decisions of rules, in the order of the text.
    case decisions([Decision])
  }

  /// The group that it is listed in, such as a merge; may be empty.
  package var group: String
  /// The document.
  package var path: String
  /// The format that an attribute names; `nil` to use the name.
  package var format: String?
  /// The content to read.
  package var content: Content

  /// Describes a reading.
  package init(group: String = "", path: String, format: String? = nil, content: Content) {
    self.group = group
    self.path = path
    self.format = format
    self.content = content
  }
}
