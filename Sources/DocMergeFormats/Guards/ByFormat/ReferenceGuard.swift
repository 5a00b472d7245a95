import DocMergeCore
import DocMergeLanguage

/// Finds references within a text that lead nowhere in a result, and somewhere in each input that has them.
///
///     base          ours          theirs                     fault
///     ## Install    ## Setup      ## Install                 ## Setup
///     Run it.       Run it.       See [above](#install).     See [above](#install).
struct ReferenceGuard {
  private let inputs: [SyntaxTree]
  private let dialect: ProseFormat.Dialect

  init(_ inputs: [SyntaxTree], _ dialect: ProseFormat.Dialect) {
    (self.inputs, self.dialect) = (inputs, dialect)
  }

  /// Whether a reference of a text leads nowhere.
  static func isPossible(in text: [UInt8], _ dialect: ProseFormat.Dialect) -> Bool {
    dialect != .plainText && !broken(in: text, dialect).isEmpty
  }

  /// The references that lead nowhere only in the result.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
  func faults(in tree: SyntaxTree) -> [StructureFault] {
    var broken = Self.broken(in: tree.text, dialect)
    if broken.isEmpty { return [] }
    for input in inputs {
      let known = Set(Self.broken(in: input.text, dialect).map(\.name))
      broken.removeAll { known.contains($0.name) }
    }
    // Brackets can be text, and names of AsciiDoc can be predefined.
    if broken.contains(where: { Self.mayBeText($0.name) }) {
      let defined = inputs.map { TextReferences($0.text, dialect).defined }
      broken.removeAll { reference in
        Self.mayBeText(reference.name) && !defined.contains { $0.contains(reference.name) }
      }
    }
    return broken.map { reference in
      let name = String(decoding: tree.text[reference.place].prefix(80), as: UTF8.self)
      return StructureFault(
        places: [reference.place], reason: tr("the reference `\(name)` would lead nowhere"))
    }
  }

  /// Whether what looks like a reference can be something else.
  private static func mayBeText(_ name: [UInt8]) -> Bool {
    name.first == 0x5B || name.first == 0x7B
  }

  /// The references of a text that lead nowhere, by kind and name.
  private static func broken(
    in text: [UInt8], _ dialect: ProseFormat.Dialect
  ) -> [(name: [UInt8], place: Range<Int>)] {
    dialect == .latex ? LatexNames(text).broken : TextReferences(text, dialect).broken
  }
}

/// The names that a text of prose gives to its places, and the references to them; for LaTeX, see ``LatexNames``.
private struct TextReferences {
  /// A reference, by its kind and name.
  typealias Reference = (name: [UInt8], place: Range<Int>)

  /// No name has more bytes.
  private static let longestName = 1000

  /// The names that the text defines, by kind.
  private(set) var defined: Set<[UInt8]> = []
  private var used: [Reference] = []
  private let text: [UInt8]

  init(_ text: [UInt8], _ dialect: ProseFormat.Dialect) {
    self.text = text
    switch dialect {
    case .markdown: readMarkdown()
    case .reStructuredText: readRest()
    case .asciiDoc: readAsciiDoc()
    case .latex, .org, .plainText: break
    }
  }

  /// The references whose names the text does not define.
  var broken: [Reference] {
    used.isEmpty ? [] : used.filter { !defined.contains($0.name) }
  }

  private mutating func define(_ kind: String, _ name: some Sequence<UInt8>) {
    defined.insert(Array(kind.utf8) + name)
  }

  private mutating func use(_ kind: String, _ name: [UInt8], at place: Range<Int>) {
    used.append((Array(kind.utf8) + name, place))
  }

  /// The text from a place up to a closing mark on the same line; `nil` where there is none, or nothing before it.
  private func inside(from start: Int, to mark: UInt8) -> Range<Int>? {
    var end = start
    let limit = min(text.count, start + Self.longestName)
    while end < limit, text[end] != mark, text[end] != 0x0A { end += 1 }
    return end < limit && text[end] == mark && end > start ? start..<end : nil
  }

  private func isAt(_ place: Int, _ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard place + count <= text.count else { return false }
    return (0..<count).allSatisfy { text[place + $0] == word.utf8Start[$0] }
  }

  private func lowercased(_ range: Range<Int>) -> [UInt8] { text[range].map(\.lowercased) }

  // MARK: - Markdown

  private mutating func readMarkdown() {
    // Without a bracket there is no reference.
    guard text.contains(0x5B) else { return }
    var fence: UInt8?
    var previous = 0..<0
    for line in Lines(text).places {
      let start = text[line].firstIndex { !$0.isBlankOrTab } ?? line.upperBound
      if isAt(start, "```") || isAt(start, "~~~") {
        fence = fence == nil ? text[start] : fence == text[start] ? nil : fence
      } else if fence == nil {
        readHeading(line, start, after: previous)
        readMarks(line, start)
      }
      previous = line
    }
  }

