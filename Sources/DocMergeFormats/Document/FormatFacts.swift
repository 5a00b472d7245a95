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
  package static let all: [FormatFacts] = words.map { FormatFacts($0) }

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
    title = "merged by a program that is set for it"
    (endings, fileNames) = ([], [])
    parts = "what `\(command)` makes of them"
    refused = "what the program refuses, or makes something of that drops a change"
  }

  private typealias Words = (name: String, title: String, parts: String, refused: String)

  private static let prose = "a merge marker, a NUL byte, more than 1 MiB"
  private static let keys = "lines that are no entry, comment or section"

  private static let words: [Words] = [
    (
      "json", "JSON",
      "members by key; elements by a member that identifies them, else in order",
      "invalid JSON; a duplicate key"
    ),
    (
      "jsonc", "JSON with comments and trailing commas",
      "as json; each comment belongs to the member below it",
      "invalid JSON with comments; a duplicate key"
    ),
    (
      "jsonl", "a JSON value a line", "lines in order, their members by key",
      "a line that is no JSON"
    ),
    (
      "toml", "TOML, lock files of Cargo, Poetry and uv",
      "tables and keys by name; arrays of tables by a key that identifies them",
      "invalid TOML"
    ),
    (
      "yaml", "YAML, also of Kubernetes, Compose, GitHub, Kustomize, OpenAPI",
      "mappings by key; items by what the program finds them by, a key that identifies them, or in order",
      "complex keys, indentation by tabs, ambiguous YAML"
    ),
    (
      "xml", "XML, such as projects, translations, screens, feeds, drawings",
      "attributes by name; elements by what their vocabulary says, an id, or a name that stands once; in XLIFF a state with its text",
      "XML that is not well-formed"
    ),
    (
      "html", "pages in HTML", "as xml; text with elements in it by words",
      "tags that do not match; an end tag left out where HTML does not allow it"
    ),
    (
      "plist", "property lists in XML or in OpenStep's notation, .stringsdict",
      "entries by key; values of arrays in order", "an invalid property list"
    ),
    ("bibtex", "BibTeX", "entries by citation key, fields by name", "an entry that does not end"),
    (
      "openstep", "Xcode projects, old property lists",
      "objects by id; lists of ids as sets in order, sections sorted",
      "an invalid property list; a reference to a missing id"
    ),
    (
      "csv", "tables with a comma, semicolon, tab or pipe between cells",
      "rows by the columns that identify them, cells by the names of columns",
      "rows of different lengths, a quotation mark that does not end"
    ),
    ("tsv", "the same with tabs", "as csv", "as csv"),
    (
      "po", "translations of GNU gettext",
      "entries by context and source, plural forms by number, fields of the header by name",
      "what msgfmt refuses; domains"
    ),
    (
      "unity", "scenes, prefabs, materials and other assets of Unity",
      "objects by id, members by key; components, children and overrides by what they refer to",
      "a text without Unity's first lines that is no YAML; a reference to a missing object"
    ),
    (
      "sql", "dumps of databases, structure.sql",
      "statements by what they make, columns and constraints by name, rows by their primary key",
      "statements that no dump has, such as those of migrations; one that stands twice"
    ),
    (
      "yarn-lock", "lock file of Yarn", "entries by their first specifier",
      "indentation that Yarn does not write"
    ),
    (
      "gemfile-lock", "lock file of Bundler", "gems by name and platform, each as a whole",
      "indentation that Bundler does not write"
    ),
    (
      "podfile-lock", "lock file of CocoaPods", "pods by name, each as a whole",
      "indentation that CocoaPods does not write"
    ),
    (
      "go-mod", "what a module of Go requires", "lines by module, each as a whole",
      "a line with an unknown verb"
    ),
    (
      "go-sum", "checksums of modules of Go", "lines by module and version",
      "a line that is no checksum"
    ),
    (
      "requirements", "what pip installs", "lines by package and marker, each as a whole",
      "a merge marker"
    ),
    (
      "json-lock", "lock files of npm, Composer and Swift packages",
      "as json; packages and pins by name", "as json"
    ),
    (
      "notebook", "notebooks of Jupyter",
      "cells by id or by what is in them, their text by lines and words, metadata by key",
      "invalid JSON; no list of cells"
    ),
    (
      "xcstrings", "string catalogues of Xcode",
      "members by key; the state of a translation belongs to its text", "as jsonc"
    ),
    (
      "gitignore", "what git, npm, Prettier, ESLint and others leave out",
      "lines by pattern; comments by what they say", "a merge marker, a NUL byte"
    ),
    (
      "dockerignore", "what Docker leaves out", "as gitignore; patterns start at the top",
      "as gitignore"
    ),
    (
      "codeowners", "who has to look at changes",
      "lines by pattern, each as a whole; sections by name", "as gitignore"
    ),
    (
      "gitattributes", "how git treats files", "lines by pattern, each as a whole", "as gitignore"
    ),
    (
      "mailmap", "names and addresses of those who commit",
      "lines by the address they committed with",
      "as gitignore; a line without an address"
    ),
    (
      "crontab", "tables of cron", "entries by command, each as a whole; variables by name",
      "a line that cron would not read"
    ),
    (
      "calendar", "calendars and contacts, iCalendar and vCard",
      "components by UID, properties by name, those that can stand often by value too",
      "a line that is no property, a component that does not end"
    ),
    (
      "dockerfile", "how an image is built",
      "stages by name; ENV, ARG, LABEL, EXPOSE by what they set; packages on lines of their own",
      "an unknown instruction, another escape than a backslash"
    ),
    (
      "makefile", "what make does",
      "variables by name, rules by target, conditions by their words; files on lines of their own",
      "a line that make would not read, conditions in recipes, another prefix than a tab"
    ),
    (
      "cmake", "what CMake builds",
      "commands by what they are about, arguments on lines of their own, sections by keyword",
      "a text that CMake would not read"
    ),
    (
      "markdown", "Markdown",
      "sections by heading; items, table rows, definitions, references; paragraphs by words",
      prose
    ),
    ("rst", "reStructuredText", "as markdown; directives", prose),
    ("asciidoc", "AsciiDoc", "as markdown", prose),
    (
      "latex", "LaTeX",
      "sections, environments, items; packages and commands by name; paragraphs by words", prose
    ),
    (
      "org", "Org",
      "headings by title, properties and settings by name; items, table rows; paragraphs by words",
      prose
    ),
    ("text", "notes, READMEs, change logs", "sections, items, paragraphs by words", prose),
    ("properties", "properties of Java", "entries by key", keys),
    ("strings", "translations of Apple's systems", "entries by key", keys),
    ("env", "variables of an environment", "entries by name", keys),
    ("ini", "INI, setup.cfg, tox.ini", "entries by key in their section", keys),
    (
      "gitconfig", "settings of git",
      "entries by key in their section; several of one key in order", keys
    ),
    (
      "systemd", "units of systemd", "entries by key in their section; several of one key in order",
      keys
    ),
    ("desktop", "desktop entries", "entries by key in their section", keys),
    ("editorconfig", "settings for editors", "entries by key in their section", keys),
    (
      "outline", "every other text, program code and markup",
      "containers by brackets, tags, indentation and words that open and close; imports as a set; "
        + "program code by the grammar of its language, where one is installed",
      prose
    ),
  ]
}
