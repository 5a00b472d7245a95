/// The end of the last item of a list, and the separator of two items, as the line before two additions shows them.
///
///     base   int all = READ |     each side   int all = READ |     last item: `;`     between items: ` |`
///              WRITE;                           WRITE |
///                                               SYNC;
///
/// Both sides made the same change at the end of the line that was the last item: what they took away ends the list,
/// and what they put in its place separates items. The marks must be known ones, and the line above must have the
/// separator already; a mark such as `:` or `&&` opens something, or stands between parts with an order.
struct ItemEnds {
  /// The marks at the end of the last item; can be empty.
  let last: ArraySlice<UInt8>
  /// The marks behind each other item; can be empty.
  let separator: ArraySlice<UInt8>
  /// The line before the additions, with the separator, and the line above it in the base.
  private let (item, above): (ArraySlice<UInt8>, ArraySlice<UInt8>)

  /// Reads the line before a claim; `nil` where the sides did not change how it ends.
  init?(before claim: ConflictLines, in surroundings: InputTexts) {
    let lines = surroundings.baseLines(before: claim, count: 2)
    guard claim.base.isEmpty, let base = lines.last?.withoutLineEnd,
      case let sides = surroundings.sideLines(before: claim),
      let ours = sides.ours?.withoutLineEnd, ours == sides.theirs?.withoutLineEnd
    else { return nil }
    let common = zip(base, ours).prefix { $0 == $1 }.count
    (last, separator, item) = (base.dropFirst(common), ours.dropFirst(common), ours)
    above = lines.dropLast().last?.trimmed ?? []
    guard ours.prefix(common).holdsText, !(last + separator).contains(where: \.isWordByte),
      (last + separator).contains(where: { !$0.isWhitespace })
    else { return nil }
  }

  /// Whether the separator is a comma and the last item has none, which every list has in common.
  var isComma: Bool { last.allSatisfy(\.isWhitespace) && separator.trimmed == [UInt8(ascii: ",")] }

  /// The additions of both sides as items of the list, those of `one` first; `nil` where they are none.
  func joined(_ one: LineRun, _ other: LineRun) -> [UInt8]? {
    guard let first = addition(one), let second = addition(other), first.shape == second.shape,
      areItems([one, other].map { ($0.lines.first ?? []).trimmed }, first.shape)
    else { return nil }
    return first.inner + second.text
  }

  // MARK: - Kinds of lists

  /// Marks that continue a line.
  private static let continuations = ["\\", "^", "`", "_", "...", "\\\\"]
  /// Commas, alone or before a mark that continues the line.
  private static let commas = [",", ", \\", ", &", ", _", ", ..."]

  /// Whether additions, of which these are the first lines, are items of a list without an order.
  private func areItems(_ lines: [ArraySlice<UInt8>], _ shape: LineShape) -> Bool {
    let mark = String(decoding: separator.trimmed, as: UTF8.self)
    let end = String(decoding: last.trimmed, as: UTF8.self)
    // The parts of a long number have an order.
    if lines.allSatisfy(Self.isNumbers) { return false }
    if isBulleted {
      return shape == LineShape(item) && ["", "."].contains(end) && ["", ",", ";"].contains(mark)
    }
    switch mark {
    case "":
      return end == ";" ? areConditions(lines) : [">", "/>"].contains(end) && haveNames(lines)
    case "|": return end == ";" && isSeparatorAbove && lines.allSatisfy(Self.isConstant)
    case _ where Self.commas.contains(mark):
      let isClosed = end.first == "]" || end.first == "}"
      return isSeparatorAbove && (["", ";"].contains(end) || isClosed) && !isOrder
    case _ where Self.continuations.contains(mark):
      return end.isEmpty && isSeparatorAbove && !lines.contains(where: Self.isStatement)
    default: return false
    }
  }

  private var isBulleted: Bool {
    LineShape(item).isBullet && item.trimmed.dropFirst().first == .blank
  }

  /// Whether the line above ends with the separator, behind a word.
  private var isSeparatorAbove: Bool {
    let mark = separator.trimmed
    guard above.suffix(mark.count) == mark else { return false }
    return above.dropLast(mark.count).trimmed.last.map {
      $0.isWordByte || "\"'`)]}>".utf8.contains($0)
    } ?? false
  }

  /// Whether lines begin with the word of the item: conditions of a query.
  private func areConditions(_ lines: [ArraySlice<UInt8>]) -> Bool {
    let word = item.trimmed.prefix(while: \.isWordByte)
    return !word.isEmpty && lines.allSatisfy { $0.prefix(while: \.isWordByte) == word }
  }

  /// Whether lines, and the item, begin with a name and `=`: attributes of a tag.
  private func haveNames(_ lines: [ArraySlice<UInt8>]) -> Bool {
    (lines + [item.trimmed]).allSatisfy { line in
      let name = line.prefix { $0.isWordByte || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ":") }
      return !name.isEmpty && line[name.endIndex...].first == UInt8(ascii: "=")
    }
  }

  /// Whether the items say how something is sorted.
  private var isOrder: Bool {
    [above, item].contains { line in
      String(decoding: line, as: UTF8.self).lowercased().contains("order by")
    }
  }

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

  // MARK: - Texts

  /// Lines of a side with what ends the last item, and as they are before further items.
  private func addition(
    _ run: LineRun
  ) -> (text: ArraySlice<UInt8>, inner: [UInt8], shape: LineShape)? {
    guard let first = run.lines.first, let line = run.lines.last, first.holdsText, line.holdsText
    else { return nil }
    let content = line.withoutLineEnd
    guard isLast(content), last.isEmpty || !run.lines.dropLast().contains(where: isLast) else {
      return nil
    }
    var inner = Array(run.text[..<content.endIndex].dropLast(last.count)) + separator
    inner += line.endIndex == content.endIndex ? [.newline] : line[content.endIndex...]
    return (run.text, inner, LineShape(first))
  }

  private func isLast(_ line: ArraySlice<UInt8>) -> Bool {
    let line = line.withoutLineEnd
    return last.isEmpty
      ? line.suffix(separator.count) != separator : line.suffix(last.count) == last
  }
}

extension ArraySlice<UInt8> {
  /// A line without `\n` or `\r\n` at its end.
  fileprivate var withoutLineEnd: ArraySlice<UInt8> {
    guard last == .newline else { return self }
    let line = dropLast()
    return line.last == .carriageReturn ? line.dropLast() : line
  }
}