  private mutating func readHeading(_ line: Range<Int>, _ start: Int, after previous: Range<Int>) {
    guard start < line.upperBound else { return }
    if text[start] == 0x23 {
      define("#", slug(text[start..<line.upperBound].drop { $0 == 0x23 }))
    } else if text[start] == 0x3D || text[start] == 0x2D {
      let rest = text[start..<line.upperBound].drop { $0 == text[start] }
      if rest.allSatisfy(\.isWhite) { define("#", slug(text[previous])) }
    }
  }

  /// The name that programs give to a heading: letters and digits, with hyphens in the place of blanks.
  private func slug(_ title: ArraySlice<UInt8>) -> [UInt8] {
    title.trimmed.compactMap { byte in
      if byte.isBlankOrTab { return 0x2D }
      return byte.isPartOfWord || byte == 0x2D || byte >= 0x80 ? byte.lowercased : nil
    }
  }

  private mutating func readMarks(_ line: Range<Int>, _ start: Int) {
    var place = start
    while place < line.upperBound {
      switch text[place] {
      case 0x60:  // code
        place = inside(from: place + 1, to: 0x60)?.upperBound ?? place
      case 0x5B: readBracket(place, isFirst: place == start)
      case 0x5D where isAt(place, "](#"):
        if let name = inside(from: place + 3, to: 0x29) { use("#", lowercased(name), at: name) }
      case 0x5D where isAt(place, "]["):
        if let name = inside(from: place + 2, to: 0x5D) { use("[", lowercased(name), at: name) }
      case 0x7B where isAt(place, "{#"):
        if let name = inside(from: place + 2, to: 0x7D) { define("#", lowercased(name)) }
      case 0x69 where isAt(place, "id=\""):
        if let name = inside(from: place + 4, to: 0x22) { define("#", lowercased(name)) }
      case 0x6E where isAt(place, "name=\""):
        if let name = inside(from: place + 6, to: 0x22) { define("#", lowercased(name)) }
      default: break
      }
      place += 1
    }
  }

  /// `[^1]`, `[^1]: text` or `[name]: address`.
  private mutating func readBracket(_ place: Int, isFirst: Bool) {
    guard let name = inside(from: place + 1, to: 0x5D) else { return }
    let isDefinition =
      isFirst && name.upperBound + 1 < text.count && text[name.upperBound + 1] == 0x3A
    if isDefinition { return define("[", lowercased(name)) }
    // Brackets that no input defines as a reference are text.
    let next = name.upperBound + 1 < text.count ? text[name.upperBound + 1] : 0
    if next != 0x28, next != 0x5B { use("[", lowercased(name), at: name) }
  }

  // MARK: - Other notations

  private mutating func readRest() {
    for place in text.indices {
      if text[place] == 0x2E, isAt(place, ".. _"), let name = inside(from: place + 4, to: 0x3A) {
        define("", lowercased(name))
      } else if text[place] == 0x3A, isAt(place, ":ref:`"),
        let whole = inside(from: place + 6, to: 0x60)
      {
        let open = text[whole].firstIndex(of: 0x3C)
        let name =
          open.flatMap { $0 + 1 < whole.upperBound ? $0 + 1..<whole.upperBound - 1 : nil } ?? whole
        use("", lowercased(name), at: name)
      } else if text[place] == 0x5F, let name = nameBefore(place) {
        use("", lowercased(name), at: name)
      }
    }
  }

  /// The name of a reference that ends with `_` at a place: `name_` or `` `a name`_ ``.
  private func nameBefore(_ place: Int) -> Range<Int>? {
    let next = place + 1 < text.count ? text[place + 1] : 0x0A
    guard place > 0, !next.isPartOfName, next != 0x3A, next != 0x2D else { return nil }
    if text[place - 1] == 0x60 {
      let line = text[..<(place - 1)]
      let start = line.lastIndex { $0 == 0x60 || $0 == 0x0A }
      return start.flatMap { line[$0] == 0x60 ? $0 + 1..<place - 1 : nil }
    }
    let start = text[..<place].lastIndex { !$0.isPartOfName && $0 != 0x2D }.map { $0 + 1 } ?? 0
    return start < place ? start..<place : nil
  }

  private mutating func readAsciiDoc() {
    for place in text.indices {
      if text[place] == 0x3A, place == 0 || text[place - 1] == 0x0A {
        // An attribute, `:name: value`, which `{name}` refers to.
        if let name = inside(from: place + 1, to: 0x3A) { define("{", lowercased(name)) }
      } else if text[place] == 0x7B {
        let name = text[(place + 1)...].prefix { $0.isPartOfName || $0 == 0x2D }.indices
        if text[name.upperBound...].first == 0x7D { use("{", lowercased(name), at: name) }
      } else if text[place] == 0x5B, isAt(place, "[[") || isAt(place, "[#"),
        let name = inside(from: place + 2, to: 0x5D)
      {
        define("", text[name].prefix { $0 != 0x2C && $0 != 0x2E })
      } else if text[place] == 0x3C, isAt(place, "<<"), let name = inside(from: place + 2, to: 0x3E)
      {
        let id = text[name].prefix { $0 != 0x2C }
        use("", Array(id), at: id.startIndex..<id.endIndex)
      }
    }
  }
}
