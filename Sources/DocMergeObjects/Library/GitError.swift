import DocMergeLibgit2
import DocMergeSystem

/// A failed call of libgit2: the function, the status and the message.
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
    /// It already exists (`GIT_EEXISTS`).
    public static let exists = Code(rawValue: GIT_EEXISTS.rawValue)
    /// A shortened id matches several objects (`GIT_EAMBIGUOUS`).
    public static let ambiguous = Code(rawValue: GIT_EAMBIGUOUS.rawValue)
    /// Another process holds the lock file (`GIT_ELOCKED`).
    public static let locked = Code(rawValue: GIT_ELOCKED.rawValue)
    /// The reference moved meanwhile (`GIT_EMODIFIED`).
    public static let modified = Code(rawValue: GIT_EMODIFIED.rawValue)
    /// An object, or one that it is a delta of, takes more memory than documents may have; not a status of libgit2's.
    public static let tooLarge = Code(rawValue: .min)
    /// A callback of ours ended the call (`GIT_EUSER`).
    package static let ended = Code(rawValue: GIT_EUSER.rawValue)
  }

  /// The kind of failure.
  public var code: Code
  /// The C function that failed, such as `git_odb_read`.
  public var function: String
  /// libgit2's own message, or the system's where it has none.
  public var message: String

  package init(code: Code, function: String, message: String) {
    self.code = code
    self.function = function
    self.message = message
  }

  /// A failure with a file of a repository that docmerge itself reads or writes.
  init(_ error: FileError, in function: String) {
    self.init(code: .init(rawValue: -1), function: function, message: error.description)
  }

  /// Whether a reference of the repository could not be read: a crash or a power loss left its file damaged.
  public var isOfDamagedReference: Bool {
    function.hasPrefix("git_reference") && message.hasPrefix("corrupted loose reference")
  }

  /// The message and the function.
  public var description: String { "\(message) (\(function))" }
}
