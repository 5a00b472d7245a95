/// The kinds of lists whose items have no order, or one that does not depend on who adds first.
extension ItemEnds {
  /// Marks that continue a line.
  private static let continuations = ["\\", "^", "`", "_", "...", "\\\\"]
  /// Commas, alone or before a mark that continues the line.
  private static let commas = [",", ", \\", ", &", ", _", ", ..."]
  /// The most words of an item that stands alone on its line, without a mark that ends it.
  private static let mostWords = 6

  /// Whether additions, of which these are the first lines, are items of a list without an order.
  func areItems(_ first: [ArraySlice<UInt8>], _ shape: LineShape) -> Bool {
    let lines = first.map(\.trimmed)
    let mark = String(decoding: separator.trimmed, as: UTF8.self)
    let end = String(decoding: last.trimmed, as: UTF8.self)
    // The parts of a long number have an order.
    if lines.allSatisfy(Self.isNumbers) { return false }
    if isBulleted {
      return shape == LineShape(item) && ["", "."].contains(end) && ["", ",", ";"].contains(mark)
    }
    switch mark {
    case "": return areUnseparated(lines, end)
    case "|": return end == ";" && isSeparatorAbove && lines.allSatisfy(Self.isConstant)
    case ";": return end.allSatisfy("])}".contains) && isSeparatorAbove && areClauses(lines)
    case ",": return isSeparatorAbove && !isOrder && areSeparatedByCommas(first, end)
    case _ where Self.commas.contains(mark):
      return isSeparatorAbove && (["", ";"].contains(end) || Self.isBracket(end)) && !isOrder
    case _ where Self.continuations.contains(mark):
      return end.isEmpty && isSeparatorAbove && !lines.contains(where: Self.isStatement)
    default: return false
    }
  }

  private var isBulleted: Bool {
    LineShape(item).isBullet && item.trimmed.dropFirst().first == .blank
      || item.trimmed.starts(with: "\\item ".utf8)
  }

  /// Whether the line above ends with the separator, behind a word.
  private var isSeparatorAbove: Bool {
    let mark = separator.trimmed
    guard above.suffix(mark.count) == mark else { return false }
    return above.dropLast(mark.count).trimmed.last.map {
      $0.isWordByte || "\"'`)]}>".utf8.contains($0)
    } ?? false
  }

  // MARK: - By separator

  /// Whether lines are items of a list whose items are separated by the line end alone.
  private func areUnseparated(_ lines: [ArraySlice<UInt8>], _ end: String) -> Bool {
    let isClosed = end.first.map(")]}".contains) ?? false
    if end == ";", areConditions(lines) { return true }
    if end == ">" || end == "/>", haveNames(lines) { return true }
    let isListEnd = isClosed || [";", "\">", "'>"].contains(end)
    guard isListEnd, let kind = Atom(of: item.trimmed, isClosed: isClosed) else { return false }
    // Quoted texts in parentheses can be the parts of one, and names the steps of a call.
    if end.first == ")", kind == .quoted || kind == .name && !isQuoted { return false }
    return lines.allSatisfy { Atom(of: withoutEnd($0), isClosed: isClosed) == kind }
      && Atom(ofLastIn: above, isClosed: isClosed) == kind
  }

  /// An item without what ends the list behind it.
  private func withoutEnd(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    line.suffix(last.count) == last ? line.dropLast(last.count) : line
  }

  /// Whether lines are items of a list with commas.
  private func areSeparatedByCommas(_ lines: [ArraySlice<UInt8>], _ end: String) -> Bool {
    if end == ";" || Self.isBracket(end) { return true }
    guard end.isEmpty || end == "{", !isCall else { return false }
    return (lines + [item]).allSatisfy { line in
      let content = withoutEnd(line.trimmed)
      let words = content.split { !$0.isWordByte }.count
      // A sentence goes on behind a comma, too.
      return words == 1 || !content.contains(where: \.isWhitespace)
        || end.isEmpty && words <= Self.mostWords && line.first?.isWhitespace == true
    }
  }

  /// Whether lines are clauses, or fields with types: something, an arrow or a colon, and more.
  private func areClauses(_ lines: [ArraySlice<UInt8>]) -> Bool {
    (lines + [item.trimmed]).allSatisfy { line in
      let text = String(decoding: line, as: UTF8.self)
      return !text.contains(":=")
        && ["->", "=>", " : ", ": "].contains { text.contains($0) && !text.hasPrefix($0) }
    }
  }

  /// Calls whose arguments are the items of a list.
  private static let lists = [
    "Seq", "List", "Set", "Array", "Vector", "listOf", "setOf", "arrayOf", "c", "list",
  ]

  /// The name at once before the open parenthesis; `nil` for another bracket, empty for none.
  private var callee: String? {
    guard let opening, opening.last == UInt8(ascii: "(") else { return nil }
    let name = opening.dropLast().reversed().prefix { $0.isWordByte }
    return String(decoding: name.reversed(), as: UTF8.self)
  }

  /// Whether the list is an argument list.
  private var isCall: Bool { callee.map { !$0.isEmpty && !Self.lists.contains($0) } ?? false }

  /// Whether the list is one of data: its parenthesis follows a quotation mark, or the end of an assignment.
  private var isQuoted: Bool {
    guard let opening, let callee else { return true }
    return callee == "qw" || opening.dropLast().last.map { "'`=@#".utf8.contains($0) } ?? false
  }

