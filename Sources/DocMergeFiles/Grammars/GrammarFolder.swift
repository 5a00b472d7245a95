package import DocMergeFormats
import DocMergeLanguage
import DocMergeSystem

/// The folder with the grammars that docmerge installed.
package struct GrammarFolder: Sendable {
  /// Its path.
  package let path: String

  /// Names a folder, which need not exist.
  package init(_ path: String) { self.path = path }

  /// Why the folder cannot be changed, in words.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String

    fileprivate enum Action { case make, write, remove }

    fileprivate init(_ path: String, _ action: Action, _ error: Errno) {
      let reason = "\(error)"
      description =
        switch action {
        case .make: tr("\(path) cannot be made: \(reason)")
        case .write: tr("\(path) cannot be written: \(reason)")
        case .remove: tr("\(path) cannot be removed: \(reason)")
        }
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
    do throws(FileReplacement.Failure) {
      try FileReplacement(SystemPath(file)).replace { output in
        contents.withUnsafeBytes { output.append($0) }
      }
    } catch {
      throw Failure(file, .write, error.reason)
    }
    return file
  }

  /// Removes a grammar.
  ///
  /// - Returns: its path, or `nil` when there is no such grammar.
  package func remove(_ language: LanguageProfile) throws(Failure) -> String? {
    let file = file(of: language)
    do throws(Errno) {
      try SystemPath(file).removeFile()
      return file
    } catch {
      guard error == .noSuchFile || error == .notDirectory else {
        throw Failure(file, .remove, error)
      }
      return nil
    }
  }

  /// Makes a folder, and its parents.
  private func make(_ folder: Substring) throws(Failure) {
    guard !folder.isEmpty, let reason = reason(making: folder) else { return }
    guard reason == .noSuchFile, let slash = folder.lastIndex(of: "/") else {
      throw Failure(String(folder), .make, reason)
    }
    try make(folder[..<slash])
    if let reason = self.reason(making: folder) { throw Failure(String(folder), .make, reason) }
  }

  /// Why a folder can neither be made nor exists.
  private func reason(making folder: Substring) -> Errno? {
    do throws(Errno) {
      try SystemPath(String(folder)).makeFolder()
      return nil
    } catch {
      return error == .fileExists ? nil : error
    }
  }
}
