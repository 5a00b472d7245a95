import DocMergeCore

/// A format, and the way in which its texts are merged.
package struct KnownFormat: Sendable {
  /// The format.
  package internal(set) var format: any DocumentFormat
  /// The traits of the format, and those that the name of a file gives.
  package let traits: FormatTraits

  /// Whether most parts of its texts have keys, so that adjacent parts are known to be different ones.
  package var isKeyed: Bool { traits.isDisjoint(with: [.prose, .outline, .sequence]) }

  /// The rule for changes of neighbours that have no rule of their own.
  var usualRule: MergeRule {
    if traits.contains(.dependentNeighbours) { return .dependentElements }
    return isKeyed ? .independentEntries : .adjacentItems
  }

  /// Makes a format for files, with the traits that their names give.
  package init(_ format: any DocumentFormat, _ more: FormatTraits = []) {
    self.format = format
    traits = format.traits.union(more)
  }

  /// The format for all versions of a text, with one language for all of them.
  func settled(by sample: [UInt8]) -> KnownFormat {
    if let lock = format as? UnnamedLockFormat {
      return KnownFormat(lock.format(of: sample)).settled(by: sample)
    }
    guard let outline = format as? OutlineFormat else { return self }
    return KnownFormat(outline.settled(by: sample), traits)
  }

  /// The formats that a text of this name may have, the likeliest first.
  ///
  /// - Parameters:
  ///   - path: Where the text is, for its name and ending.
  ///   - name: The format that an attribute or option names, if any.
  /// - Returns: Formats to be tried on the text; none when the format is not known.
  package static func candidates(path: String, name: String? = nil) -> [KnownFormat] {
    FormatRegistry.shared.candidates(path: path, name: name).filter { !$0.isRefinement }
      + ownCandidates(path: path, name: name)
  }

  /// The formats with a more detailed structure for a text of this name, which take longer to read.
  package static func refinements(path: String, name: String? = nil) -> [KnownFormat] {
    FormatRegistry.shared.candidates(path: path, name: name).filter(\.isRefinement)
  }

  /// Whether it is used only where other formats leave conflicts.
  private var isRefinement: Bool { format is CodeFormat }

  private static func ownCandidates(path: String, name: String?) -> [KnownFormat] {
    if let name { return named(name) }
    let parts = path.split(separator: "/").map { $0.lowercased() }
    let file = parts.last ?? ""
    let ending = String(file.split(separator: ".", omittingEmptySubsequences: false).last ?? "")
    if let name = FormatNames.format(byName: file)
      ?? byPattern(file, in: parts.dropLast().last ?? "")
    {
      return named(name) + (outlined.contains(name) ? [KnownFormat(OutlineFormat(path: path))] : [])
    }
    if ending == "lock" { return [KnownFormat(UnnamedLockFormat(path: path))] }
    let name = FormatNames.format(byEnding: ending)
    let drawing: FormatTraits =
      ["storyboard", "xib", "svg", "drawio"].contains(ending) ? .dependentNeighbours : []
    let isMarkup = ["xml", "plist", "html"].contains(name) || ending == "vue"
    let found = name.map { named($0, drawing) } ?? []
    // Where no name gives the format, the brackets, tags and indentation of the text do.
    guard found.isEmpty || isMarkup || outlined.contains(name ?? "") else {
      return found
    }
    return found + [
      KnownFormat(OutlineFormat(path: path), isMarkup ? drawing.union(.markup) : drawing)
    ]
  }

  /// The format of a file whose name matches a pattern, or of all files in a folder.
  private static func byPattern(_ file: String, in folder: String) -> String? {
    if isRequirements(file, in: folder) { return "requirements" }
    if file.hasPrefix(".env") { return "env" }
    let stem = file.prefix { $0 != "." }
    if ["dockerfile", "containerfile"].contains(stem), !file.hasSuffix("ignore") {
      return "dockerfile"
    }
    return folder == "cron.d" && !file.contains(".") ? "crontab" : nil
  }

  /// The formats of files whose outline is used if they are not of the format.
  private static let outlined = [
    "crontab", "calendar", "dockerfile", "makefile", "cmake", "sql", "unity", "go-mod", "ini",
  ]

  /// Whether pip reads a file of this name, such as `requirements-dev.txt` or `requirements/dev.txt`.
  private static func isRequirements(_ file: String, in folder: String) -> Bool {
    (file.hasSuffix(".txt") || file.hasSuffix(".in"))
      && ["requirements", "constraints"].contains { name in
        folder == name || file.hasPrefix(name)
          || file.dropLast(file.hasSuffix(".in") ? 3 : 4).hasSuffix(name)
      }
  }

  /// The names of all formats, and `none`.
  static let names =
    [
      "json", "jsonc", "jsonl", "toml", "yaml", "xml", "html", "plist", "bibtex", "openstep", "csv",
      "tsv", "po", "unity", "sql",
    ]
    + IndentedLockFormat.Dialect.allCases.map(\.rawValue)
    + KeyedLineFormat.Dialect.allCases.map(\.rawValue) + ["json-lock", "notebook", "xcstrings"]
    + ListedLineFormat.Dialect.allCases.map(\.rawValue) + [
      "crontab", "calendar", "dockerfile", "makefile", "cmake",
    ]
    + ["markdown", "rst", "asciidoc", "latex", "org", "text"]
    + KeyValueFormat.Dialect.allCases.map { "\($0)" } + ["none"]

  /// The endings of file names by which a format is found, sorted.
  static func endings(of name: String) -> [String] {
    FormatNames.all.filter { $0.format == name }.flatMap(\.endings.words).sorted()
  }

  /// The whole file names by which a format is found, sorted.
  static func fileNames(of name: String) -> [String] {
    FormatNames.all.filter { $0.format == name }.flatMap(\.fileNames.words).sorted()
  }

  /// The format of a name, and others that are common for texts of that kind.
  private static func named(_ name: String, _ more: FormatTraits = []) -> [KnownFormat] {
    switch name {
    case "xml": [KnownFormat(XMLFormat(), more)]
    case "html": [KnownFormat(XMLFormat(isPage: true))]
    case "plist": [KnownFormat(XMLFormat()), KnownFormat(OpenStepFormat())]
    case "json": [KnownFormat(JSONFormat(.json)), KnownFormat(JSONFormat(.jsonc))]
    case "jsonc": [KnownFormat(JSONFormat(.jsonc))]
    case "jsonl": [KnownFormat(JSONFormat(.lines))]
    case "toml": [KnownFormat(TOMLFormat())]
    case "yaml": [KnownFormat(YAMLFormat())]
    case "kustomization": [KnownFormat(YAMLFormat(isKustomization: true))]
    case "bibtex": [KnownFormat(BibTeXFormat())]
    case "openstep": [KnownFormat(OpenStepFormat())]
    case "xcstrings": [KnownFormat(StringCatalogueFormat()), KnownFormat(JSONFormat(.jsonc))]
    case "notebook": [KnownFormat(NotebookFormat()), KnownFormat(JSONFormat(.json))]
    case "po": [KnownFormat(POFormat())]
    case "crontab": [KnownFormat(CrontabFormat())]
    case "calendar": [KnownFormat(CalendarFormat())]
    case "dockerfile": [KnownFormat(DockerfileFormat())]
    case "makefile": [KnownFormat(MakefileFormat())]
    case "cmake": [KnownFormat(CMakeFormat())]
    case "sql": [KnownFormat(SQLFormat())]
    // Unity's notes beside an asset are YAML.
    case "unity": [KnownFormat(UnityFormat()), KnownFormat(YAMLFormat())]
    case "json-lock": [KnownFormat(JSONLockFormat())]
    case "csv", "tsv": [KnownFormat(TableFormat())]
    case "markdown", "rst", "asciidoc", "latex", "org", "text":
      ProseFormat.Dialect(rawValue: name).map {
        [KnownFormat(ProseFormat($0))]
      } ?? []
    // Translations are also written as property lists.
    case "strings": [KnownFormat(KeyValueFormat(.strings)), KnownFormat(XMLFormat())]
    default: dialect(name)
    }
  }

  /// The format of lines in a dialect.
  private static func dialect(_ name: String) -> [KnownFormat] {
    if let dialect = IndentedLockFormat.Dialect(rawValue: name) {
      // Yarn writes YAML since version 2.
      [KnownFormat(IndentedLockFormat(dialect)), KnownFormat(YAMLFormat())]
    } else if let dialect = KeyedLineFormat.Dialect(rawValue: name) {
      [KnownFormat(KeyedLineFormat(dialect))]
    } else if let dialect = ListedLineFormat.Dialect(rawValue: name) {
      [KnownFormat(ListedLineFormat(dialect))]
    } else if let dialect = KeyValueFormat.Dialect.allCases.first(where: { "\($0)" == name }) {
      [KnownFormat(KeyValueFormat(dialect))]
    } else {
      []
    }
  }
}
