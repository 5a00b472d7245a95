import DocMerge
import DocMergeLanguage
import DocMergeSystem

/// Files outside of containers that commands read as a whole.
enum InputFile {
  /// Reads a file, or standard input for `-`.
  static func read(_ path: String) throws -> [UInt8] {
    do throws(Errno) {
      let file = path == "-" ? try OpenFile.standardInput() : try OpenFile(SystemPath(path))
      return try file.readAll(sizeHint: 1 << 18)
    } catch {
      throw CommandError(description: tr("cannot read \(PrintableText.escape(path)): \(error)"))
    }
  }
}
