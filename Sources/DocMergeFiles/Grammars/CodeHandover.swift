import DocMergeFormats
import Glibc

/// Hands program code that is left in conflict to the full program, which can load grammars.
///
/// The launcher is linked without shared libraries and cannot load any. Nothing is written before, so that
/// the full program starts anew.
enum CodeHandover {
  /// Becomes the full program if it can do better, and returns otherwise.
  ///
  /// - Parameters:
  ///   - path: The name of the document, which tells its language.
  ///   - inputs: The paths of the texts. All must be files, which can be read again: a pipe is empty by now.
  static func becomeFullProgram(for path: [UInt8], inputs: [[UInt8]]) {
    guard FormatRegistry.shared.isEmpty, inputs.allSatisfy(canBeReadAgain),
      InstalledGrammars.know(path: String(decoding: path, as: UTF8.self))
    else { return }
    InstalledProgram.full.becomeIfInstalled()
  }

  /// Whether a path is that of a file, or of no text at all.
  private static func canBeReadAgain(_ path: [UInt8]) -> Bool {
    guard !path.isEmpty else { return true }
    var status = stat()
    guard !VerbOutput.isStandard(path), stat(CPath(path).characters, &status) == 0 else {
      return false
    }
    return status.st_mode & S_IFMT == S_IFREG || path == Array("/dev/null".utf8)
  }
}
