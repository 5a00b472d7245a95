/// The contents of a version of a document, for an interface that shows more than its text.
package struct VersionContents: Sendable {
  /// One file of a folder that is one document.
  package struct Member: Sendable, Hashable {
    /// Its path in the folder.
    package var path: String
    /// Its size in bytes.
    package var size: Int
    /// Distinguishes its bytes from others.
    package var identity: String

    /// Describes a file.
    package init(path: String, size: Int, identity: String) {
      self.path = path
      self.size = size
      self.identity = identity
    }
  }

  /// The files of a folder that is one document; `nil` for other documents.
  package let members: [Member]?

  private let load: @Sendable () throws -> [UInt8]

  /// Describes a file.
  ///
  /// - Parameter load: Reads its bytes; only called when they are needed.
  package init(load: @escaping @Sendable () throws -> [UInt8]) {
    members = nil
    self.load = load
  }

  /// Describes a folder that is one document.
  package init(members: [Member]) {
    self.members = members
    load = { [] }
  }

  /// The bytes of a file.
  ///
  /// - Throws: The errors of reading them.
  package func bytes() throws -> [UInt8] { try load() }
}
