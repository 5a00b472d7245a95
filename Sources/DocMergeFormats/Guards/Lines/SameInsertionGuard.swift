import DocMergeCore
import DocMergeLanguage

/// Finds a line that each side put in once, at different places of a text, and that would stand twice.
///
///     base   turn off   ours   gloves on   theirs  turn off     fault   gloves on
///            open              turn off            gloves on            turn off
///                              open                open                 gloves on
///                                                                       open
///
/// In prose it is an item or a sentence of one section, or a row of one table; in a page a script or a style; in program
/// code a statement of one block.
struct SameInsertionGuard {
  private let kind: Kind
  /// The items, sentences or statements that each side put in once.
  private var wanted: Set<[UInt8]>

  /// The kind of a text.
  enum Kind {
    case prose, code, page
  }

  private var isCode: Bool { kind == .code }

  /// The fewest bytes of a line that says something of its own.
  private static let fewestBytes = 8

  /// Prepares for the base, ours and theirs.
  init(_ inputs: [[UInt8]], _ added: AddedLines, _ kind: Kind) {
    self.kind = kind
    wanted = []
    let sides = added.sides.map { lines in lines.compactMap { content(of: $0).map(Array.init) } }
    wanted = Set(sides[0]).intersection(sides[1])
    guard !wanted.isEmpty else { return }
    // Not in the base, and once in each side.
    for (index, input) in inputs.enumerated() {
      for (content, places) in places(of: wanted, in: input)
      where places.count != (index == 0 ? 0 : 1) {
        wanted.remove(content)
      }
    }
  }

  /// The lines that would stand twice.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the result; O(1) where the sides added no line in common.
  func faults(in result: [UInt8]) -> [StructureFault] {
    guard !wanted.isEmpty else { return [] }
    return places(of: wanted, in: result).filter { $0.value.count > 1 }
      .filter { _, places in
        switch kind {
        case .prose: areInOneSection(places, in: result)
        case .code: areInOneBlock(places, in: result)
        case .page: true
        }
      }
      .map { content, places in .doubled(content.excerpt, at: places) }
      .sorted { $0.stands(before: $1) }
  }

  private func places(of wanted: Set<[UInt8]>, in text: [UInt8]) -> [[UInt8]: [Range<Int>]] {
    var found: [[UInt8]: [Range<Int>]] = [:]
    for line in Lines(text).places {
      guard let content = content(of: text[line]).map(Array.init), wanted.contains(content) else {
        continue
      }
      found[content, default: []].append(line)
    }
    return found
  }

  // MARK: Lines

  /// The part of a line that says something of its own, without the mark of an item; `nil` where it says too little.
  private func content(of line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let line = line.trimmed
    // What a page loads, and says of itself.
    if kind == .page {
      let isLoaded = ["<script ", "<link ", "<meta "].contains { line.starts(with: $0.utf8) }
      return isLoaded && line.last == UInt8(ascii: ">") ? line : nil
    }
    if kind == .prose, line.isRow { return line }
    if kind == .code, Self.isRemark(line) { return line }
    let content = isCode ? line : Self.item(line)
    guard content.count >= Self.fewestBytes, let first = content.first,
      first.isPartOfName || first >= 0x80 || "\"'*_`@$".utf8.contains(first)
    else { return nil }
    if isCode { return Self.isStatement(content) ? content : nil }
    // A heading and a directive may stand in several places; so may a word or two.
    let words = content.split { !$0.isPartOfName && $0 < 0x80 }.filter { $0.count > 1 }
    return words.count > 1 && content.last != 0x3A ? content : nil
  }

  /// The fewest words of a comment that says something of its own.
  private static let fewestWordsOfRemark = 3

  /// Whether a line is a comment of several words: `/* all in metres */`.
  private static func isRemark(_ line: ArraySlice<UInt8>) -> Bool {
    ["//", "/*", "# ", "-- "].contains { line.starts(with: $0.utf8) }
      && line.split { !$0.isPartOfName && $0 < 0x80 }.count { $0.count > 1 } >= fewestWordsOfRemark
  }

  /// The most lines between two places at which one comment stands.
  private static let reachOfRemark = 12

  /// The text of an item behind its mark or number, and behind its box.
  private static func item(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var line = line
    // `> Back up your data`, `.. warning:: Back up your data`
    if line.first == UInt8(ascii: ">") { line = line.dropFirst().trimmed }
    if line.starts(with: ".. ".utf8), let mark = line.firstRange(of: "::".utf8) {
      line = line[mark.upperBound...].trimmed
    }
    let mark = ListMark(line).flatMap {
      $0.isShort && ($0.hasNumber || $0.isBeforeBlank) ? $0 : nil
    }
    let rest = (mark?.rest ?? line).trimmed
    if rest.first == UInt8(ascii: "["), let end = rest.firstIndex(of: UInt8(ascii: "]")),
      end - rest.startIndex == 2
    {
      return rest[(end + 1)...].trimmed
    }
    return rest
  }

  /// Words that statements of any function begin with, in each of its branches.
  private static let anywhere: WordList =
    """
    return break continue pass end else case default throw raise yield import from use using include \
    require package module do begin try catch finally ensure rescue fi done esac then when endif
    """

