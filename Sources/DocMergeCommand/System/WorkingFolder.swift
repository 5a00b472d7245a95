import DocMerge
import DocMergeSystem
import Glibc

/// The folder that the command was started in.
enum WorkingFolder {
  /// Its path from the root, without links.
  static func path() throws -> String {
    guard let current = getcwd(nil, 0) else {
      throw CommandError(description: "the current folder is gone")
    }
    defer { free(current) }
    return String(cString: current)
  }

  /// Goes to another folder.
  static func change(to path: String) throws {
    guard chdir(path) == 0 else {
      throw CommandError(
        description:
          "cannot go to \(PrintableText.escape(path)): \(String(cString: strerror(errno)))")
    }
  }

  /// The path from the root that a path relative to this folder means.
  static func absolute(_ path: String) throws -> String {
    "\(try self.path())/\(path)"
  }
}
