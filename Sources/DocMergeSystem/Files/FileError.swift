import Glibc

/// A failed action on a file: the action, the path, and the reason.
public struct FileError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The action, such as `write`.
  public var action: String
  /// The path, escaped for printing.
  public var path: String
  /// The reason, from `errno`.
  public var code: Int32
  /// The reason in words, if it was not a call of the system that failed.
  public var reason: String?

  package init(
    _ action: String, _ path: SystemPath, code: Int32 = errno, reason: String? = nil
  ) {
    self.action = action
    self.path = path.description
    self.code = code
    self.reason = reason
  }

  /// For example `cannot write Notes/todo.md: No space left on device`.
  public var description: String {
    if action == "make", code == ENOENT, reason == nil, let slash = path.lastIndex(of: "/") {
      let folder = slash == path.startIndex ? "/" : path[..<slash]
      return "cannot make \(path): there is no folder \(folder)"
    }
    return "cannot \(action) \(path): \(reason ?? String(cString: strerror(code)))"
  }
}