  /// Whether a line is a statement as a whole that a function does once.
  private static func isStatement(_ line: ArraySlice<UInt8>) -> Bool {
    let word = line.prefix(while: \.isPartOfName)
    guard let last = line.last, !"{:,([|&+\\".utf8.contains(last),
      !anywhere.contains(String(decoding: word, as: UTF8.self))
    else { return false }
    // A call without arguments, a name alone, a label, or a value can stand in many places.
    let arguments = line.firstIndex(of: 0x28).map { line[($0 + 1)...].drop(while: \.isBlankOrTab) }
    return arguments.map { $0.first != 0x29 } ?? line.contains { $0 == 0x3D || $0.isBlankOrTab }
  }

  // MARK: Places

  /// Whether two of the places are in one block of a function.
  private func areInOneBlock(_ places: [Range<Int>], in text: [UInt8]) -> Bool {
    guard let first = places.first, let second = places.dropFirst().first else { return false }
    if Self.isRemark(text[first].trimmed),
      text[first.upperBound..<second.lowerBound].count(where: { $0 == 0x0A }) > Self.reachOfRemark
    {
      return false
    }
    let heads = Self.heads(of: first, in: text)
    guard heads == Self.heads(of: second, in: text) else { return false }
    // In scripts, statements at the left margin are often repeated; a second `cd` leads to another folder.
    if heads.isEmpty {
      return text[first].trimmed.starts(with: "cd ".utf8) || Self.isRemark(text[first].trimmed)
    }
    return heads.contains { text[$0].contains(0x28) }
  }

  /// The fewest words of a sentence that stands once in a text.
  private static let fewestWords = 4

  /// The fewest words of an item that stands once in a text.
  private static let fewestWordsOfItem = 5

  /// Whether a line begins as a sentence does, and is no command, no parameter and no measured ingredient.
  private static func isStatement(ofProse line: ArraySlice<UInt8>) -> Bool {
    let text = item(line)
    return text.first.map { $0.isCapital || $0 >= 0x80 } ?? false
      && text.last.map { $0.isPartOfName || $0 == 0x2E } ?? false
      && !text.contains { "`:|".utf8.contains($0) }
  }

  private static func isSentence(_ line: ArraySlice<UInt8>) -> Bool {
    let words = line.split { !$0.isPartOfName && $0 < 0x80 }.count { $0.count > 1 }
    if words >= fewestWordsOfItem, isStatement(ofProse: line) { return true }
    return words >= fewestWords && ListMark(line) == nil && ".!?".utf8.contains(line.last ?? 0)
  }

  /// Whether two of the places are in one section of a text, outside of code.
  private func areInOneSection(_ places: [Range<Int>], in text: [UInt8]) -> Bool {
    guard let first = places.first, let second = places.dropFirst().first else { return false }
    let between = text[first.lowerBound..<second.upperBound].split(separator: 0x0A)
    if text[first].trimmed.isRow { return between.allSatisfy(\.isOfTable) }
    // A sentence, or an item of many words, stands once in a text.
    if Self.isSentence(text[first].trimmed) { return true }
    // A remark with a number of its own stands once in a text: `#123`.
    let numbers = text[first].split(separator: UInt8(ascii: "#")).dropFirst()
    if numbers.contains(where: { $0.first?.isDecimalDigit == true }) { return true }
    return !between.contains { $0.isHeadingLike }
  }

  /// The lines that the blocks around a line begin with, the innermost first.
  private static func heads(of place: Range<Int>, in text: [UInt8]) -> [Range<Int>] {
    var heads: [Range<Int>] = []
    var indentation = text[place].prefix(while: \.isBlankOrTab).count
    var end = place.lowerBound
    while indentation > 0, end > 0 {
      let start = text[..<(end - 1)].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      let line = text[start..<end]
      let own = line.prefix(while: \.isBlankOrTab).count
      if own < indentation, !line.trimmed.isEmpty, line.trimmed.first != 0x7B {
        heads.append(start..<end)
        indentation = own
      }
      end = start
    }
    return heads
  }
}

extension ArraySlice<UInt8> {
  /// Whether it is a row of a table with a text in its first cell: `| Ann | 3 |`.
  fileprivate var isRow: Bool {
    guard count > 2, first == UInt8(ascii: "|"), last == UInt8(ascii: "|") else { return false }
    let cells = dropFirst().split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
    return cells.count > 2 && cells[0].contains { $0.isPartOfName || $0 >= 0x80 }
  }

  /// Whether it is a line of a table drawn with signs: `+---+---+`, `| a | b |`.
  fileprivate var isOfTable: Bool { trimmed.first.map { "|+".utf8.contains($0) } ?? false }

  /// Whether it is a heading, the line under one, or the start or end of code.
  fileprivate var isHeadingLike: Bool {
    let words = trimmed
    guard let first = words.first else { return false }
    if first == UInt8(ascii: "#") || words.starts(with: "```".utf8) { return true }
    if words.count > 2, "=-~^*".utf8.contains(first), words.allSatisfy({ $0 == first }) {
      return true
    }
    return ["\\section", "\\subsection", "\\chapter", "== "].contains {
      words.starts(with: $0.utf8)
    }
  }
}
