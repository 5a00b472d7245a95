package import DocMergeCore

/// A document in conflict, with the decisions of a person so far.
///
///     var document = SessionDocument(path: "notes.md", versions: versions, text: text)
///     document.take(.choose(region: 0, .ours))  // true
///     document.takeBack()  // true: as it was before
package struct SessionDocument: Sendable {
  /// One version of it, as shown to a person.
  package struct Version: Sendable, Hashable {
    /// Its name: `ours`, `theirs`, the name of a replica.
    package var name: String
    /// Its origin: a branch and a subject, a person and a date; may be empty.
    package var origin: String
    /// Its size in bytes; `nil` where the document was deleted.
    package var size: Int?
    /// Other details of its contents, such as the size of an image; may be empty.
    package var detail: String
    /// The date of its last change, in words; empty where it is not known.
    package var date = ""

    /// Describes a version.
    package init(
      name: String, origin: String = "", size: Int?, detail: String = "", date: String = ""
    ) {
      self.name = name
      self.origin = origin
      self.size = size
      self.detail = detail
      self.date = date
    }
  }

  /// The name of the document, for a person and to find its format.
  package let path: String
  /// The format that an attribute names; `nil` to use the name.
  package let format: String?
  /// Its versions, ours or the current one first.
  package let versions: [Version]
  /// The contents of its versions, in the same order; empty where they are not known.
  package var contents: [VersionContents?] = []
  /// The contents of the base; `nil` where there is none, or they are not known.
  package var baseContents: VersionContents?
  /// Makes the bytes of the file from the decided text, in UTF-8; `nil` where the text is the file.
  ///
  /// An office document has one. It throws if the text cannot be written as such a document.
  package var encode: (@Sendable ([UInt8]) throws -> [UInt8])?
  /// Makes the bytes of the file from the text, with open regions as tracked changes; `nil` where the form of
  /// the document has none.
  package var track: (@Sendable (Merged) throws -> [UInt8])?
  /// Distinguishes these versions, and the regions that a merge left of them, from others of the same document.
  package let identity: String
  /// The text by regions, after all steps; `nil` where the document is decided as a whole.
  package private(set) var text: TextDecisions?
  /// The choice for the document as a whole; `nil` where regions are decided, or nothing yet.
  package private(set) var whole: WholeChoice?
  /// The steps of the person, in order.
  package private(set) var steps: [Step] = []

  /// Whether rules can merge all versions of a document that is decided as a whole.
  package let canMerge: Bool

  /// Whether the result must be one file, as for a tool that another program gives three files.
  package let hasOneResult: Bool

  /// Whether decided regions are written although conflicts are open, which stay between their markers.
  package let keepsMarkers: Bool

  private let original: TextDecisions?
  private var undone: [Step] = []

  /// Makes a document without decisions.
  ///
  /// - Parameters:
  ///   - path: Its name.
  ///   - format: The format that an attribute names.
  ///   - versions: Its versions, ours or the current one first.
  ///   - identity: Distinguishes these versions from others of the same document.
  ///   - text: The text by regions; `nil` where it is decided as a whole.
  ///   - canMerge: Whether rules can merge all versions.
  ///   - hasOneResult: Whether the result must be one file; then versions cannot be kept beside each other, and
  ///     their dates are not known.
  ///   - keepsMarkers: Whether decided regions are written although conflicts are open.
  package init(
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
  package var isDecided: Bool { whole != nil || text?.openCount == 0 }

  /// How many regions are open; 1 for a document that is decided as a whole.
  package var openCount: Int { isDecided ? 0 : text?.openCount ?? 1 }

  /// Takes a step; `false` where it is not possible here, and then nothing is changed.
  @discardableResult
  package mutating func take(_ step: Step) -> Bool {
    guard apply(step) else { return false }
    steps.append(step)
    undone = []
    return true
  }

  /// Takes back the last steps; `false` where there are not as many.
  @discardableResult
  package mutating func takeBack(_ count: Int = 1) -> Bool {
    guard steps.count >= count else { return false }
    undone += steps.suffix(count).reversed()
    steps.removeLast(count)
    (text, whole) = (original, nil)
    for step in steps { _ = apply(step) }
    return true
  }

  /// Takes all of some steps, or none of them.
  mutating func takeAll(_ steps: [Step]) -> Bool {
    var changed = self
    guard steps.allSatisfy({ changed.take($0) }) else { return false }
    self = changed
    return true
  }

  /// Repeats the step that was taken back last; `false` where there is none.
  @discardableResult
  package mutating func redo() -> Bool {
    guard let step = undone.popLast(), apply(step) else { return false }
    steps.append(step)
    return true
  }

  /// Whether a choice is possible for the document as a whole.
  package func canTake(_ choice: WholeChoice) -> Bool {
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
    // The text between two conflicts with markers must not be replaced by the session.
    if keepsMarkers, case .join = step { return false }
    guard var changed = text, changed.take(step) else { return false }
    (text, whole) = (changed, nil)
    return true
  }

  /// Whether there is something to write: all of it, or decided regions beside conflicts that stay.
  package var canBeWritten: Bool {
    isDecided || keepsMarkers && text?.regions.contains { $0.choice != nil } == true
  }
}
