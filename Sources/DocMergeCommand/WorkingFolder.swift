import Glibc

/// The folder that the command was started in.
enum WorkingFolder {
  /// The path from the root that a path relative to this folder means.
  static func absolute(_ path: String) throws -> String {
    guard let current = getcwd(nil, 0) else {
      throw CommandError(description: "the current folder is gone")
    }
    defer { free(current) }
    return "\(String(cString: current))/\(path)"
  }
}
