import DocMergeCore
import DocMergeLanguage

/// Finds names that a text of prose defines twice anywhere: labels, commands and other names of LaTeX, ids of Org,
/// anchors of AsciiDoc, Markdown and reStructuredText.
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
      StructureFault(
        places: places,
        reason: tr("`\(String(decoding: name.prefix(60), as: UTF8.self))` would stand twice"))
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
    case .asciiDoc: forEachName(in: text, after: ["[[", "[#"], add)
    case .reStructuredText: forEachName(in: text, after: [".. _"], add)
    case .markdown: forEachName(in: text, after: ["<a id=\"", "<a name=\""], add)
    case .plainText: return [:]
    }
    return places.filter { $0.value.count > 1 }
  }

  /// Visits the names behind marks at the starts of lines, each with its mark: `[[name]]`, `[#name]`, `.. _name:`.
  private static func forEachName(
    in text: [UInt8], after marks: [StaticString], _ visit: (Range<Int>) -> Void
  ) {
    var cursor = ByteCursor(text)
    while !cursor.isAtEnd {
      cursor.skipBlanks()
      if let mark = marks.first(where: cursor.isAt) {
        let start = cursor.offset
        cursor.offset += mark.utf8CodeUnitCount
        let name = cursor.offset
        cursor.skip { $0.isPartOfName || $0 == 0x2D || $0 == 0x20 }
        if cursor.offset > name { visit(start..<cursor.offset) }
      }
      cursor.skipLine()
    }
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
