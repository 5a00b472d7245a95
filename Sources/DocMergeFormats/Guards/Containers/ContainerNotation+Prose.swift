import DocMergeCore
import DocMergeLanguage

// The boundaries in texts for people: headings, fences, lists.
extension ContainerNotation {
  /// The boundary where lines end a section, a fenced block or a list, and start another one.
  static func proseBoundary(
    _ form: HeadingForm, in lines: [IndentedLine], at added: Range<Int>
  ) -> Boundary? {
    let (last, next) = (lines[added.lowerBound - 1], lines[added.upperBound])
    if last.fence > 0 || next.fence > 0 {
      return last.fence > 0 && next.fence > 0 && last.fence != next.fence ? .unnamed : nil
    }
    let levels = added.compactMap { level(form, of: $0, in: lines) }
    if let top = levels.min() {
      let level = level(form, of: added.upperBound, in: lines)
      let title = added.lowerBound - (last.isRule && added.lowerBound > 1 ? 2 : 1)
      // A title is no child that stays, unless it is that of a section without text.
      let isFirst =
        Self.level(form, of: title, in: lines).map { $0 < level ?? .max } ?? false
      return !isFirst && !next.isRule && level.map { $0 > top } ?? true ? .named : nil
    }
    if case .commands = form, dividesEnvironment(lines[added]) { return .named }
    if startsBlock(lines, added) { return .named }
    // A paragraph such as `Vegetables:` starts another list.
    let titles = added.filter { lines[$0].listMark == nil && lines[$0].indent <= next.indent }
    guard let mark = next.listMark, last.listMark == mark, last.indent == next.indent,
      let title = titles.last.map({ lines[$0] }),
      title.isTitle || title.isBehindBlank && title.isShortTitle
    else { return nil }
    return .named
  }

  /// Whether lines end an environment that begins above them, and begin one that ends below.
  private static func dividesEnvironment(_ lines: ArraySlice<IndentedLine>) -> Bool {
    var (depth, hasEnded) = (0, false)
    for line in lines {
      if line.starts(with: "\\begin{") { depth += 1 }
      guard line.starts(with: "\\end{") else { continue }
      if depth > 0 { depth -= 1 } else { hasEnded = true }
    }
    return hasEnded && depth > 0
  }

  /// Whether added lines end with the first line of a block, in a block that starts with such a line: a short title, or
  /// a line with a mark that no other line of the block has.
  private static func startsBlock(_ lines: [IndentedLine], _ added: Range<Int>) -> Bool {
    let (title, next) = (lines[added.upperBound - 1], lines[added.upperBound])
    let first = lines[..<added.lowerBound].lastIndex(where: \.isBehindBlank) ?? 0
    guard !next.isBehindBlank, next.listMark == nil, title.indent == next.indent,
      first + 1 < added.lowerBound
    else { return false }
    let others = [lines[first + 1], lines[added.lowerBound - 1], next]
    if title.isBehindBlank, title.isInCapitals {
      return lines[first].isInCapitals && !others.contains(where: \.isInCapitals)
    }
    if title.isBehindBlank, title.isShortTitle {
      return lines[first].isShortTitle && !others.contains(where: \.isShortTitle)
    }
    guard let mark = title.content.first, "#;%".utf8.contains(mark) else { return false }
    return hasMarkedBlocks(lines, mark, but: added)
  }

  /// Whether two blocks or more of a text, and no other lines than their first ones, begin with a mark.
  private static func hasMarkedBlocks(
    _ lines: [IndentedLine], _ mark: UInt8, but added: Range<Int>
  ) -> Bool {
    var count = 0
    for (index, line) in lines.enumerated() where !added.contains(index) {
      let isFirst = index == 0 || line.isBehindBlank
      guard isFirst == (line.content.first == mark) else { return false }
      count += isFirst ? 1 : 0
    }
    return count > 1
  }

  /// The level of a heading, 1 being the highest; `nil` for other lines, and in texts without headings.
  func level(of index: Int, in lines: [IndentedLine]) -> Int? {
    guard case .headings(let form) = style else { return nil }
    return Self.level(form, of: index, in: lines)
  }

  private static let commands = [
    "\\part", "\\chapter", "\\section", "\\subsection", "\\subsubsection", "\\paragraph",
  ]

  private static func level(_ form: HeadingForm, of index: Int, in lines: [IndentedLine]) -> Int? {
    let line = lines[index]
    guard line.fence == 0, line.indent == 0, let first = line.content.first else { return nil }
    let mark: UInt8
    switch form {
    case .hashes: mark = UInt8(ascii: "#")
    case .equalsSigns: mark = UInt8(ascii: "=")
    case .stars: mark = UInt8(ascii: "*")
    case .commands:
      return commands.firstIndex { line.content.starts(with: $0.utf8) }.map { $0 + 1 }
    case .underlines: mark = 0
    }
    if first == mark {
      let marks = line.content.prefix { $0 == mark }
      return marks.count < 7 && line.content[marks.endIndex...].first == 0x20 ? marks.count : nil
    }
    guard index + 1 < lines.count, form.hasRules, line.hasWord, line.listMark == nil,
      first != UInt8(ascii: "|")
    else { return nil }
    let next = lines[index + 1]
    guard next.isRule, !next.isBehindBlank, let rule = next.content.first else { return nil }
    return 1 + (Array("=-~^".utf8).firstIndex(of: rule) ?? 4)
  }
}

extension HeadingForm {
  /// Whether titles may stand over a line of one mark.
  fileprivate var hasRules: Bool {
    switch self {
    case .hashes, .equalsSigns, .underlines: true
    case .stars, .commands: false
    }
  }
}

extension IndentedLine {
  /// The mark of an item of a list, `0` for a number; `nil` for other lines.
  var listMark: UInt8? {
    guard let mark = ListMark(content), mark.isShort, mark.isBeforeBlank else { return nil }
    return mark.hasNumber ? UInt8(ascii: "0") : mark.mark
  }

  /// The kind of line among those of a text: an item, a row, a quotation, or a paragraph.
  var form: UInt8 {
    if let listMark { return listMark }
    guard let first = content.first, "|>#".utf8.contains(first) else { return 0x61 }
    return first
  }

  /// Whether it consists of one mark, as the line under a title does.
  fileprivate var isRule: Bool {
    guard content.count > 2, let first = content.first, "=-~^\"'`#*+.:_".utf8.contains(first) else {
      return false
    }
    return content.allSatisfy { $0 == first }
  }

  /// Whether it is a line of few words, without the sign that ends a sentence.
  fileprivate var isShortTitle: Bool {
    guard let last = content.last, last.isPartOfName || last >= 0x80, listMark == nil else {
      return false
    }
    return content.split(whereSeparator: \.isWhite).count < 5
  }

  /// Whether all of its letters are capitals.
  fileprivate var isInCapitals: Bool {
    content.contains(where: \.isCapital)
      && !content.contains { (0x61...0x7A).contains($0) }
  }

  /// Whether it is the title of the list or text below, such as `Vegetables:`.
  fileprivate var isTitle: Bool {
    content.last == UInt8(ascii: ":")
      || content.count > 4 && starts(with: "**")
        && content.suffix(2).elementsEqual("**".utf8)
  }
}
