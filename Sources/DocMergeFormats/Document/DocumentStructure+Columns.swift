package import DocMergeCore

extension DocumentStructure {
  /// The notation of the columns of a text; `nil` for formats in which blanks are never padding, or are data.
  package func columns(of sample: [UInt8]) -> ColumnNotation? {
    guard !hasBlankData, let format = KnownFormat.candidates(path: path, name: formatName).first
    else { return nil }
    switch format.format {
    case let prose as ProseFormat: return .prose(prose.dialect)
    case let outline as OutlineFormat:
      var notation = ColumnNotation.code(
        outline.family(of: sample), isKnown: LanguageFamily.named(by: path) != nil)
      notation?.longStrings?.add(marksByName)
      return notation
    case let lines as KeyValueFormat: return .keyValue(lines.dialect)
    case let lines as ListedLineFormat:
      return lines.dialect == .owners || lines.dialect == .attributes ? .words(["#"]) : nil
    case let lines as KeyedLineFormat:
      return lines.dialect == .requirements ? ColumnNotation(comments: ["#"]) : nil
    case is SQLFormat: return .sql
    case is TOMLFormat: return ColumnNotation(comments: ["#"])
    case is YAMLFormat: return .yaml
    case is MakefileFormat: return .makefile
    case is CMakeFormat: return .cmake
    case is BibTeXFormat: return ColumnNotation()
    default: return nil
    }
  }

  /// Whether blanks are data in files of this name: scripts of DOS and patches.
  private var hasBlankData: Bool {
    [".bat", ".cmd", ".diff", ".patch", ".rej"].contains(where: path.lowercased().hasSuffix)
  }

  /// More marks that may start a string over several lines, in Nix and in Zig.
  private var marksByName: [String] {
    if path.hasSuffix(".nix") { return ["''"] }
    return path.hasSuffix(".zig") ? ["\\\\"] : []
  }
}

extension ColumnNotation {
  /// That of prose: tables alone, but labels in plain text, where quotes and apostrophes are text.
  fileprivate static func prose(_ dialect: ProseFormat.Dialect) -> ColumnNotation? {
    guard dialect != .latex, dialect != .asciiDoc else { return nil }
    var notation = ColumnNotation()
    notation.hasQuotes = false
    notation.hasTables = true
    notation.hasColumns = dialect == .plainText
    notation.longStrings = nil
    if dialect == .markdown { notation.opaque = [.fences, .indentedLines] }
    return notation
  }

  /// That of lines whose first word is a column.
  fileprivate static func words(_ comments: [String]) -> ColumnNotation {
    var notation = ColumnNotation(comments: comments)
    notation.hasWords = true
    return notation
  }

  /// That of definitions of tables, whose columns come before keys and constraints.
  fileprivate static var sql: ColumnNotation {
    var notation = words(["--"])
    notation.statements = Set(
      ["primary", "foreign", "unique", "constraint", "check", "key", "index", "exclude", "like"]
        .map { Array($0.utf8) })
    notation.longStrings?.quotes.append(apostrophe)
    notation.longStrings?.add(["$$"])
    return notation
  }

  private static let apostrophe = UInt8(ascii: "'")

  fileprivate static var yaml: ColumnNotation {
    var notation = ColumnNotation(comments: ["#"])
    notation.opaque = .blockScalars
    notation.longStrings?.quotes.append(apostrophe)
    return notation
  }

  /// That of makefiles, where the blanks before a comment belong to the value.
  fileprivate static var makefile: ColumnNotation {
    var notation = ColumnNotation()
    notation.opaque = .tabbedLines
    notation.longStrings?.add(["define "])
    return notation
  }

  fileprivate static var cmake: ColumnNotation {
    var notation = ColumnNotation(comments: ["#"])
    notation.longStrings?.add(Self.longBrackets)
    return notation
  }

  /// The brackets around texts of Lua and CMake.
  private static let longBrackets = ["[[", "]]", "[="]

  /// That of settings; in most of them, `#` behind a value belongs to it.
  fileprivate static func keyValue(_ dialect: KeyValueFormat.Dialect) -> ColumnNotation {
    var notation = ColumnNotation()
    switch dialect {
    case .gitconfig: notation = ColumnNotation(comments: ["#", ";"])
    case .ini:
      notation = ColumnNotation(comments: ["#", ";"])
      notation.opaque = .continuations
    case .env:
      notation = ColumnNotation(comments: ["#"])
      notation.longStrings?.quotes.append(apostrophe)
    default: break
    }
    return notation
  }

  /// That of a language; `nil` for one of tags, and for LaTeX.
  fileprivate static func code(_ family: LanguageFamily, isKnown: Bool) -> ColumnNotation? {
    guard family.features.isDisjoint(with: [.markup, .tex]) else { return nil }
    var notation = ColumnNotation(comments: comments(of: family))
    let isPlain = family.features.contains(.prose)
    notation.hasQuotes = !isPlain
    notation.hasTables = isPlain
    notation.hasWords = !isPlain && !family.features.contains(.styles)
    notation.hasTypes = notation.hasWords
    if family.features.contains(.makefile) { notation.opaque = .tabbedLines }
    notation.longStrings = isPlain && isKnown ? nil : longStrings(of: family, isKnown: isKnown)
    return notation
  }

  /// The starts of strings over several lines in a language; those of all languages, if it is not known.
  private static func longStrings(of family: LanguageFamily, isKnown: Bool) -> LongStrings {
    var strings = LongStrings()
    let isScript = family.comments.contains(.hash) && family.features.contains(.endWords)
    let isLisp = family.comments.contains(.hashBar)
    if !isKnown || family.strings.contains(.singleLines) || isScript || isLisp {
      strings.quotes.append(apostrophe)
    }
    strings.hasHeredocs = !isKnown || family.strings.contains(.heredoc)
    let isCMake =
      family.comments.contains(.hashWord) && family.features.contains(.endWords)
      && !family.strings.contains(.heredoc)
    if !isKnown || family.comments.contains(.long) || isCMake { strings.add(longBrackets) }
    if !isKnown || family.comments.contains(.parenthesisStar) { strings.add(["{|"]) }
    if !isKnown || family.features.contains(.makefile) { strings.add(["define "]) }
    if !isKnown || family.comments.contains(.pod) {
      strings.add(["q(", "q{", "q[", "Q(", "Q{", "Q[", "__END__", "__DATA__"])
    }
    return strings
  }

  private static func comments(of family: LanguageFamily) -> [String] {
    let signs: [(LanguageFamily.Comments, [String])] = [
      (.slashes, ["//"]), (.slashStar, ["/*"]), ([.hash, .hashWord], ["#"]), (.dashes, ["--"]),
      (.percent, ["%"]), (.semicolon, [";"]), (.exclamation, ["!"]),
    ]
    return signs.flatMap { kinds, signs in
      family.comments.isDisjoint(with: kinds) ? [] : signs
    }
  }
}