  /// The line up to the bracket that is open before the last item; `nil` for none.
  private var opening: ArraySlice<UInt8>? {
    var depth = 0
    for line in lead.reversed() {
      for index in line.indices.reversed() {
        switch line[index] {
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth += 1
        case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
          depth -= 1
          if depth < 0 { return line[...index] }
        default: continue
        }
      }
    }
    return nil
  }

  /// Whether lines begin with the word of the item: conditions of a query.
  private func areConditions(_ lines: [ArraySlice<UInt8>]) -> Bool {
    let word = item.trimmed.prefix(while: \.isWordByte)
    return !word.isEmpty && lines.allSatisfy { $0.prefix(while: \.isWordByte) == word }
  }

  /// Whether lines, and the item, are a name, or begin with one and `=`: attributes of a tag.
  private func haveNames(_ lines: [ArraySlice<UInt8>]) -> Bool {
    (lines + [item.trimmed]).allSatisfy { line in
      let name = line.prefix { $0.isWordByte || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ":") }
      let rest = withoutEnd(line[name.endIndex...])
      return !name.isEmpty && (rest.isEmpty || rest.first == UInt8(ascii: "="))
    }
  }

  /// Whether the items say how something is sorted.
  private var isOrder: Bool {
    let owner = lead.last { LineShape($0).isShallower(than: LineShape(item)) && $0.holdsText } ?? []
    return [above, item, owner].contains { line in
      String(decoding: line, as: UTF8.self).lowercased().contains("order by")
    }
  }

  // MARK: - Lines

  /// Whether a bracket ends a list that is no argument list.
  private static func isBracket(_ end: String) -> Bool { end.first == "]" || end.first == "}" }

  private static func isNumbers(_ line: ArraySlice<UInt8>) -> Bool {
    line.split { !$0.isWordByte }.allSatisfy { $0.first?.isDigit == true }
  }

  /// Whether a line is the name of a constant, such as `O_SYNC` or `Qt::AlignLeft`.
  private static func isConstant(_ line: ArraySlice<UInt8>) -> Bool {
    let name = line.prefix { $0.isWordByte || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") }
    return line[name.endIndex...].allSatisfy { !$0.isWordByte }
      && name.contains { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
  }

  /// Whether a line is a statement, or goes on with an operator.
  private static func isStatement(_ line: ArraySlice<UInt8>) -> Bool {
    guard let first = line.first, let last = line.last else { return true }
    return "{};".utf8.contains(last)
      || !first.isWordByte && !"\"'-$/.&(\\".utf8.contains(first)
  }

  /// What an item is made of whose separator is the line end: it cannot be a statement.
  private enum Atom: Equatable {
    /// A name, such as `b.example.org`.
    case name
    /// A quoted text.
    case quoted
    /// A keyword and its value, such as `:port 8080` or `Age: int`.
    case keyed
    /// A pair, such as `(http . 80)`.
    case pair
    /// An import of Clojure: `[shop.db :as db]`.
    case `import`

    /// The kind of an item without the marks at its end; `nil` for others.
    ///
    /// - Parameters:
    ///   - item: The item.
    ///   - isClosed: Whether a bracket ends the list, so that items can be more than names.
    init?(of item: ArraySlice<UInt8>, isClosed: Bool) {
      // A comma can stand before an item.
      let item = item.drop { $0 == UInt8(ascii: ",") }.trimmed
      guard let first = item.first, let last = item.last else { return nil }
      let isOne = !item.contains(where: \.isWhitespace)
      if isOne, item.allSatisfy({ $0.isWordByte || "-_./:*@$+?!".utf8.contains($0) }) {
        self = first == UInt8(ascii: ":") ? .keyed : .name
        return
      }
      guard isClosed else { return nil }
      let name = item.drop { $0 == UInt8(ascii: ":") }
        .prefix { $0.isWordByte || $0 == UInt8(ascii: "-") }
      if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'"), last == first {
        self = .quoted
      } else if !name.isEmpty,
        first == UInt8(ascii: ":") || item[name.endIndex...].trimmed.first == UInt8(ascii: ":")
      {
        self = .keyed
      } else if first == UInt8(ascii: "("), last == UInt8(ascii: ")"),
        String(decoding: item, as: UTF8.self).contains(" . ")
      {
        self = .pair
      } else if first == UInt8(ascii: "["), last == UInt8(ascii: "]"),
        [" :as ", " :refer "].contains(where: String(decoding: item, as: UTF8.self).contains)
      {
        self = .import
      } else {
        return nil
      }
    }

    /// The kind of the last item of a line, on which the list may begin.
    init?(ofLastIn line: ArraySlice<UInt8>, isClosed: Bool) {
      if let whole = Atom(of: line, isClosed: isClosed) {
        self = whole
        return
      }
      let opening = line.lastIndex { "([{".utf8.contains($0) }
      let starts = [opening, opening.map { $0 + 1 }, line.lastIndex(of: .blank).map { $0 + 1 }]
      for start in starts.compactMap({ $0 }) {
        guard let kind = Atom(of: line[start...], isClosed: isClosed) else { continue }
        self = kind
        return
      }
      return nil
    }
  }
}
