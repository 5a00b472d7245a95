import DocMergeCore
import DocMergeLanguage

/// Finds names that a text of prose defines twice anywhere: labels, commands and other names of LaTeX, ids of Org,
/// anchors of AsciiDoc, Markdown and reStructuredText, terms of glossaries, footnotes and link
/// references of Markdown, packages with versions.
struct DefinedNameGuard {
  private let dialect: ProseFormat.Dialect
  private let known: Set<[UInt8]>

  init(_ inputs: [SyntaxTree], _ dialect: ProseFormat.Dialect) {
    self.dialect = dialect
    known = Set(inputs.flatMap { Self.doubled(in: $0.text, dialect).keys })
  }

  /// Whether any name is defined twice.
  static func isPossible(in text: [UInt8], _ dialect: ProseFormat.Dialect) -> Bool {
    !doubled(in: text, dialect).isEmpty
  }

  /// The names that are defined twice, and in no input.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
  func faults(in tree: SyntaxTree) -> [StructureFault] {
    Self.doubled(in: tree.text, dialect).filter { !known.contains($0.key) }.map { name, places in
      .doubled(name.excerpt, at: places)
    }.sorted { $0.stands(before: $1) }
  }

  private static func doubled(
    in text: [UInt8], _ dialect: ProseFormat.Dialect
  ) -> [[UInt8]: [Range<Int>]] {
    var places: [[UInt8]: [Range<Int>]] = [:]
    func add(_ range: Range<Int>) { places[Array(text[range]), default: []].append(range) }
    switch dialect {
    case .latex: return LatexNames(text).doubled
    case .org: forEachId(in: text, add)
    case .asciiDoc:
      forEachName(in: text, after: ["[["], upTo: "],", outsideOf: "-.`", add)
      forEachName(in: text, after: ["[#"], upTo: "].,%", outsideOf: "-.`", add)
    case .reStructuredText:
      forEachName(in: text, after: [".. _"], upTo: ":", add)
      forEachTerm(in: text, add)
    case .markdown:
      forEachName(
        in: text, after: ["<a id=\"", "<a name=\""], upTo: "\"", outsideOf: "`~", add)
      // Link references and footnotes: `[name]: address`, `[^1]: text`.
      forEachName(in: text, after: ["["], upTo: "]", before: ":", outsideOf: "`~", add)
    case .plainText: forEachPin(in: text, add)
    }
    return places.filter { $0.value.count > 1 }
  }

  /// Visits the names behind marks at the starts of lines, each with its mark: `[[name]]`, `[#name]`, `.. _name:`.
  ///
  /// Blocks of code between lines such as `----` have no names.
  private static func forEachName(
    in text: [UInt8], after marks: [StaticString], upTo ends: String, before next: String = "",
    outsideOf fences: String = "", _ visit: (Range<Int>) -> Void
  ) {
    var cursor = ByteCursor(text)
    var fence: ArraySlice<UInt8>?
    while !cursor.isAtEnd {
      cursor.skipBlanks()
      let start = cursor.offset
      let line = text[start...].prefix { $0 != 0x0A }
      cursor.skipLine()
      if let open = fence {
        if line.starts(with: open) { fence = nil }
      } else if let open = line.fence(of: fences) {
        fence = open
      } else if let mark = marks.first(where: ByteCursor(text, at: start).isAt) {
        let rest = line.dropFirst(mark.utf8CodeUnitCount)
        // `__` has no name, and `[[ -z` is a command.
        guard let end = rest.firstIndex(where: ends.utf8.contains), let first = rest.first,
          first != 0x20, rest[..<end] != [0x5F], end > rest.startIndex,
          rest[(end + 1)...].starts(with: next.utf8)
        else { continue }
        visit(start..<end)
      }
    }
  }

  /// Visits the terms of the glossaries of reStructuredText: the least indented lines below `.. glossary::`.
  private static func forEachTerm(in text: [UInt8], _ visit: (Range<Int>) -> Void) {
    var cursor = ByteCursor(text)
    // The indentation of the directive, and that of its terms once there is one.
    var glossary: (mark: Int, term: Int?)?
    while !cursor.isAtEnd {
      let line = text[cursor.offset...].prefix { $0 != 0x0A }
      cursor.skipLine()
      let words = line.trimmed
      if words.isEmpty { continue }
      let column = words.startIndex - line.startIndex
      if words.elementsEqual(".. glossary::".utf8) {
        glossary = (column, nil)
      } else if let (mark, term) = glossary {
        guard column > mark else {
          glossary = nil
          continue
        }
        let isOption = term == nil && words.first == UInt8(ascii: ":")
        if !isOption { glossary = (mark, term ?? column) }
        if !isOption, column == term ?? column, !words.starts(with: ".. ".utf8) {
          visit(words.indices)
        }
      }
    }
  }

  /// Visits the names of a list of packages with their versions, where all lines are such: `name==1.0`.
  private static func forEachPin(in text: [UInt8], _ visit: (Range<Int>) -> Void) {
    var names: [Range<Int>] = []
    var cursor = ByteCursor(text)
    while !cursor.isAtEnd {
      let line = text[cursor.offset...].prefix { $0 != 0x0A }
      cursor.skipLine()
      if line.trimmed.isEmpty || line.first == 0x23 { continue }
      let name = line.prefix { $0.isPartOfName || $0 == 0x2D || $0 == 0x2E }
      let rest = line[name.endIndex...]
      guard !name.isEmpty, let mark = rest.first, "=<>~".utf8.contains(mark),
        !rest.trimmed.contains(where: \.isBlankOrTab)
      else { return }
      names.append(name.indices)
    }
    names.forEach(visit)
  }

  /// Visits `:ID: …` and `:CUSTOM_ID: …`.
  private static func forEachId(in text: [UInt8], _ visit: (Range<Int>) -> Void) {
    var cursor = ByteCursor(text)
    while !cursor.isAtEnd {
      cursor.skipBlanks()
      let start = cursor.offset
      let isId = cursor.isAt(":ID:") || cursor.isAt(":CUSTOM_ID:")
      cursor.skipLine()
      if isId { visit(start..<max(start, cursor.trimmed(downTo: start))) }
    }
  }
}

extension ArraySlice<UInt8> {
  /// The mark at the start of the line that opens a block of code; `nil` for other lines.
  fileprivate func fence(of marks: String) -> ArraySlice<UInt8>? {
    guard let mark = first, marks.utf8.contains(mark) else { return nil }
    let run = prefix { $0 == mark }
    let isFence = mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~")
    guard isFence ? run.count >= 3 : run.count >= 4 && trimmed.count == run.count else {
      return nil
    }
    return run
  }
}
