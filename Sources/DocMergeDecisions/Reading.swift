/// An action on a decision, on a page for reading.
public struct ReadingAction: Sendable {
  /// Its name: `Take back`.
  public var name: String
  /// The question before it, by the number of the decision.
  public var question: @Sendable (Int) -> String
  /// Performs it; returns a message and the new readings.
  public var perform: @Sendable (Int) -> (message: String, readings: [Reading])

  /// Describes an action.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - question: The question before it, by the number of the decision.
  ///   - perform: Performs it; returns a message and the new readings.
  public init(
    name: String, question: @escaping @Sendable (Int) -> String,
    perform: @escaping @Sendable (Int) -> (message: String, readings: [Reading])
  ) {
    (self.name, self.question, self.perform) = (name, question, perform)
  }
}

/// Something to read on a page: how a document changed, or the decisions of rules in it.
///
/// It is drawn as the documents of a ``DecisionSession`` are, but nothing is decided there.
public struct Reading: Sendable {
  /// One text of it, with a name.
  public struct Text: Sendable, Hashable {
    /// A name such as `old`, `ours` or `main@1a2b3c4`.
    public var name: String
    /// Its bytes, in any encoding.
    public var bytes: [UInt8]

    /// Names a text.
    public init(name: String, bytes: [UInt8]) {
      self.name = name
      self.bytes = bytes
    }
  }

  /// The decision of a rule at one place.
  public struct Decision: Sendable, Hashable {
    /// The caller's number for it.
    public var number: Int
    /// Whether it was taken back.
    public var isTakenBack: Bool
    /// Its place.
    public var title: String
    /// The reason of the rule.
    public var reason: String
    /// The risk: `none`, `low`, `medium` or `high`.
    public var risk: String
    /// The command that takes it back.
    public var command: String
    /// The text of the base there; `nil` where there is none.
    public var base: [UInt8]?
    /// The text of ours there.
    public var ours: [UInt8]
    /// The text of theirs there.
    public var theirs: [UInt8]
    /// The text that the rule wrote.
    public var result: [UInt8]

    /// Describes a decision.
    public init(
      number: Int = 0, isTakenBack: Bool = false, title: String, reason: String, risk: String,
      command: String, base: [UInt8]?, ours: [UInt8], theirs: [UInt8], result: [UInt8]
    ) {
      (self.number, self.isTakenBack) = (number, isTakenBack)
      (self.title, self.reason, self.risk, self.command) = (title, reason, risk, command)
      (self.base, self.ours, self.theirs, self.result) = (base, ours, theirs, result)
    }
  }

  /// The content to read.
  public enum Content: Sendable {
    /// How one text became another.
    case comparison(old: Text, new: Text)
    /// The decisions of rules, in the order of the text.
    case decisions([Decision])
  }

  /// The group that it is listed in, such as a merge; may be empty.
  public var group: String
  /// The document.
  public var path: String
  /// The format that an attribute names; `nil` to use the name.
  public var format: String?
  /// The content to read.
  public var content: Content

  /// Describes a reading.
  public init(group: String = "", path: String, format: String? = nil, content: Content) {
    self.group = group
    self.path = path
    self.format = format
    self.content = content
  }
}
