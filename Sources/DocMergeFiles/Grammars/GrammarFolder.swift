package import DocMergeFormats
import Glibc

/// The folder with the grammars that docmerge installed.
package struct GrammarFolder: Sendable {
  /// Its path.
  package let path: String

  /// Names a folder, which need not be there.
  package init(_ path: String) { self.path = path }

  /// Why the folder cannot be changed, in words.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String

    fileprivate init(_ path: String, _ action: String) {
      description = "\(path) cannot be \(action): \(String(cString: strerror(errno)))"
    }
  }

  private func file(of language: LanguageProfile) -> String {
    "\(path)/\(language.grammars.first ?? language.name).so"
  }

  /// Writes a grammar, as a whole or not at all.
  ///
  /// - Returns: its path.
  package func write(
    _ contents: [UInt8], for language: LanguageProfile
  ) throws(Failure) -> String {
    try make(path[...])
    let file = file(of: language)
    do throws(FileFailure) {
      try FileReplacement(Array(file.utf8)).replace { output in
        contents.withUnsafeBytes { output.append($0) }
        output.flush()
      }
    } catch {
      throw Failure(file, "written")
    }
    return file
  }

  /// Removes a grammar.
  ///
  /// - Returns: its path, or `nil` when it is not there.
  package func remove(_ language: LanguageProfile) throws(Failure) -> String? {
    let file = file(of: language)
    guard unlink(file) != 0 else { return file }
    guard errno == ENOENT || errno == ENOTDIR else { throw Failure(file, "removed") }
    return nil
  }

  /// Makes a folder, and those around it.
  private func make(_ folder: Substring) throws(Failure) {
    guard !folder.isEmpty, mkdir(String(folder), 0o777) != 0, errno != EEXIST else { return }
    if errno == ENOENT, let slash = folder.lastIndex(of: "/") {
      try make(folder[..<slash])
      guard mkdir(String(folder), 0o777) != 0, errno != EEXIST else { return }
    }
    throw Failure(String(folder), "made")
  }
}
