public import DocMergeCore
public import DocMergeObjects

/// The kind of item at a document's path in a version.
public enum DocumentKind: String, Sendable, Hashable, CaseIterable {
  /// An ordinary file.
  case file
  /// A file with the executable bit.
  case executable
  /// A symbolic link; its contents are the path that it points to.
  case symlink
  /// A folder that is one document.
  case package
  /// Nothing: the version that records a deletion.
  case deleted

  package var mode: Tree.Mode? {
    switch self {
    case .file: .file
    case .executable: .executable
    case .symlink: .symlink
    case .package: .folder
    case .deleted: nil
    }
  }

  /// Whether it is one file, executable or not.
  package var isFile: Bool { self == .file || self == .executable }

  /// The number that the folder index keeps; never change one.
  package var number: Int64 {
    switch self {
    case .file: 0
    case .executable: 1
    case .symlink: 2
    case .package: 3
    case .deleted: 4
    }
  }

  package init?(number: Int64) {
    guard let kind = DocumentKind.allCases.first(where: { $0.number == number }) else { return nil }
    self = kind
  }

  package init(_ mode: Tree.Mode) {
    switch mode {
    case .file: self = .file
    case .executable: self = .executable
    case .symlink: self = .symlink
    case .folder: self = .package
    }
  }
}

/// The contents of a document, by identity: equal values mean equal bytes and mode.
public struct ContentID: Sendable, Hashable {
  /// The kind of the item.
  public var kind: DocumentKind
  /// The blob with the bytes, or the tree of a package.
  ///
  /// Deletions have the empty tree.
  public var object: ObjectID

  /// Makes the identity of `object` as a `kind`.
  public init(kind: DocumentKind, object: ObjectID) {
    self.kind = kind
    self.object = object
  }
}

/// One version of a document, as lists show it: everything but the contents.
public struct Version: Sendable, Hashable, Identifiable {
  /// The commit.
  public var id: ObjectID
  /// Its contents.
  public var content: ContentID
  /// The size of the contents in bytes; of a package, the sum of its files; of a deletion, 0.
  public var size: Int64
  /// The date of the person's last change to the document: its modification date, not the time of saving.
  public var date: Timestamp
  /// The person who changed it.
  public var author: Person
  /// The replica that it was made on.
  public var replica: ReplicaID
  /// The name of that replica's computer.
  public var computer: String

  package init(
    id: ObjectID, content: ContentID, size: Int64, date: Timestamp, author: Person,
    replica: ReplicaID, computer: String
  ) {
    self.id = id
    self.content = content
    self.size = size
    self.date = date
    self.author = author
    self.replica = replica
    self.computer = computer
  }

  /// Whether this version records a deletion.
  public var isDeletion: Bool { content.kind == .deleted }

  /// The id determines all the rest, unless the data is false.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension Version {
  /// Whether `self` wins against `other` without a decision of a person.
  ///
  /// An edit beats a deletion, then the later date, then the larger id. A total order, the same on
  /// every replica.
  public func wins(over other: Version) -> Bool {
    if isDeletion != other.isDeletion { return other.isDeletion }
    return (date, id) > (other.date, other.id)
  }
}
