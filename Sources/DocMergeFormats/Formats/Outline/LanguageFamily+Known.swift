import DocMergeCore

extension LanguageFamily {
  private static let cLike = LanguageFamily(
    comments: [.slashes, .slashStar], strings: [.double, .character],
    features: [.conditions, .semicolons, .bracketLines, .backslash])

  static let c = cLike.with([.finalMark, .templates])
  private static let java = cLike.with([.decorators], strings: [.tripleDouble])
  private static let cSharp = cLike.with(
    [.bracketAttributes, .finalMark], strings: [.tripleDouble])
  private static let go = LanguageFamily(
    comments: [.slashes, .slashStar], strings: [.double, .character, .backquoteLines],
    features: [.finalMark, .finalMarkInParentheses, .nameFirst])
  private static let rust = LanguageFamily(
    comments: [.slashes, .slashStar, .nested], strings: [.doubleLines, .character, .hashes],
    features: [
      .hashAttributes, .semicolons, .finalMark, .finalMarkInParentheses, .nameFirst, .bracketLines,
    ])
  private static let swift = LanguageFamily(
    comments: [.slashes, .slashStar, .nested], strings: [.double, .tripleDouble, .hashes],
    features: [.decorators, .conditions, .finalMark, .nameFirst, .bracketLines])
  private static let kotlin = LanguageFamily(
    comments: [.slashes, .slashStar, .nested], strings: [.double, .character, .tripleDouble],
    features: [.decorators, .finalMark, .finalMarkInParentheses, .nameFirst, .bracketLines])
  static let script = LanguageFamily(
    comments: [.slashes, .slashStar],
    strings: [.double, .single, .backquoteLines, .template, .patterns],
    features: [.decorators, .finalMark, .finalMarkInParentheses, .nameFirst, .bracketLines])
  private static let dart = LanguageFamily(
    comments: [.slashes, .slashStar], strings: [.double, .single, .tripleDouble, .tripleSingle],
    features: [.decorators, .semicolons, .finalMark, .finalMarkInParentheses, .bracketLines])
  private static let groovy = LanguageFamily(
    comments: [.slashes, .slashStar], strings: [.double, .single, .tripleDouble, .tripleSingle],
    features: [.decorators, .finalMark, .bracketLines])
  private static let php = LanguageFamily(
    comments: [.slashes, .slashStar, .hashWord], strings: [.doubleLines, .singleLines, .heredoc],
    features: [.hashAttributes, .semicolons, .finalMark, .finalMarkInParentheses, .bracketLines])
  private static let json = LanguageFamily(
    comments: [.slashes, .slashStar], strings: [.double, .single], features: [.data, .nameFirst])
  private static let proto = LanguageFamily(
    comments: [.slashes, .slashStar], strings: [.double, .single], features: [.semicolons])
  private static let graphQL = LanguageFamily(
    comments: [.hash], strings: [.double, .tripleDouble], features: [.nameFirst])
  private static let terraform = LanguageFamily(
    comments: [.hash, .slashes, .slashStar], strings: [.double, .heredoc],
    features: [.finalMark, .nameFirst])
  static let style = LanguageFamily(
    comments: [.slashStar], strings: [.double, .single], features: [.styles, .bracketLines])
  private static let scss = LanguageFamily(
    comments: [.slashStar, .slashes], strings: [.double, .single],
    features: [.styles, .bracketLines])
  private static let python = LanguageFamily(
    comments: [.hash], strings: [.double, .single, .tripleDouble, .tripleSingle],
    indentation: .colon,
    features: [.decorators, .finalMark, .finalMarkInParentheses, .nameFirst, .backslash])
  private static let ruby = LanguageFamily(
    comments: [.hash, .pod], strings: [.doubleLines, .singleLines, .heredoc, .patterns],
    indentation: .container, features: [.endWords, .finalMark, .nameFirst, .backslash])
  private static let perl = LanguageFamily(
    comments: [.hashWord, .pod], strings: [.doubleLines, .singleLines, .heredoc, .escapes],
    features: [.semicolons, .finalMark, .finalMarkInParentheses, .bracketLines])
  private static let shell = LanguageFamily(
    comments: [.hashWord],
    strings: [.doubleLines, .singleLines, .singlePlain, .heredoc, .escapes],
    indentation: .container, features: [.shellWords, .nameFirst, .backslash, .bracketLines])
  private static let makefile = LanguageFamily(
    comments: [.hashWord], strings: [.escapes], indentation: .container,
    features: [.nameFirst, .backslash, .makefile])
  private static let settings = LanguageFamily(
    comments: [.hashWord, .semicolonLine], strings: [.double], brackets: .all,
    indentation: .container, features: [.nameFirst, .data, .backslash, .sections])
  private static let yaml = LanguageFamily(
    comments: [.hashWord], strings: [.double, .single], brackets: .atLineEnds,
    indentation: .container, features: [.nameFirst, .data])
  private static let words = LanguageFamily(
    comments: [.hash], strings: [.double, .single, .tripleDouble], indentation: .container,
    features: [.endWords, .nameFirst, .finalMark])
  private static let cmake = LanguageFamily(
    comments: [.hashWord], strings: [.doubleLines], indentation: .container,
    features: [.endWords, .nameFirst])
  private static let lua = LanguageFamily(
    comments: [.dashes, .long], strings: [.double, .single], indentation: .container,
    features: [.endWords, .nameFirst, .finalMark])
  private static let sql = LanguageFamily(
    comments: [.dashes, .slashStar], strings: [.doubleLines, .singleLines, .plain],
    indentation: .continuation, features: [.sql, .semicolons, .nameFirst])
  private static let haskell = LanguageFamily(
    comments: [.dashes, .curlyDash, .nested], strings: [.double, .character],
    indentation: .container, features: [.nameFirst])
  private static let ada = LanguageFamily(
    comments: [.dashes], strings: [.double, .character, .plain], indentation: .container,
    features: [.endWords, .nameFirst])
  private static let tex = LanguageFamily(
    comments: [.percent], strings: [.escapes], brackets: .curly, indentation: .nothing,
    features: [.tex])
  private static let erlang = LanguageFamily(
    comments: [.percent], strings: [.doubleLines, .character], indentation: .container,
    features: [.clauses, .endWords, .nameFirst])
  private static let matlab = LanguageFamily(
    comments: [.percent], strings: [.double], indentation: .container,
    features: [.endWords, .nameFirst])
  private static let lisp = LanguageFamily(
    comments: [.semicolon, .hashBar], strings: [.doubleLines, .escapes],
    indentation: .container, features: [.nameFirst])
  private static let basic = LanguageFamily(
    comments: [.apostrophe], strings: [.double, .plain], indentation: .container,
    features: [.endWords])
  private static let fortran = LanguageFamily(
    comments: [.exclamation], strings: [.double, .single, .plain], indentation: .container,
    features: [.endWords])
  private static let pascal = LanguageFamily(
    comments: [.slashes, .parenthesisStar], strings: [.single, .plain], indentation: .container,
    features: [.endWords])
  private static let ocaml = LanguageFamily(
    comments: [.parenthesisStar, .nested], strings: [.doubleLines, .character],
    indentation: .container, features: [.endWords, .nameFirst, .semicolonLists])
  private static let fSharp = LanguageFamily(
    comments: [.slashes, .parenthesisStar, .nested],
    strings: [.doubleLines, .character, .tripleDouble], indentation: .container,
    features: [.nameFirst])
  private static let components = LanguageFamily(
    brackets: .atLineEnds, indentation: .continuation, features: [.components, .data, .nameFirst])
  private static let records = LanguageFamily(
    comments: [.hash], brackets: .atLineEnds, features: [.records, .data, .nameFirst])
  static let markup = LanguageFamily(
    comments: [.markup], brackets: .atLineEnds, indentation: .nothing, features: [.markup, .data])
  static let plain = LanguageFamily(
    brackets: .atLineEnds, indentation: .container, features: [.prose, .data, .nameFirst])

