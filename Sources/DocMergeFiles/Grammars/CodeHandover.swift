import DocMergeFormats
import DocMergeSystem

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
      Self.mayHoldCode(path)
    else { return }
    InstalledProgram.full.becomeIfInstalled()
  }

  /// Whether a document is code, or may hold some, that a grammar is installed for.
  private static func mayHoldCode(_ path: [UInt8]) -> Bool {
    let path = String(decoding: path, as: UTF8.self)
    let ending = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
    // Which languages its cells and blocks are in, the full program sees.
    let holdsCode = ["ipynb", "md", "markdown", "mdx"].contains(ending)
    return InstalledGrammars.know(path: path) || holdsCode && InstalledGrammars.areSome
  }

  /// Whether a path is that of a file, or of no text at all.
  private static func canBeReadAgain(_ path: [UInt8]) -> Bool {
    guard !path.isEmpty else { return true }
    guard !VerbOutput.isStandard(path), let status = try? SystemPath(bytes: path).status() else {
      return false
    }
    return status.isFile || path == Array("/dev/null".utf8)
  }
}
