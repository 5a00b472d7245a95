import DocMerge
import DocMergeLanguage
import DocMergeSystem

/// The folder in which the command was started.
enum WorkingFolder {
  /// Its path from the root, without links.
  static func path() throws -> String {
    guard let current = CurrentProcess.folder else {
      throw CommandError(description: tr("the current folder is gone"))
    }
    return String(decoding: current.bytes, as: UTF8.self)
  }

  /// Changes to another folder.
  static func change(to path: String) throws {
    do throws(Errno) {
      try CurrentProcess.go(to: SystemPath(path))
    } catch {
      throw CommandError(description: tr("cannot go to \(PrintableText.escape(path)): \(error)"))
    }
  }

  /// The absolute path for a path relative to this folder.
  static func absolute(_ path: String) throws -> String {
    "\(try self.path())/\(path)"
  }
}
