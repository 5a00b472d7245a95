package import DocMergeHistory

/// A fault in a container.
public struct Fault: Sendable, Hashable {
  /// The kind of thing that is faulty.
  public enum Part: String, Sendable, Hashable, CaseIterable {
    /// A git object is damaged or missing.
    case object
    /// A reference cannot be read.
    case reference
    /// A state has false contents.
    case state
    /// A fetched state is not signed by an allowed signer.
    case signature
    /// A version that was once saved cannot be accounted for.
    case version
    /// A file in the folder is not as it was put there, and does not look edited.
    case document
    /// The index of the folder does not fit the state.
    case index
  }

  /// The kind of thing that is faulty.
  public var part: Part
  /// The name of the thing.
  public var place: String
  /// The fault, as a half sentence.
  public var reason: String
  /// The repair, as a half sentence; `nil` when there is none here.
  public var remedy: String?
  /// Whether it was repaired.
  public var isMended = false
  /// The faulty document in the folder.
  package var path: DocumentPath?
}

/// The result of a full check of a container.
public struct VerifyReport: Sendable, Hashable {
  /// How many git objects were read.
  public var objects = 0
  /// How many versions there are.
  public var versions = 0
  /// How many documents there are, deleted ones too.
  public var documents = 0
  /// How many files and packages of the folder were read.
  public var files = 0
  /// The faults; empty if there are none.
  public var faults: [Fault] = []

  /// Whether there are no faults any more.
  public var isSound: Bool { faults.allSatisfy(\.isMended) }
}
