import DocMerge
import DocMergeSystem

/// The folder that the command was started in.
enum WorkingFolder {
  /// Its path from the root, without links.
  static func path() throws -> String {
    guard let current = CurrentProcess.folder else {
      throw CommandError(description: "the current folder is gone")
    }
    return String(decoding: current.bytes, as: UTF8.self)
  }

  /// Goes to another folder.
  static func change(to path: String) throws {
    do throws(Errno) {
      try CurrentProcess.go(to: SystemPath(path))
    } catch {
      throw CommandError(description: "cannot go to \(PrintableText.escape(path)): \(error)")
    }
  }

  /// The path from the root that a path relative to this folder means.
  static func absolute(_ path: String) throws -> String {
    "\(try self.path())/\(path)"
  }
}
