import DocMergeLanguage
import DocMergeSystem

extension FileReplacement {
  /// Replaces a file, and reports a failure in git's words.
  ///
  /// The name is the one that the user gave.
  static func replace(
    _ name: [UInt8], isDurable: Bool = true, unless isCalledOff: () -> Bool = { false },
    _ body: (inout OutputFile) -> Void
  ) throws(FileFailure) {
    do throws(Failure) {
      try FileReplacement(SystemPath(bytes: name))
        .replace(isDurable: isDurable, unless: isCalledOff, body)
    } catch {
      throw FileFailure(error, name)
    }
  }

  /// Replaces a file by bytes, and reports a failure in git's words.
  static func replace(
    _ name: [UInt8], isDurable: Bool = true, with bytes: [UInt8]
  ) throws(FileFailure) {
    try replace(name, isDurable: isDurable) { output in
      bytes.withUnsafeBytes { output.append($0) }
    }
  }
}

extension FileFailure {
  /// Why a file could not be replaced, in git's words.
  init(_ failure: FileReplacement.Failure, _ name: [UInt8]) {
    switch failure.step {
    case .opening: self.init(tr("Could not open % for writing"), name, reason: failure.reason)
    case .writing: self.init(tr("Could not write to %"), name, reason: failure.reason)
    }
  }
}

/// Replaces the contents of a file, completely or not at all; a missing file is created.
package func replaceFile(_ path: [UInt8], with bytes: [UInt8]) throws(FileFailure) {
  try FileReplacement.replace(path, with: bytes)
}
