import DocMergeLibgit2
import DocMergeSystem

/// A call into libgit2 that failed: which one, how, and what the library said.
public struct GitError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A status of libgit2, open because newer libraries return codes that have no name here.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The C status, negative.
    public let rawValue: Int32

    /// Wraps a C status.
    public init(rawValue: Int32) {
      self.rawValue = rawValue
    }

    /// The object, reference or file does not exist (`GIT_ENOTFOUND`).
    public static let notFound = Code(rawValue: GIT_ENOTFOUND.rawValue)
    /// It exists already (`GIT_EEXISTS`).
    public static let exists = Code(rawValue: GIT_EEXISTS.rawValue)
    /// A shortened id fits several objects (`GIT_EAMBIGUOUS`).
    public static let ambiguous = Code(rawValue: GIT_EAMBIGUOUS.rawValue)
    /// Another process holds the lock file (`GIT_ELOCKED`).
    public static let locked = Code(rawValue: GIT_ELOCKED.rawValue)
    /// The reference moved meanwhile (`GIT_EMODIFIED`).
    public static let modified = Code(rawValue: GIT_EMODIFIED.rawValue)
    /// An object, or one that it was packed from, takes more memory than documents may have; no status of
    /// libgit2's own.
    public static let tooLarge = Code(rawValue: .min)
    /// A callback of ours ended the call (`GIT_EUSER`).
    package static let ended = Code(rawValue: GIT_EUSER.rawValue)
  }

  /// What kind of failure it was.
  public var code: Code
  /// The C function that failed, such as `git_odb_read`.
  public var function: String
  /// libgit2's own words, or the system's where it has none.
  public var message: String

  package init(code: Code, function: String, message: String) {
    self.code = code
    self.function = function
    self.message = message
  }

  /// What went wrong with a file of a repository that no library wrote.
  init(_ error: FileError, in function: String) {
    self.init(code: .init(rawValue: -1), function: function, message: error.description)
  }

  /// The message and the function that it came from.
  public var description: String { "\(message) (\(function))" }
}
