package import DocMergeHistory

/// Something that is wrong in a container.
public struct Fault: Sendable, Hashable {
  /// What kind of thing it concerns.
  public enum Part: String, Sendable, Hashable, CaseIterable {
    /// A git object is damaged or missing.
    case object
    /// A reference cannot be read.
    case reference
    /// A state says something that is not so.
    case state
    /// A state that came from a remote is not signed by anybody who may.
    case signature
    /// A version that was once saved is accounted for nowhere.
    case version
    /// What lies in the folder is not what was put there, and does not look edited.
    case document
    /// The index of the folder does not fit the state.
    case index
  }

  /// What kind of thing it concerns.
  public var part: Part
  /// Which one.
  public var place: String
  /// What is wrong with it, as a half sentence.
  public var reason: String
  /// What mends it, as a half sentence; `nil` when nothing here can.
  public var remedy: String?
  /// Whether it was mended.
  public var isMended = false
  /// The document in the folder that it concerns.
  package var path: DocumentPath?
}

/// What a look at everything in a container found.
public struct VerifyReport: Sendable, Hashable {
  /// How many git objects were read.
  public var objects = 0
  /// How many versions there are.
  public var versions = 0
  /// How many documents there are, deleted ones too.
  public var documents = 0
  /// How many files and packages of the folder were read.
  public var files = 0
  /// What is wrong; empty when all is well.
  public var faults: [Fault] = []

  /// Whether nothing is wrong any more.
  public var isSound: Bool { faults.allSatisfy(\.isMended) }
}