  /// Code in brackets of an unknown language.
  private static let unknownCode = LanguageFamily(
    comments: [.slashes, .slashStar], strings: [.double, .single],
    features: [.finalMark, .nameFirst, .bracketLines])

  private func with(_ more: Features, strings: Strings = []) -> LanguageFamily {
    var family = self
    family.features.formUnion(more)
    family.strings.formUnion(strings)
    return family
  }

  /// The families of files, by their whole names.
  private static let names: [(LanguageFamily, WordList)] = [
    (makefile, "makefile gnumakefile justfile"), (shell, "dockerfile pkgbuild apkbuild"),
    (groovy, "jenkinsfile"),
    (ruby, "gemfile rakefile podfile vagrantfile brewfile"), (cmake, "cmakelists.txt"),
    (python, "build workspace"), (records, "control"),
  ]

  /// The families of files, by the endings of their names.
  private static let endings: [(LanguageFamily, WordList)] = [
    (
      c,
      """
      c h cc cpp cxx hpp hh hxx h++ inl ipp tpp tcc mpp cppm ixx m mm glsl hlsl wgsl thrift idl d cu ino v sv svh \
      dts dtsi dtso overlay keymap
      """
    ),
    (java, "java"), (cSharp, "cs csx"), (go, "go"), (rust, "rs"), (swift, "swift swiftinterface"),
    (kotlin, "kt kts scala sc"), (dart, "dart"), (groovy, "groovy gradle"),
    (script, "js jsx mjs cjs ts tsx mts cts vala zig qml as"), (php, "php"),
    (json, "json json5 jsonc jsonl webmanifest geojson hjson netkan"), (proto, "proto fbs capnp"),
    (graphQL, "graphql gql graphqls"), (terraform, "tf tfvars hcl nix bicep"),
    (style, "css"), (scss, "scss less sass styl"),
    (python, "py pyi pyx pxd bzl bazel star starlark gd"), (ruby, "rb rake gemspec ru podspec cr"),
    (perl, "pl pm t"), (shell, "sh bash zsh ksh dockerfile ebuild"),
    (shell.with(.endWords), "fish"),
    (makefile, "mk mak make am"),
    (settings, "ini conf cfg cnf env desktop service editorconfig gitconfig toml properties"),
    (yaml, "yaml yml"), (words, "ex exs jl nim coffee r tcl awk ps1 psm1"), (cmake, "cmake"),
    (lua, "lua"), (sql, "sql psql ddl"), (haskell, "hs lhs elm purs agda idr"),
    (ada, "ada adb ads vhd vhdl"), (tex, "tex sty cls ltx dtx bib"), (erlang, "erl hrl"),
    (matlab, "mat pro"), (lisp, "lisp lsp el clj cljs cljc edn scm ss rkt fnl asm s"),
    (basic, "bas vb vbs frm vba"), (fortran, "f f90 f95 f03 f08 for ftn"),
    (pascal, "pas pp dpr lpr"),
    (ocaml, "ml mli"), (fSharp, "fs fsx fsi"), (components, "ics vcf ifb vcs"),
    (records, "ldif dsc sources ris nbib enw mf fasta fa fna faa"),
    (
      markup,
      """
      xml html htm xhtml svg vue svelte xaml axaml csproj vbproj fsproj props targets plist xib \
      storyboard resx xlf xliff owl rdf rss atom pom wsdl xsd xsl xslt gpx kml opml jsp aspx \
      cshtml ejs hbs mustache ui qrc
      """
    ),
    (plain, "txt md markdown rst adoc asciidoc text"),
  ]

