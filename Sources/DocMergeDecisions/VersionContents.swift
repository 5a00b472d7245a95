/// What a version of a document holds, for a face that shows more of it than its text.
public struct VersionContents: Sendable {
  /// One file of a folder that is one document.
  public struct Member: Sendable, Hashable {
    /// Where it is in the folder.
    public var path: String
    /// Its size in bytes.
    public var size: Int
    /// Tells its bytes from others.
    public var identity: String

    /// Describes a file.
    public init(path: String, size: Int, identity: String) {
      self.path = path
      self.size = size
      self.identity = identity
    }
  }

  /// The files of a folder that is one document; `nil` for other documents.
  public let members: [Member]?

  private let load: @Sendable () throws -> [UInt8]

  /// Describes a file.
  ///
  /// - Parameter load: Reads its bytes; only called when somebody looks at them.
  public init(load: @escaping @Sendable () throws -> [UInt8]) {
    members = nil
    self.load = load
  }

  /// Describes a folder that is one document.
  public init(members: [Member]) {
    self.members = members
    load = { [] }
  }

  /// The bytes of a file.
  ///
  /// - Throws: What reading them throws.
  public func bytes() throws -> [UInt8] { try load() }
}
