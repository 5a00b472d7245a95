public import DocMergeCore
import DocMergeOffice

/// Several versions of one document that are not decided yet.
///
/// A plain value: the code that found the conflict, in a container, a git index or three files, fills it in
/// and carries out the ``Resolution``.
public struct Conflict: Sendable {
  /// The name of the document, for messages and to find its format.
  public var path: String
  /// The format that the attribute `docmerge-format` names, such as `markdown`; `nil` to use the name.
  public var format: String?
  /// The version that all sides were made from; `nil` when there is none.
  public var base: Side?
  /// The versions, two or more: ours, or the current one, first.
  public var sides: [Side]

  /// Makes a conflict.
  public init(path: String, base: Side?, sides: [Side]) {
    self.path = path
    self.base = base
    self.sides = sides
  }

  /// One version of the document.
  public struct Side: Sendable {
    /// The id of the version, where the conflict was found.
    public var id: String
    /// The kind of the version.
    public var kind: Kind
    /// The date of the last change.
    public var date: Timestamp
    /// The author of the change.
    public var author: String
    /// The computer that it was changed on.
    public var computer: String
    /// Reads the bytes; only called when they are needed.
    private let load: @Sendable () throws -> [UInt8]
    /// Reads the files of a package; only called when they are needed.
    private let loadMembers: @Sendable () throws -> [Member]

    /// Makes a side.
    ///
    /// - Parameters:
    ///   - id: the id of the version.
    ///   - kind: the kind of the version.
    ///   - date: the date of the last change.
    ///   - author: the author of the change.
    ///   - computer: the computer that it was changed on.
    ///   - members: reads the files of a package.
    ///   - load: reads the bytes of a file or the target of a link.
    public init(
      id: String, kind: Kind, date: Timestamp, author: String = "", computer: String = "",
      members: @escaping @Sendable () throws -> [Member] = { [] },
      load: @escaping @Sendable () throws -> [UInt8]
    ) {
      self.id = id
      self.kind = kind
      self.date = date
      self.author = author
      self.computer = computer
      self.load = load
      loadMembers = members
    }

    /// The bytes of a file, or the target of a link.
    ///
    /// - Throws: the error of the source of the conflict if it cannot read them.
    public func bytes() throws -> [UInt8] { try load() }

    /// The files of a package, sorted by path; none of anything else.
    ///
    /// - Throws: the error of the source of the conflict if it cannot read them.
    public func members() throws -> [Member] { try loadMembers() }
  }

  /// A file, or a link, in a package.
  public struct Member: Sendable, Hashable {
    /// Its path in the package.
    public var path: [UInt8]
    /// Its kind: a file or a link.
    public var kind: Kind
    /// The bytes of the file, or the target of the link.
    public var bytes: [UInt8]

    /// Describes a file in a package.
    public init(path: [UInt8], kind: Kind, bytes: [UInt8]) {
      self.path = path
      self.kind = kind
      self.bytes = bytes
    }
  }

  /// The kind of a version of a document.
  public enum Kind: Sendable, Hashable {
    /// A file, and whether it is executable.
    case file(isExecutable: Bool)
    /// A symbolic link.
    case symlink
    /// A folder that is one document.
    case package
    /// Nothing: the document was deleted.
    case deleted
  }
}

extension Conflict {
  /// Whether a version shows the conflict as tracked changes, which a person is deciding in a word processor.
  ///
  /// - Complexity: O(*n*), *n* being the size of all versions, which are read; documents of other forms are not
  ///   looked into.
  /// - Throws: the errors of reading a side.
  public var showsTrackedChanges: Bool {
    get throws {
      let known = try base.map(openChanges) ?? 0
      return try sides.contains { try openChanges($0) > known }
    }
  }

  /// How many tracked changes of a conflict a version has.
  private func openChanges(_ side: Side) throws -> Int {
    guard case .file = side.kind else { return 0 }
    let bytes = try side.bytes()
    guard OfficeForm.isOffice(bytes, path: path) else { return 0 }
    // One that cannot be read shows nothing.
    return (try? ConflictChanges(in: bytes).count) ?? 0
  }
}
