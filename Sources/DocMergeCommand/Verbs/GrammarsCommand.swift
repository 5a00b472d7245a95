import ArgumentParser
import DocMerge
import DocMergeFiles
import DocMergeLanguage
import DocMergeSystem
import DocMergeTreeSitter

/// The verb `docmerge grammars`.
struct GrammarsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "grammars",
    abstract: tr("List, install or remove the grammars by which program code is merged."),
    discussion: tr(
      """
      Where a merge of program code is left in conflict, and the grammar of its language is installed, docmerge \
      merges its declarations, statements and lists instead of its lines. Grammars are those of tree-sitter. They are \
      looked for in the folders that the setting docmerge.grammars of git names, in \
      ~/.local/share/docmerge/grammars, and where Neovim, Emacs and Helix have them.

      Examples:
        docmerge grammars
        docmerge grammars install python rust
        docmerge grammars remove python
      """),
    subcommands: [ListGrammars.self, InstallGrammars.self, RemoveGrammars.self],
    defaultSubcommand: ListGrammars.self)

  /// The languages for some names.
  static func languages(_ names: [String], all: Bool) throws -> [LanguageProfile] {
    guard !all else { return LanguageProfile.all }
    return try names.map { name in
      guard let found = LanguageProfile.named(name) else {
        let known = LanguageProfile.all.map(\.name).joined(separator: ", ")
        throw ValidationError(tr("No language is called \(name). These are known: \(known)."))
      }
      return found
    }
  }

  /// Changes the folder, and reports failures in the command's words.
  static func changing<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let failure as GrammarFolder.Failure {
      throw CommandError(description: failure.description)
    }
  }

  /// The folder for installed grammars.
  static func folder() throws -> String {
    guard let folder = InstalledGrammars.own else {
      throw CommandError(description: tr("there is no home folder: set HOME or XDG_DATA_HOME"))
    }
    return folder
  }
}

/// The verb `docmerge grammars list`.
struct ListGrammars: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: tr("List the languages, and where their grammars are."))

  @Flag(help: ArgumentHelp(tr("Print JSON (see docmerge(1))."))) var json = false

  func run() throws {
    let installed = InstalledGrammars()
    let all = LanguageProfile.all.map { language in
      (language, path: installed.files(for: language).first?.path)
    }
    if json { return Console.print(try JSONText.grammars(all)) }
    let width = all.map(\.0.name.count).max() ?? 0
    for (language, path) in all {
      let name = language.name + String(repeating: " ", count: width - language.name.count)
      let place = path.map { PrintableText.escape($0) } ?? Style.dim(tr("not installed"))
      Console.print("\(path == nil ? name : Style.bold(name))  \(place)")
    }
  }
}

/// The verb `docmerge grammars install`.
struct InstallGrammars: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "install",
    abstract: tr("Fetch grammars from the Python Package Index."),
    discussion: tr(
      """
      The packages are named with their checksums in docmerge, and taken only if they have these. Python is not needed.

      Examples:
        docmerge grammars install python
        docmerge grammars install --all
        docmerge grammars install --from ~/wheels go
      """))

  @Argument(
    help: ArgumentHelp(tr("Languages, such as python.")),
    completion: .list(LanguageProfile.all.map(\.name)))
  var languages: [String] = []
  @Flag(help: ArgumentHelp(tr("All languages that are known."))) var all = false
  @Option(
    help: ArgumentHelp(
      tr("Take the packages from this folder or address instead."), valueName: "place"),
    completion: .directory)
  var from: String?

  func validate() throws {
    guard all != !languages.isEmpty else {
      throw ValidationError(tr("Name languages, or give --all."))
    }
    _ = try GrammarsCommand.languages(languages, all: all)
  }

  func run() throws {
    let folder = try GrammarsCommand.folder()
    let languages = try GrammarsCommand.languages(languages, all: all)
    let groups = Dictionary(grouping: languages, by: GrammarPackage.of)
    for (package, languages) in groups.sorted(by: { $0.key.name < $1.key.name }) {
      let bytes = try fetch(package)
      for language in languages {
        let contents = try Packages.chosen().member(package.member(for: language), of: bytes)
        let path = try GrammarsCommand.changing {
          try GrammarFolder(folder).write(contents, for: language)
        }
        Console.print("\(language.name)  \(PrintableText.escape(path))")
      }
    }
  }

  private func fetch(_ package: GrammarPackage) throws -> [UInt8] {
    let address =
      from.map { "\($0)/\(package.fileName)" } ?? "\(GrammarPackage.server)/\(package.path)"
    let title = "\(package.name) \(package.version)"
    let line = ProgressLine(tr("Fetching \(title)"))
    let bytes = try Progress.show(line) {
      try Packages.chosen().bytes(at: address, limit: package.size) { count in
        line.say(tr("Fetching \(title): \(100 * count / package.size) %"))
      }
    }
    guard SHA256.hexadecimal(bytes) == package.checksum else {
      throw CommandError(
        description: tr(
          """
          \(PrintableText.escape(address)) is not the package that docmerge knows: its \
          checksum is another one; nothing of it was installed
          """))
    }
    Console.message(tr("Fetched \(title) from \(PrintableText.escape(address))"))
    return bytes
  }
}

/// The verb `docmerge grammars remove`.
struct RemoveGrammars: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: tr("Remove grammars that docmerge installed."),
    discussion: tr(
      """
      Those of editors stay.

      Example:
        docmerge grammars remove python
      """))

  @Argument(
    help: ArgumentHelp(tr("Languages, such as python.")),
    completion: .list(LanguageProfile.all.map(\.name)))
  var languages: [String] = []
  @Flag(help: ArgumentHelp(tr("All that docmerge installed."))) var all = false

  func validate() throws {
    guard all != !languages.isEmpty else {
      throw ValidationError(tr("Name languages, or give --all."))
    }
    _ = try GrammarsCommand.languages(languages, all: all)
  }

  func run() throws {
    let folder = GrammarFolder(try GrammarsCommand.folder())
    let languages = try GrammarsCommand.languages(languages, all: all)
    var isAnyMissing = false
    for language in languages {
      if let path = try GrammarsCommand.changing({ try folder.remove(language) }) {
        Console.print(tr("\(language.name)  removed \(PrintableText.escape(path))"))
      } else if !all {
        Console.message(tr("docmerge: \(language.name) is not installed in \(folder.path)"))
        isAnyMissing = true
      }
    }
    if isAnyMissing { throw ExitStatus.failed }
  }
}
