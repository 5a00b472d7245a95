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
  /// The line before the additions, with the separator.
  let item: ArraySlice<UInt8>
  /// The lines above it in the base.
  let lead: [ArraySlice<UInt8>]
  /// How many lines above the last item are read.
  private static let reach = 40

  /// Reads the line before a claim; `nil` where the sides did not change how it ends.
  init?(before claim: ConflictLines, in surroundings: InputTexts) {
    let lines = surroundings.baseLines(before: claim, count: Self.reach)
    guard claim.base.isEmpty, let base = lines.last?.withoutLineEnd,
      case let sides = surroundings.sideLines(before: claim),
      let ours = sides.ours?.withoutLineEnd, ours == sides.theirs?.withoutLineEnd
    else { return nil }
    let common = zip(base, ours).prefix { $0 == $1 }.count
    (last, separator, item) = (base.dropFirst(common), ours.dropFirst(common), ours)
    lead = Array(lines.dropLast())
    guard ours.prefix(common).holdsText, !(last + separator).contains(where: \.isWordByte),
      (last + separator).contains(where: { !$0.isWhitespace })
    else { return nil }
  }

  /// Whether the separator is a comma and the last item has none, which every list has in common.
  var isComma: Bool { last.allSatisfy(\.isWhitespace) && separator.trimmed == [UInt8(ascii: ",")] }

  /// The line above the last item, without blanks around it; empty for none.
  var above: ArraySlice<UInt8> { lead.last?.trimmed ?? [] }

  /// The additions of both sides as items of the list, those of `one` first; `nil` where they are none.
  func joined(_ one: LineRun, _ other: LineRun) -> [UInt8]? {
    guard let first = addition(one), let second = addition(other), first.shape == second.shape,
      areItems([one, other].map { $0.lines.first ?? [] }, first.shape)
    else { return nil }
    return first.inner + second.text
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
