import Glibc

/// A system call on a file that failed: what was tried, where, and why.
public struct FileError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What was tried, such as `write`.
  public var action: String
  /// The path, escaped for printing.
  public var path: String
  /// The reason, from `errno`.
  public var code: Int32

  package init(_ action: String, _ path: SystemPath, code: Int32 = errno) {
    self.action = action
    self.path = path.description
    self.code = code
  }

  /// For example `cannot write Notes/todo.md: No space left on device`.
  public var description: String {
    "cannot \(action) \(path): \(String(cString: strerror(code)))"
  }
}
