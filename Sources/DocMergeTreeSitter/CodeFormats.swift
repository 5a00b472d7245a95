package import DocMergeFiles
package import DocMergeFormats
import Synchronization

/// The formats of program code in this process: one for each language whose grammar is installed.
package final class CodeFormats: Sendable {
  /// The known grammars and languages.
  private struct Known {
    /// The folders with grammars, once they were looked for.
    var grammars: InstalledGrammars?
    /// The languages that were requested; `nil` for those without a grammar.
    var parsers: [String: GrammarProcess?] = [:]
  }

  private let known: Mutex<Known>

  /// Finds grammars in some folders; `nil` for all folders of this computer, which are searched when the first
  /// text of a known language is read.
  package init(_ grammars: InstalledGrammars? = nil) { known = Mutex(Known(grammars: grammars)) }

  /// Registers the languages whose grammars are installed for all merges of this process.
  package static func register() {
    let formats = CodeFormats()
    FormatRegistry.shared.add { path, name in formats.candidates(path: path, name: name) }
  }

  /// The format of a document; none when its language is not known, or has no grammar here.
  package func candidates(path: String, name: String?) -> [KnownFormat] {
    let language = name.map { LanguageProfile.named($0) } ?? LanguageProfile.named(byPath: path)
    guard let language,
      let parser = parser(of: language)
    else { return [] }
    return [KnownFormat(CodeFormat(language, parser: parser))]
  }

  private func parser(of language: LanguageProfile) -> GrammarProcess? {
    known.withLock { known in
      if let found = known.parsers[language.name] { return found }
      let grammars = known.grammars ?? InstalledGrammars()
      known.grammars = grammars
      let libraries = grammars.files(for: language).map(\.path)
      let parser = libraries.isEmpty ? nil : GrammarProcess(language, libraries: libraries)
      known.parsers[language.name] = .some(parser)
      return parser
    }
  }
}
