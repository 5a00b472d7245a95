/// How files of a format are called.
struct FormatNames {
  /// The name of the format.
  let format: String
  /// The endings of file names, in small letters and without the dot.
  let endings: WordList
  /// Whole file names, in small letters.
  let fileNames: WordList

  private init(_ format: String, _ endings: WordList = "", files: WordList = "") {
    (self.format, self.endings, fileNames) = (format, endings, files)
  }

  /// The format of files with an ending; `nil` when there is none.
  static func format(byEnding ending: String) -> String? {
    all.first { $0.endings.contains(ending) }?.format
  }

  /// The format of files with a whole name; `nil` when there is none.
  static func format(byName name: String) -> String? {
    all.first { $0.fileNames.contains(name) }?.format
  }

  /// The formats that are found by names.
  static let all: [FormatNames] = [
    .init("gitconfig", files: ".gitconfig .gitmodules"),
    .init("editorconfig", files: ".editorconfig"),
    .init("ini", "ini cfg", files: "setup.cfg tox.ini"),
    .init(
      "jsonc",
      "jsonc json5 code-workspace",
      files: "tsconfig.json bun.lock .babelrc .eslintrc"),
    .init("toml", "toml", files: "cargo.lock poetry.lock uv.lock pdm.lock pipfile"),
    .init(
      "json-lock",
      files: "composer.lock package-lock.json npm-shrinkwrap.json package.resolved"),
    .init(
      "json",
      "json geojson webmanifest netkan ckan topojson har arb",
      files: "pipfile.lock flake.lock deno.lock"),
    .init("yaml", "yaml yml", files: "pubspec.lock"),
    .init("yarn-lock", files: "yarn.lock"),
    .init("gemfile-lock", files: "gemfile.lock"),
    .init("podfile-lock", files: "podfile.lock manifest.lock"),
    .init("go-mod", "mod", files: "go.mod"),
    .init("go-sum", files: "go.sum go.work.sum"),
    .init("codeowners", files: "codeowners"),
    .init("makefile", "mk mak", files: "makefile gnumakefile"),
    .init("cmake", "cmake", files: "cmakelists.txt"),
    .init("kustomization", files: "kustomization.yaml kustomization.yml"),
    .init("xcstrings", "xcstrings"),
    .init("jsonl", "jsonl ndjson"),
    .init("properties", "properties"),
    .init("strings", "strings"),
    .init("env", "env"),
    .init("systemd", "service socket timer mount target"),
    .init("desktop", "desktop"),
    .init("bibtex", "bib"),
    .init("csv", "csv tsv tab"),
    .init("markdown", "md markdown mdx"),
    .init("rst", "rst rest"),
    .init("asciidoc", "adoc asciidoc asc"),
    .init("latex", "tex"),
    .init("org", "org"),
    .init("text", "txt text"),
    .init("openstep", "pbxproj"),
    .init("plist", "plist entitlements stringsdict"),
    .init(
      "gitignore",
      """
      gitignore npmignore prettierignore eslintignore stylelintignore gcloudignore helmignore \
      vscodeignore rgignore
      """),
    .init("dockerignore", "dockerignore containerignore"),
    .init("gitattributes", "gitattributes"),
    .init("mailmap", "mailmap"),
    .init("crontab", "cron crontab"),
    .init("calendar", "ics ifb ical icalendar vcf vcard"),
    .init("dockerfile", "dockerfile containerfile"),
    .init("html", "html htm"),
    .init("po", "po pot"),
    .init("sql", "sql"),
    .init("notebook", "ipynb"),
    .init(
      "xml",
      """
      xml xhtml svg storyboard xib xaml axaml axml xsd xsl xslt csproj vbproj fsproj vcxproj \
      sqlproj shproj wixproj props targets proj projitems filters nuspec resx resw xlf xliff tmx \
      rss atom opml kml gpx wsdl fxml pom tei rng sch dae drawio xcscheme xcworkspacedata xmp \
      musicxml fodt fods fodp iml jrxml dita ditamap classpath opf ncx launch qrc ui glade wxs \
      wxl ruleset runsettings manifest
      """),
    .init(
      "unity",
      """
      unity prefab asset mat anim controller overridecontroller mask physicmaterial \
      physicsmaterial2d playable preset spriteatlas lighting terrainlayer mixer rendertexture \
      signal shadervariants meta
      """),
  ]
}
