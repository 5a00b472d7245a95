public import DocMergeCore

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
    /// What else there is to say of its contents, such as the size of an image; may be empty.
    public var detail: String
    /// When it was changed last, in words; empty where nothing is known of that.
    public var date = ""

    /// Describes a version.
    public init(
      name: String, origin: String = "", size: Int?, detail: String = "", date: String = ""
    ) {
      self.name = name
      self.origin = origin
      self.size = size
      self.detail = detail
      self.date = date
    }
  }

  /// What the document is called, for a person and for telling its format.
  public let path: String
  /// The format that an attribute names; `nil` where the name tells.
  public let format: String?
  /// Its versions, ours or the current one first.
  public let versions: [Version]
  /// What its versions hold, in the same order; empty where the program cannot tell.
  public var contents: [VersionContents?] = []
  /// What the version holds that all were made from; `nil` where there is none, or nothing is known of it.
  public var baseContents: VersionContents?
  /// Makes the bytes of the file from the decided text, in UTF-8; `nil` where the text is the file.
  ///
  /// An office document has one. It throws where the text cannot be written as such a document.
  public var encode: (@Sendable ([UInt8]) throws -> [UInt8])?
  /// Makes the bytes of the file from the text, with open regions as tracked changes; `nil` where the form of
  /// the document has none.
  public var track: (@Sendable (Merged) throws -> [UInt8])?
  /// Tells these versions, and the regions that a merge left of them, from others of the same document.
  public let identity: String
  /// The text by regions, as it is after all steps; `nil` where the document is decided as a whole.
  public private(set) var text: TextDecisions?
  /// The version that is taken as a whole; `nil` where regions are decided, or nothing yet.
  public private(set) var whole: WholeChoice?
  /// What the person did, in order.
  public private(set) var steps: [Step] = []

  /// Whether rules make one of all versions of a document that is decided as a whole.
  public let canMerge: Bool

  /// Whether one file is to come out, as for a tool that another program hands three files.
  public let hasOneResult: Bool

  /// Whether what is decided is written although conflicts are open, which stay between their markers.
  public let keepsMarkers: Bool

  private let original: TextDecisions?
  private var undone: [Step] = []

  /// Makes a document nothing of which is decided.
  ///
  /// - Parameters:
  ///   - path: What it is called.
  ///   - format: The format that an attribute names.
  ///   - versions: Its versions, ours or the current one first.
  ///   - identity: Tells these versions from others of the same document.
  ///   - text: The text by regions; `nil` where it is decided as a whole.
  ///   - canMerge: Whether rules make one of all versions.
  ///   - hasOneResult: Whether one file is to come out; then versions cannot be kept beside each other, and
  ///     nothing is known of their dates.
  ///   - keepsMarkers: Whether what is decided is written although conflicts are open.
  public init(
    path: String, format: String? = nil, versions: [Version], identity: String,
    text: TextDecisions?, canMerge: Bool = false, hasOneResult: Bool = false,
    keepsMarkers: Bool = false
  ) {
    self.path = path
    self.format = format
    self.canMerge = canMerge
    self.hasOneResult = hasOneResult
    self.keepsMarkers = keepsMarkers
    self.versions = versions
    self.identity = text.map { "\(identity) \($0.fingerprint)" } ?? identity
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

  /// Takes the last steps back; `false` where there are not as many.
  @discardableResult
  public mutating func takeBack(_ count: Int = 1) -> Bool {
    guard steps.count >= count else { return false }
    undone += steps.suffix(count).reversed()
    steps.removeLast(count)
    (text, whole) = (original, nil)
    for step in steps { _ = apply(step) }
    return true
  }

  /// Does all of some steps, or none of them.
  mutating func takeAll(_ steps: [Step]) -> Bool {
    var changed = self
    guard steps.allSatisfy({ changed.take($0) }) else { return false }
    self = changed
    return true
  }

  /// Does the step again that was taken back last; `false` where there is none.
  @discardableResult
  public mutating func redo() -> Bool {
    guard let step = undone.popLast(), apply(step) else { return false }
    steps.append(step)
    return true
  }

  /// Whether something can be taken for the document as a whole.
  public func canTake(_ choice: WholeChoice) -> Bool {
    switch choice {
    case .version(let number): versions.indices.contains(number)
    case .merge: canMerge
    case .tracked: track != nil && text != nil
    case .all, .newest, .oldest: !hasOneResult
    }
  }

  private mutating func apply(_ step: Step) -> Bool {
    if case .keep(let choice) = step {
      guard canTake(choice) else { return false }
      whole = choice
      return true
    }
    // Between two conflicts with markers is text that is not the session's to replace.
    if keepsMarkers, case .join = step { return false }
    guard var changed = text, changed.take(step) else { return false }
    (text, whole) = (changed, nil)
    return true
  }

  /// Whether there is something to write: all of it, or what is decided beside conflicts that stay.
  public var canBeWritten: Bool {
    isDecided || keepsMarkers && text?.regions.contains { $0.choice != nil } == true
  }
}
