import DocMergeCore

/// A format, and the way in which its texts are merged.
package struct KnownFormat: Sendable {
  /// The format.
  package internal(set) var format: any DocumentFormat
  /// Whether its texts are prose, where items of lists are independent.
  package let isProse: Bool

  /// Whether most parts of its texts have keys, so that adjacent parts are known to be different ones.
  package var isKeyed: Bool { !isProse && !(format is OutlineFormat) && !isSequence }

  /// Whether the parts of its texts are a sequence of instructions.
  var isSequence: Bool {
    format is DockerfileFormat || format is MakefileFormat || format is CMakeFormat
  }

  /// Whether its texts are JSON.
  var isJSON: Bool {
    format is JSONFormat || format is JSONLockFormat || format is NotebookFormat
      || format is StringCatalogueFormat
  }

  /// Whether its texts consist of tags with attributes.
  let isMarkup: Bool
  /// Whether its texts are pages in HTML.
  var isPage: Bool { (format as? XMLFormat)?.isPage == true }
  /// Whether its texts are drawings of a program, in which neighbours depend on each other.
  let isDrawing: Bool

  /// The rule for changes of neighbours that have no rule of their own.
  var usualRule: MergeRule {
    if isDrawing { return .dependentElements }
    return isKeyed ? .independentEntries : .adjacentItems
  }

  package init(
    _ format: any DocumentFormat, isProse: Bool = false, isMarkup: Bool = false,
    isDrawing: Bool = false
  ) {
    self.isDrawing = isDrawing
    self.isMarkup = isMarkup
    self.format = format
    self.isProse = isProse
  }

  /// The format for all versions of a text, with one language for all of them.
  func settled(by sample: [UInt8]) -> KnownFormat {
    guard let outline = format as? OutlineFormat else { return self }
    return KnownFormat(outline.settled(by: sample), isMarkup: isMarkup, isDrawing: isDrawing)
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
    if let name = byName[file] ?? byPattern(file, in: parts.dropLast().last ?? "") {
      return named(name) + (outlined.contains(name) ? [KnownFormat(OutlineFormat(path: path))] : [])
    }
    let name = byEnding[ending]
    let found = name.map { named($0, isDrawing: drawings.contains(ending)) } ?? []
    // Where no name gives the format, the brackets, tags and indentation of the text do.
    guard found.isEmpty || markup.contains(ending) || outlined.contains(name ?? "") else {
      return found
    }
    return found + [
      KnownFormat(
        OutlineFormat(path: path), isMarkup: markup.contains(ending),
        isDrawing: drawings.contains(ending))
    ]
  }

  /// The format of a file whose name matches a pattern, or of all files in a folder.
  private static func byPattern(_ file: String, in folder: String) -> String? {
    if isRequirements(file) { return "requirements" }
    if file.hasPrefix(".env") { return "env" }
    let stem = file.prefix { $0 != "." }
    if ["dockerfile", "containerfile"].contains(stem), !file.hasSuffix("ignore") {
      return "dockerfile"
    }
    return folder == "cron.d" && !file.contains(".") ? "crontab" : nil
  }

  /// The formats of files whose outline is used if they are not of the format.
  private static let outlined: Set<String> = [
    "crontab", "calendar", "dockerfile", "makefile", "cmake", "sql", "unity",
  ]

  /// Whether pip reads a file of this name, such as `requirements-dev.txt`.
  private static func isRequirements(_ file: String) -> Bool {
    (file.hasSuffix(".txt") || file.hasSuffix(".in"))
      && ["requirements", "constraints"].contains { name in
        file.hasPrefix(name) || file.dropLast(file.hasSuffix(".in") ? 3 : 4).hasSuffix(name)
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
    byEnding.filter { $0.value == name }.map(\.key).sorted()
  }

  /// The whole file names by which a format is found, sorted.
  static func fileNames(of name: String) -> [String] {
    byName.filter { $0.value == name }.map(\.key).sorted()
  }

  /// The format of a name, and others that are common for texts of that kind.
  private static func named(_ name: String, isDrawing: Bool = false) -> [KnownFormat] {
    switch name {
    case "xml": [KnownFormat(XMLFormat(), isDrawing: isDrawing)]
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
        [KnownFormat(ProseFormat($0), isProse: true)]
      } ?? []
    // Translations are also written as property lists.
    case "strings": [KnownFormat(KeyValueFormat(.strings)), KnownFormat(XMLFormat())]
    default:
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

  private static let markup = Set(
    xml + ["plist", "stringsdict", "entitlements", "html", "htm", "vue"])

  /// The file endings of XML.
  private static let xml = [
    "xml", "xhtml", "svg", "storyboard", "xib", "xaml", "axaml", "axml", "xsd", "xsl", "xslt",
    "csproj", "vbproj", "fsproj", "vcxproj", "sqlproj", "shproj", "wixproj", "props", "targets",
    "proj", "projitems", "filters", "nuspec", "resx", "resw", "xlf", "xliff", "tmx", "rss", "atom",
    "opml", "kml", "gpx", "wsdl", "fxml", "pom", "tei", "rng", "sch", "dae", "drawio", "xcscheme",
    "xcworkspacedata", "xmp", "musicxml", "fodt", "fods", "fodp", "iml", "jrxml", "dita", "ditamap",
    "classpath", "opf", "ncx", "launch", "qrc", "ui", "glade", "wxs", "wxl", "ruleset",
    "runsettings", "manifest",
  ]

  /// The file endings of assets of Unity.
  private static let assets = [
    "unity", "prefab", "asset", "mat", "anim", "controller", "overridecontroller", "mask",
    "physicmaterial", "physicsmaterial2d", "playable", "preset", "spriteatlas", "lighting",
    "terrainlayer", "mixer", "rendertexture", "signal", "shadervariants", "meta",
  ]

  private static let drawings: Set<String> = ["storyboard", "xib", "svg", "drawio"]

  private static let byName: [String: String] = [
    ".gitconfig": "gitconfig", ".gitmodules": "gitconfig", ".editorconfig": "editorconfig",
    "setup.cfg": "ini", "tox.ini": "ini", "tsconfig.json": "jsonc", "cargo.lock": "toml",
    "poetry.lock": "toml", "uv.lock": "toml", "pdm.lock": "toml", "pipfile": "toml",
    "composer.lock": "json-lock", "package-lock.json": "json-lock",
    "npm-shrinkwrap.json": "json-lock", "package.resolved": "json-lock", "pipfile.lock": "json",
    "flake.lock": "json", "deno.lock": "json", "bun.lock": "jsonc", "pubspec.lock": "yaml",
    "yarn.lock": "yarn-lock", "gemfile.lock": "gemfile-lock", "podfile.lock": "podfile-lock",
    "go.mod": "go-mod", "go.sum": "go-sum", "go.work.sum": "go-sum",
    "codeowners": "codeowners", "makefile": "makefile", "gnumakefile": "makefile",
    "cmakelists.txt": "cmake",
    "kustomization.yaml": "kustomization", "kustomization.yml": "kustomization",
    "manifest.lock": "podfile-lock", ".babelrc": "jsonc", ".eslintrc": "jsonc",
  ]

  private static let byEnding: [String: String] = [
    "json": "json", "xcstrings": "xcstrings", "geojson": "json", "webmanifest": "json",
    "netkan": "json", "ckan": "json", "topojson": "json", "har": "json",
    "jsonc": "jsonc", "json5": "jsonc", "code-workspace": "jsonc",
    "jsonl": "jsonl", "ndjson": "jsonl",
    "properties": "properties", "strings": "strings", "env": "env", "ini": "ini", "cfg": "ini",
    "service": "systemd", "socket": "systemd", "timer": "systemd", "mount": "systemd",
    "target": "systemd", "desktop": "desktop",
    "bib": "bibtex", "csv": "csv", "tsv": "csv", "tab": "csv",
    "md": "markdown", "markdown": "markdown", "mdx": "markdown", "rst": "rst", "rest": "rst",
    "adoc": "asciidoc", "asciidoc": "asciidoc", "asc": "asciidoc", "tex": "latex",
    "org": "org",
    "txt": "text", "text": "text", "toml": "toml", "yaml": "yaml", "yml": "yaml",
    "pbxproj": "openstep", "plist": "plist", "entitlements": "plist",
    "stringsdict": "plist",
    "gitignore": "gitignore", "npmignore": "gitignore", "prettierignore": "gitignore",
    "eslintignore": "gitignore", "stylelintignore": "gitignore", "gcloudignore": "gitignore",
    "helmignore": "gitignore", "vscodeignore": "gitignore", "rgignore": "gitignore",
    "dockerignore": "dockerignore", "containerignore": "dockerignore",
    "gitattributes": "gitattributes", "mailmap": "mailmap", "cron": "crontab",
    "crontab": "crontab", "ics": "calendar", "ifb": "calendar", "ical": "calendar",
    "icalendar": "calendar", "vcf": "calendar", "vcard": "calendar",
    "dockerfile": "dockerfile", "containerfile": "dockerfile", "mk": "makefile",
    "mak": "makefile", "cmake": "cmake",
    "html": "html", "htm": "html", "po": "po", "pot": "po", "sql": "sql", "ipynb": "notebook",
    "arb": "json",
  ].merging(xml.map { ($0, "xml") }) { known, _ in known }
    .merging(assets.map { ($0, "unity") }) { known, _ in known }
}