  /// The family of the language, by the name of a file.
  static func named(by path: String) -> LanguageFamily? {
    let name = path.utf8.split(separator: UInt8(ascii: "/")).last.map { String($0) ?? "" } ?? ""
    let small = name.lowercased()
    if let known = names.first(where: { $0.1.contains(small) }) { return known.0 }
    guard let ending = small.split(separator: ".", omittingEmptySubsequences: false).last,
      ending.utf8.count < small.utf8.count
    else { return nil }
    let last = String(ending)
    return endings.first { $0.1.contains(last) }?.0
  }

  /// The family of the language, by the first line of a script.
  static func run(by interpreter: String) -> LanguageFamily? {
    let names: [(String, LanguageFamily)] = [
      ("python", python), ("node", script), ("deno", script), ("ruby", ruby), ("perl", perl),
      ("lua", lua), ("php", php), ("make", makefile), ("swift", swift), ("sh", shell),
    ]
    return names.first { interpreter.contains($0.0) }?.1
  }

  /// The family that a text seems to have.
  static func guessed(from text: [UInt8]) -> LanguageFamily {
    let lines = lines(of: text.prefix(20_000), most: 600)
    guard let first = lines.first(where: { $0.contains { !$0.isWhite } }) else { return plain }
    if first.starts(with: "#!".utf8),
      let family = run(by: String(decoding: first, as: UTF8.self))
    {
      return family
    }
    let start = first.drop { $0.isWhite }
    if start.first == UInt8(ascii: "<") { return markup }
    if start.starts(with: "BEGIN:".utf8) { return components }
    if start.starts(with: "\\".utf8) { return tex }
    return LineShapes(lines).family(c: c, code: unknownCode, python: python, settings: settings)
  }

  /// The first lines of a text that are not empty, and the rest of it as one more.
  private static func lines(of text: ArraySlice<UInt8>, most: Int) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    lines.reserveCapacity(most + 1)
    var start = text.startIndex
    text.withUnsafeBytes { bytes in
      while lines.count < most, start < text.endIndex {
        let offset = ByteRuns.firstOffset(of: 0x0A, in: bytes, from: start - text.startIndex)
        let end = text.startIndex + offset
        if end == text.endIndex { break }
        if start < end { lines.append(text[start..<end]) }
        start = end + 1
      }
    }
    if start < text.endIndex { lines.append(text[start...]) }
    return lines
  }
}

/// Counts of how the lines of a text end and begin.
private struct LineShapes {
  private var count = 0
  private var brackets = 0
  private var semicolons = 0
  private var commas = 0
  private var colons = 0
  private var hashes = 0
  private var assignments = 0

  init(_ lines: [ArraySlice<UInt8>]) {
    for line in lines {
      let words = line.drop { $0.isWhite }
      guard let first = words.first, let last = words.last(where: { !$0.isWhite }) else { continue }
      count += 1
      switch last {
      case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"):
        brackets += 1
      case UInt8(ascii: ";"): semicolons += 1
      case UInt8(ascii: ","): commas += 1
      case UInt8(ascii: ":"): colons += 1
      default: break
      }
      if first == UInt8(ascii: "#"), words.dropFirst().first != UInt8(ascii: "#") { hashes += 1 }
      if words.prefix(60).contains(UInt8(ascii: "=")) { assignments += 1 }
    }
  }

  func family(
    c: LanguageFamily, code: LanguageFamily, python: LanguageFamily, settings: LanguageFamily
  ) -> LanguageFamily {
    if 5 * (brackets + semicolons) >= count, count > 0 {
      return 20 * semicolons >= count ? c : code
    }
    if 10 * colons >= count, assignments > 0 { return python }
    if 3 * (assignments + hashes) >= 2 * count, assignments > 0 { return settings }
    return .plain
  }
}
