import DocMergeLanguage

/// The facts about a format for users: how the format is found, and how its parts are found.
package struct FormatFacts: Sendable, Hashable {
  /// The name by which `docmerge-format` chooses the format.
  package var name: String
  /// A short title.
  package var title: String
  /// The endings of its file names, without the dot, sorted.
  package var endings: [String]
  /// Its whole file names, sorted.
  package var fileNames: [String]
  /// How the parts of a text are found.
  package var parts: String
  /// The texts that are merged by lines instead.
  package var refused: String

  /// The formats, in the order of ``KnownFormat/names``; `outline`, which every other text has, is last.
  package static var all: [FormatFacts] { words.map { FormatFacts($0) } }

  private init(_ words: Words) {
    name = words.name
    title = words.title
    endings = KnownFormat.endings(of: words.name)
    fileNames = KnownFormat.fileNames(of: words.name)
    parts = words.parts
    refused = words.refused
  }

  /// The facts about a format that a program merges.
  package init(named name: String, mergedBy command: String) {
    self.name = name
    title = tr("merged by a program that is set for it")
    (endings, fileNames) = ([], [])
    parts = tr("what `\(command)` makes of them")
    refused = tr("what the program refuses, or makes something of that drops a change")
  }

  private typealias Words = (name: String, title: String, parts: String, refused: String)

  private static var prose: String { tr("a merge marker, a NUL byte, more than 1 MiB") }
  private static var keys: String { tr("lines that are no entry, comment or section") }

  private static var words: [Words] { data + programs + lists + texts }

  private static var data: [Words] {
    [
      (
        "json",
        "JSON",
        tr("members by key; elements by a member that identifies them, else in order"),
        tr("invalid JSON; a duplicate key")
      ),
      (
        "jsonc",
        tr("JSON with comments and trailing commas"),
        tr("as json; each comment belongs to the member below it"),
        tr("invalid JSON with comments; a duplicate key")
      ),
      (
        "jsonl",
        tr("a JSON value a line"),
        tr("lines in order, their members by key"),
        tr("a line that is no JSON")
      ),
      (
        "toml",
        tr("TOML, lock files of Cargo, Poetry and uv"),
        tr("tables and keys by name; arrays of tables by a key that identifies them"),
        tr("invalid TOML")
      ),
      (
        "yaml",
        tr("YAML, also of Kubernetes, Compose, GitHub, Kustomize, OpenAPI"),
        tr(
          "mappings by key; items by what the program finds them by, a key that identifies them, or in order"
        ),
        tr("complex keys, indentation by tabs, ambiguous YAML")
      ),
      (
        "xml",
        tr("XML, such as projects, translations, screens, feeds, drawings"),
        tr(
          "attributes by name; elements by what their vocabulary says, an id, or a name that stands once; in XLIFF a state with its text"
        ),
        tr("XML that is not well-formed")
      ),
      (
        "html",
        tr("pages in HTML"),
        tr("as xml; text with elements in it by words"),
        tr("tags that do not match; an end tag left out where HTML does not allow it")
      ),
      (
        "plist",
        tr("property lists in XML or in OpenStep's notation, .stringsdict"),
        tr("entries by key; values of arrays in order"),
        tr("an invalid property list")
      ),
      (
        "bibtex",
        "BibTeX",
        tr("entries by citation key, fields by name"),
        tr("an entry that does not end")
      ),
      (
        "openstep",
        tr("Xcode projects, old property lists"),
        tr("objects by id; lists of ids as sets in order, sections sorted"),
        tr("an invalid property list; a reference to a missing id")
      ),
      (
        "csv",
        tr("tables with a comma, semicolon, tab or pipe between cells"),
        tr("rows by the columns that identify them, cells by the names of columns"),
        tr("rows of different lengths, a quotation mark that does not end")
      ),
    ]
  }

  private static var programs: [Words] {
    [
      ("tsv", tr("the same with tabs"), tr("as csv"), tr("as csv")),
      (
        "po",
        tr("translations of GNU gettext"),
        tr("entries by context and source, plural forms by number, fields of the header by name"),
        tr("what msgfmt refuses; domains")
      ),
      (
        "unity",
        tr("scenes, prefabs, materials and other assets of Unity"),
        tr(
          "objects by id, members by key; components, children and overrides by what they refer to"),
        tr("a text without Unity's first lines that is no YAML; a reference to a missing object")
      ),
      (
        "sql",
        tr("dumps of databases, structure.sql"),
        tr(
          "statements by what they make, columns and constraints by name, rows by their primary key"
        ),
        tr("statements that no dump has, such as those of migrations; one that stands twice")
      ),
      (
        "yarn-lock",
        tr("lock file of Yarn"),
        tr("entries by their first specifier"),
        tr("indentation that Yarn does not write")
      ),
      (
        "gemfile-lock",
        tr("lock file of Bundler"),
        tr("gems by name and platform, each as a whole"),
        tr("indentation that Bundler does not write")
      ),
      (
        "podfile-lock",
        tr("lock file of CocoaPods"),
        tr("pods by name, each as a whole"),
        tr("indentation that CocoaPods does not write")
      ),
      (
        "go-mod",
        tr("what a module of Go requires"),
        tr("lines by module, each as a whole"),
        tr("a line with an unknown verb")
      ),
      (
        "go-sum",
        tr("checksums of modules of Go"),
        tr("lines by module and version"),
        tr("a line that is no checksum")
      ),
      (
        "requirements",
        tr("what pip installs"),
        tr("lines by package and marker, each as a whole"),
        tr("a merge marker")
      ),
      (
        "json-lock",
        tr("lock files of npm, Composer and Swift packages"),
        tr("as json; packages and pins by name"),
        tr("as json")
      ),
    ]
  }

  private static var lists: [Words] {
    [
      (
        "notebook",
        tr("notebooks of Jupyter"),
        tr("cells by id or contents, their text by lines and words, metadata by key"),
        tr("invalid JSON; no list of cells")
      ),
      (
        "xcstrings",
        tr("string catalogues of Xcode"),
        tr("members by key; the state of a translation belongs to its text"),
        tr("as jsonc")
      ),
      (
        "gitignore",
        tr("what git, npm, Prettier, ESLint and others leave out"),
        tr("lines by pattern; comments by what they say"),
        tr("a merge marker, a NUL byte")
      ),
      (
        "dockerignore",
        tr("what Docker leaves out"),
        tr("as gitignore; patterns start at the top"),
        tr("as gitignore")
      ),
      (
        "codeowners",
        tr("who has to look at changes"),
        tr("lines by pattern, each as a whole; sections by name"),
        tr("as gitignore")
      ),
      (
        "gitattributes",
        tr("how git treats files"),
        tr("lines by pattern, each as a whole"),
        tr("as gitignore")
      ),
      (
        "mailmap",
        tr("names and addresses of those who commit"),
        tr("lines by the address they committed with"),
        tr("as gitignore; a line without an address")
      ),
      (
        "crontab",
        tr("tables of cron"),
        tr("entries by command, each as a whole; variables by name"),
        tr("a line that cron would not read")
      ),
      (
        "calendar",
        tr("calendars and contacts, iCalendar and vCard"),
        tr("components by UID, properties by name, those that can stand often by value too"),
        tr("a line that is no property, a component that does not end")
      ),
    ]
  }

  private static var texts: [Words] {
    [
      (
        "dockerfile",
        tr("how an image is built"),
        tr(
          "stages by name; ENV, ARG, LABEL, EXPOSE by what they set; packages on lines of their own"
        ),
        tr("an unknown instruction, another escape than a backslash")
      ),
      (
        "makefile",
        tr("what make does"),
        tr(
          "variables by name, rules by target, conditions by their words; files on lines of their own"
        ),
        tr("a line that make would not read, conditions in recipes, another prefix than a tab")
      ),
      (
        "cmake",
        tr("what CMake builds"),
        tr("commands by what they are about, arguments on lines of their own, sections by keyword"),
        tr("a text that CMake would not read")
      ),
      (
        "markdown",
        "Markdown",
        tr("sections by heading; items, table rows, definitions, references; paragraphs by words"),
        prose
      ),
      ("rst", "reStructuredText", tr("as markdown; directives"), prose),
      ("asciidoc", "AsciiDoc", tr("as markdown"), prose),
      (
        "latex",
        "LaTeX",
        tr("sections, environments, items; packages and commands by name; paragraphs by words"),
        prose
      ),
      (
        "org",
        "Org",
        tr(
          "headings by title, properties and settings by name; items, table rows; paragraphs by words"
        ),
        prose
      ),
      (
        "text",
        tr("notes, READMEs, change logs"),
        tr("sections, items, paragraphs by words"),
        prose
      ),
      ("properties", tr("properties of Java"), tr("entries by key"), keys),
      ("strings", tr("translations of Apple's systems"), tr("entries by key"), keys),
      ("env", tr("variables of an environment"), tr("entries by name"), keys),
      ("ini", tr("INI, setup.cfg, tox.ini"), tr("entries by key in their section"), keys),
      (
        "gitconfig",
        tr("settings of git"),
        tr("entries by key in their section; several of one key in order"),
        keys
      ),
      (
        "systemd",
        tr("units of systemd"),
        tr("entries by key in their section; several of one key in order"),
        keys
      ),
      ("desktop", tr("desktop entries"), tr("entries by key in their section"), keys),
      ("editorconfig", tr("settings for editors"), tr("entries by key in their section"), keys),
      (
        "outline",
        tr("every other text, program code and markup"),
        tr(
          """
          containers by brackets, tags, indentation and words that open and close; imports as a set; \
          program code by the grammar of its language, where one is installed
          """),
        prose
      ),
    ]
  }
}
