import DocMergeFormats

/// Hands program code that is left in conflict to the full program, which can load grammars.
///
/// The launcher is linked without shared libraries and cannot load any. Nothing is written before, so that
/// the full program starts anew.
enum CodeHandover {
  /// Becomes the full program if it can do better, and returns otherwise.
  ///
  /// - Parameters:
  ///   - path: The name of the document, which tells its language.
  ///   - inputs: The paths of the texts; what was read from standard input is gone.
  static func becomeFullProgram(for path: [UInt8], inputs: [[UInt8]]) {
    guard FormatRegistry.shared.isEmpty, !inputs.contains(where: VerbOutput.isStandard),
      InstalledGrammars.know(path: String(decoding: path, as: UTF8.self))
    else { return }
    InstalledProgram.full.becomeIfInstalled()
  }
}
