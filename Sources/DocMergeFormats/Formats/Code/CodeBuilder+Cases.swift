/// Cases of a choice between values, such as those of a `switch`: those with constants as labels depend on each
/// other as little as the members of a type.
extension CodeBuilder {
  /// The keys of the cases of a choice by their labels; `nil` for children of another kind.
  ///
  /// A case has no key if its order matters, or if it may overlap with another one: its label is a pattern, a
  /// condition or several constants, it falls through to the next case, or the case before does.
  func caseKeys(of elements: [Element], in row: Row) -> [Node.Key?]? {
    guard !profile.cases.isEmpty, !elements.isEmpty, hasSubject(row, elements[0]),
      elements.allSatisfy({ profile.cases.contains(code.type($0.index)) })
    else { return nil }
    var isEnded = true
    return elements.map { element in
      defer { isEnded = ends(element.index) }
      let isLastDefault = element.index == elements.last?.index && isDefault(element.index)
      guard isEnded, ends(element.index) || isLastDefault else { return nil }
      return caseKey(of: element.index)
    }
  }

  /// Whether the choice is one between values: without a subject, or with `true`, its labels are conditions.
  private func hasSubject(_ row: Row, _ first: Element) -> Bool {
    // In C# the value stands before the word.
    guard row.isBracketed, row.start > 0, code.type(first.index) != "switch_expression_arm" else {
      return true
    }
    var before = text[..<(row.start - 1)]
    while before.last?.isWhite == true { before.removeLast() }
    let end = before.suffix(8)
    return !["switch", "when", "match", "(true)", " true"].contains { word in
      end.suffix(word.utf8.count).elementsEqual(word.utf8)
    }
  }

  /// Whether a case is the one for all other values.
  func isDefault(_ index: Int) -> Bool {
    guard profile.cases.contains(code.type(index)), let label = label(of: index) else {
      return false
    }
    return Self.defaults.contains { text[label].elementsEqual($0.utf8) }
  }

  private static let defaults = ["default", "else", "_"]

  private func caseKey(of index: Int) -> Node.Key? {
    // Names that cases without blocks declare are visible in all of them.
    let declares = code.children(index).contains { code.type($0).hasSuffix("declaration") }
    guard !declares, let label = label(of: index), !label.isEmpty,
      isDefault(index) || text[label].isConstant(allowsNames: !profile.jumps.isEmpty)
    else { return nil }
    let meaning = text[label].map { $0 == UInt8(ascii: "'") ? UInt8(ascii: "\"") : $0 }
    return Node.Key(meaning: [0x02] + meaning, at: label)
  }

  /// The labels of a case, without the word before them.
  private func label(of index: Int) -> Range<Int>? {
    let end = code.children(index).first { child in
      code.isToken(child) && [":", "->", "=>"].contains(code.type(child))
    }
    guard let end else { return nil }
    var label = CodeLines.trimmed(body(index).lowerBound..<body(end).lowerBound, in: text)
    let word = text[label].prefix(while: \.isPartOfName)
    if ["case", "of"].contains(where: { word.elementsEqual($0.utf8) }),
      word.endIndex < label.upperBound
    {
      label = CodeLines.trimmed(word.endIndex..<label.upperBound, in: text)
    }
    return label
  }

  /// Whether a case does not fall through to the next one.
  private func ends(_ index: Int) -> Bool {
    let children = code.children(index)
    let hasArrow = children.contains { ["->", "=>"].contains(code.type($0)) }
    if hasArrow { return true }
    guard !profile.jumps.isEmpty else {
      return !text[body(index)].suffix(11).elementsEqual("fallthrough".utf8)
    }
    return endsWithJump(children)
  }

  private func endsWithJump(_ children: [Int], depth: Int = 0) -> Bool {
    guard depth < 4, let last = children.last(where: { !code.isToken($0) && !code.isComment($0) })
    else { return false }
    if profile.jumps.contains(code.type(last)) {
      // `break 2` and `continue outer` leave more than the choice.
      let isOther = ["break", "continue"].allSatisfy { !code.type(last).hasPrefix($0) }
      return isOther || code.children(last).allSatisfy(code.isToken)
    }
    guard code.type(last).contains("block") || code.type(last).contains("compound") else {
      return false
    }
    return endsWithJump(code.children(last), depth: depth + 1)
  }
}

extension ArraySlice<UInt8> {
  /// Whether it is one constant: a number, a string, or a name that no pattern binds.
  fileprivate func isConstant(allowsNames: Bool) -> Bool {
    guard let first, let last else { return false }
    if first == last, first == 0x22 || first == 0x27 {
      return count > 2 && !dropFirst().dropLast().contains(first)
    }
    let isName = allSatisfy { $0.isPartOfName || $0 == 0x2E || $0 == 0x3A || $0 == 0x2D }
    guard isName, !hasDoubledDot else { return false }
    // The same number can be written in several ways.
    if first.isDecimalDigit { return allSatisfy(\.isDecimalDigit) && (first != 0x30 || count == 1) }
    let isQualified = contains(0x2E) || contains(0x3A)
    return allowsNames || isQualified || first == 0x2D
      || first >= 0x41 && first <= 0x5A
  }

  private var hasDoubledDot: Bool { zip(self, dropFirst()).contains { $0 == 0x2E && $1 == 0x2E } }
}
