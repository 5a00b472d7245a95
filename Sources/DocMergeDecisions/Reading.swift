/// What can be done with a decision on a page that is read.
public struct ReadingAction: Sendable {
  /// What it is called: `Take back`.
  public var name: String
  /// What a person is asked before it, by the number of the decision.
  public var question: @Sendable (Int) -> String
  /// Does it, and returns what became of it and what there is to read then.
  public var perform: @Sendable (Int) -> (message: String, readings: [Reading])

  /// Describes what can be done.
  ///
  /// - Parameters:
  ///   - name: What it is called.
  ///   - question: What a person is asked before it, by the number of the decision.
  ///   - perform: Does it, and returns what became of it and what there is to read then.
  public init(
    name: String, question: @escaping @Sendable (Int) -> String,
    perform: @escaping @Sendable (Int) -> (message: String, readings: [Reading])
  ) {
    (self.name, self.question, self.perform) = (name, question, perform)
  }
}

/// Something to read on a page: how a document changed, or what rules decided in it.
///
/// It is drawn as the documents of a ``DecisionSession`` are, but nothing is decided there.
public struct Reading: Sendable {
  /// One text of it, with what it is called.
  public struct Text: Sendable, Hashable {
    /// Such as `old`, `ours` or `main@1a2b3c4`.
    public var name: String
    /// What it says, in any encoding.
    public var bytes: [UInt8]

    /// Names a text.
    public init(name: String, bytes: [UInt8]) {
      self.name = name
      self.bytes = bytes
    }
  }

  /// What a rule decided at one place.
  public struct Decision: Sendable, Hashable {
    /// What the caller knows it by.
    public var number: Int
    /// Whether it was taken back.
    public var isTakenBack: Bool
    /// Where it is.
    public var title: String
    /// What the rule went by.
    public var reason: String
    /// `none`, `low`, `medium` or `high`.
    public var risk: String
    /// The command that takes it back.
    public var command: String
    /// What the base has there; `nil` where there is none.
    public var base: [UInt8]?
    /// What ours has there.
    public var ours: [UInt8]
    /// What theirs has there.
    public var theirs: [UInt8]
    /// What the rule made of it.
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

  /// What is read.
  public enum Content: Sendable {
    /// How one text became another.
    case comparison(old: Text, new: Text)
    /// What rules decided, in the order of the text.
    case decisions([Decision])
  }

  /// What it is listed under, such as a merge; may be empty.
  public var group: String
  /// The document.
  public var path: String
  /// The format that an attribute names; `nil` where the name tells.
  public var format: String?
  /// What is read.
  public var content: Content

  /// Describes what is read.
  public init(group: String = "", path: String, format: String? = nil, content: Content) {
    self.group = group
    self.path = path
    self.format = format
    self.content = content
  }
}
