/// A document in conflict, and what a person has decided of it so far.
///
///     var document = SessionDocument(path: "notes.md", versions: versions, text: text)
///     document.take(.choose(region: 0, .ours))  // true
///     document.takeBack()  // true: as it was before
public struct SessionDocument: Sendable {
  /// One version of it, for a person.
  public struct Version: Sendable, Hashable {
    /// What it is called: `ours`, `theirs`, the name of a replica.
    public var name: String
    /// Where it comes from: a branch and a subject, a person and a date; may be empty.
    public var origin: String
    /// Its size in bytes; `nil` where the document was deleted.
    public var size: Int?

    /// Describes a version.
    public init(name: String, origin: String = "", size: Int?) {
      self.name = name
      self.origin = origin
      self.size = size
    }
  }

  /// What the document is called, for a person and for telling its format.
  public let path: String
  /// Its versions, ours or the current one first.
  public let versions: [Version]
  /// Tells these versions from others of the same document.
  public let identity: String
  /// The text by regions, as it is after all steps; `nil` where the document is decided as a whole.
  public private(set) var text: TextDecisions?
  /// The version that is taken as a whole; `nil` where regions are decided, or nothing yet.
  public private(set) var whole: WholeChoice?
  /// What the person did, in order.
  public private(set) var steps: [Step] = []

  private let original: TextDecisions?
  private var undone: [Step] = []

  /// Makes a document nothing of which is decided.
  public init(
    path: String, versions: [Version], identity: String, text: TextDecisions?
  ) {
    self.path = path
    self.versions = versions
    self.identity = identity
    self.text = text
    original = text
  }

  /// Whether everything is decided.
  public var isDecided: Bool { whole != nil || text?.openCount == 0 }

  /// How many regions are open; 1 for a document that is decided as a whole.
  public var openCount: Int { isDecided ? 0 : text?.openCount ?? 1 }

  /// Does something; `false` where that makes no sense here, and nothing is changed then.
  @discardableResult
  public mutating func take(_ step: Step) -> Bool {
    guard apply(step) else { return false }
    steps.append(step)
    undone = []
    return true
  }

  /// Takes the last step back; `false` where there is none.
  @discardableResult
  public mutating func takeBack() -> Bool {
    guard let last = steps.popLast() else { return false }
    undone.append(last)
    (text, whole) = (original, nil)
    for step in steps { _ = apply(step) }
    return true
  }

  /// Does the step again that was taken back last; `false` where there is none.
  @discardableResult
  public mutating func redo() -> Bool {
    guard let step = undone.popLast(), apply(step) else { return false }
    steps.append(step)
    return true
  }

  private mutating func apply(_ step: Step) -> Bool {
    if case .keep(let choice) = step {
      if case .version(let number) = choice, !versions.indices.contains(number) { return false }
      whole = choice
      return true
    }
    guard var changed = text, changed.take(step) else { return false }
    (text, whole) = (changed, nil)
    return true
  }
}
