/// A list in brackets whose items one side put on lines of their own, or back on one line, while the other side changed
/// items.
///
///     base  run(a, b)    ours  run(        theirs  run(a, b, c)    merged  run(
///                                a,                                          a,
///                                b,                                          b,
///                              )                                             c,
///                                                                          )
///
/// The items are those of the one side, the layout is that of the other. All that stands around the list is the same.
/// Items of YAML may go from brackets to lines with dashes, too, and names of Python may get brackets.
struct RewrappedItems: Rung {
  let rule: MergeRule
  let isAboutWords = true

  func steps(for claim: ConflictLines, in surroundings: InputTexts) -> [Step]? {
    for (layout, items) in [(claim.ours, claim.theirs), (claim.theirs, claim.ours)] {
      if let bytes = spread(claim.base, layout, items) ?? joined(claim.base, layout, items)
        ?? dashed(claim.base, layout, items)
      {
        return [.settled(bytes, claim, rule)]
      }
    }
    return nil
  }

  /// The items of a side in the lines of the other one, for a base in one line.
  private func spread(_ base: LineRun, _ layout: LineRun, _ items: LineRun) -> [UInt8]? {
    guard base.count == 1, items.count == 1, let lines = ListLines(layout),
      let old = lines.items(ofLine: base[0]), let new = lines.items(ofLine: items[0]),
      old.areSame(as: lines.items), !new.areSame(as: old), lines.mayHold(new)
    else { return nil }
    return lines.written(with: new)
  }

  /// The items of a side behind dashes below the key, for a base with them in brackets: `tags: [a, b]`.
  private func dashed(_ base: LineRun, _ layout: LineRun, _ items: LineRun) -> [UInt8]? {
    guard base.count == 1, items.count == 1, layout.count > 1, layout.count <= ListLines.mostLines,
      layout[0].trimmed.last == UInt8(ascii: ":")
    else { return nil }
    let (key, lines) = (layout[0].trimmed, layout.lines[1...])
    func inner(_ line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>]? {
      let text = line.trimmed
      guard text.starts(with: key), text.last == UInt8(ascii: "]") else { return nil }
      let rest = text.dropFirst(key.count).trimmed
      return rest.first == UInt8(ascii: "[")
        ? ListLines.parts(of: rest.dropFirst().dropLast()) : nil
    }
    let start = lines[1].prefix { $0 == 0x20 } + Array("- ".utf8)
    guard lines.allSatisfy({ $0.starts(with: start) }), let old = inner(base[0]),
      let new = inner(items[0]), !new.areSame(as: old),
      old.areSame(as: lines.map { $0.dropFirst(start.count).trimmed })
    else { return nil }
    let end = layout[0].suffix(while: { $0 == 0x0A || $0 == 0x0D })
    return Array(layout[0]) + new.flatMap { start + $0 + end }
  }

  /// The items of a side in one line as the other one has it, for a base in several lines.
  private func joined(_ base: LineRun, _ layout: LineRun, _ items: LineRun) -> [UInt8]? {
    guard layout.count == 1, let old = ListLines(base), let new = ListLines(items),
      old.head == new.head, old.tail == new.tail, let kept = old.items(ofLine: layout[0]),
      kept.areSame(as: old.items), !new.items.areSame(as: old.items), new.mayHold(new.items)
    else { return nil }
    return old.line(with: new.items, as: layout[0])
  }
}

/// A list in brackets with its items on lines of their own.
private struct ListLines {
  private let lines: [ArraySlice<UInt8>]
  let items: [ArraySlice<UInt8>]
  /// The text up to the opening bracket, and from the closing one on, without the white space around.
  let head: ArraySlice<UInt8>
  let tail: ArraySlice<UInt8>
  private let indentation: ArraySlice<UInt8>
  private let hasFinalComma: Bool

  /// Longer lists are not read.
  fileprivate static let mostLines = 200

  init?(_ run: LineRun) {
    guard run.count > 2, run.count <= Self.mostLines else { return nil }
    lines = run.lines
    (head, tail) = (lines[0].trimmed, lines[lines.count - 1].trimmed)
    guard let open = head.last, let close = Self.closing(open), tail.first == close else {
      return nil
    }
    let inner = lines.dropFirst().dropLast()
    indentation = inner.first?.prefix { $0 == 0x20 || $0 == 0x09 } ?? []
    var items: [ArraySlice<UInt8>] = []
    var endsWithComma = true
    for line in inner {
      guard endsWithComma, line.prefix(while: { $0 == 0x20 || $0 == 0x09 }) == indentation else {
        return nil
      }
      var text = line.trimmed
      endsWithComma = text.last == UInt8(ascii: ",")
      if endsWithComma { text = text.dropLast().trimmed }
      guard let parts = Self.parts(of: text), parts.count == 1 else { return nil }
      items += parts
    }
    (self.items, hasFinalComma) = (items, endsWithComma)
  }

  private static func closing(_ open: UInt8) -> UInt8? {
    switch open {
    case UInt8(ascii: "("): UInt8(ascii: ")")
    case UInt8(ascii: "["): UInt8(ascii: "]")
    case UInt8(ascii: "{"): UInt8(ascii: "}")
    default: nil
    }
  }

  /// The items of a list in one line with the same text around it; `nil` for another line.
  func items(ofLine line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>]? {
    let text = line.trimmed
    guard
      line.prefix(while: { $0 == 0x20 || $0 == 0x09 })
        == lines[0].prefix(while: { $0 == 0x20 || $0 == 0x09 })
    else { return nil }
    var inner: ArraySlice<UInt8>
    if let bare = bareHead(of: text) {
      inner = text.dropFirst(bare.count)
    } else {
      guard text.count >= head.count + tail.count, text.starts(with: head),
        text.suffix(tail.count).elementsEqual(tail)
      else { return nil }
      inner = text.dropFirst(head.count).dropLast(tail.count).trimmed
    }
    if inner.last == UInt8(ascii: ",") { inner = inner.dropLast().trimmed }
    return Self.parts(of: inner)
  }

  /// The start of an import of Python that has no brackets around its names; `nil` for another line.
  private func bareHead(of text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard head.starts(with: "from ".utf8), head.suffix(9).elementsEqual(" import (".utf8),
      tail.count == 1, case let bare = head.dropLast(), text.starts(with: bare),
      text.dropFirst(bare.count).first != UInt8(ascii: "(")
    else { return nil }
    return bare
  }

  /// Whether items can stand in the list, with or without a comma behind the last one as it has it.
  ///
  /// One item with a comma can be a tuple, and no comma may follow the rest of the arguments: `...rest`, `&block`.
  func mayHold(_ items: [ArraySlice<UInt8>]) -> Bool {
    guard let last = items.last else { return false }
    let isRest = last.starts(with: "...".utf8) || last.first == UInt8(ascii: "&")
    return (items.count > 1 || head.last != UInt8(ascii: "(")) && !(isRest && hasFinalComma)
  }

  /// The lines with other items.
  func written(with items: [ArraySlice<UInt8>]) -> [UInt8] {
    let end = lines[0].suffix(while: { $0 == 0x0A || $0 == 0x0D })
    var bytes = Array(lines[0])
    for (number, item) in items.enumerated() {
      let isLast = number == items.count - 1
      bytes += indentation + item + (isLast && !hasFinalComma ? [] : [UInt8(ascii: ",")]) + end
    }
    return bytes + lines[lines.count - 1]
  }

  /// Other items in one line that is written as another one.
  func line(with items: [ArraySlice<UInt8>], as line: ArraySlice<UInt8>) -> [UInt8] {
    let start = line.prefix { $0 == 0x20 || $0 == 0x09 }
    if let bare = bareHead(of: line.trimmed) {
      let names = Array(items.joined(separator: Array(", ".utf8)))
      return start + bare + names + line.suffix(while: \.isWhitespace)
    }
    let inner = line.trimmed.dropFirst(head.count).dropLast(tail.count)
    let isPadded = inner.first == 0x20
    let text = Array(items.joined(separator: Array(", ".utf8)))
    let padding: [UInt8] = isPadded ? [0x20] : []
    return start + head + padding + text + padding + tail + line.suffix(while: \.isWhitespace)
  }

  /// The parts between commas outside of brackets and quotes; `nil` where these are not closed, or where a comment or
  /// another kind of bracket may start.
  fileprivate static func parts(of text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>]? {
    var parts: [ArraySlice<UInt8>] = []
    var (start, depth) = (text.startIndex, 0)
    var quote: UInt8?
    var place = text.startIndex
    while place < text.endIndex {
      let byte = text[place]
      place += 1
      if let open = quote {
        if byte == UInt8(ascii: "\\") { place += 1 } else if byte == open { quote = nil }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"): quote = byte
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      // Comments, regular expressions, and commas within `Map<K, V>`.
      case UInt8(ascii: "#"), UInt8(ascii: ";"), UInt8(ascii: "/"), UInt8(ascii: "<"),
        UInt8(ascii: "%"), UInt8(ascii: "!"):
        return nil
      case UInt8(ascii: "-") where place < text.endIndex && text[place] == UInt8(ascii: "-"):
        return nil
      case UInt8(ascii: ",") where depth == 0:
        parts.append(text[start..<(place - 1)].trimmed)
        start = place
      default: break
      }
      if depth < 0 { return nil }
    }
    parts.append(text[min(start, text.endIndex)...].trimmed)
    return quote == nil && depth == 0 && parts.allSatisfy { !$0.isEmpty } ? parts : nil
  }
}

extension [ArraySlice<UInt8>] {
  fileprivate func areSame(as others: [ArraySlice<UInt8>]) -> Bool {
    count == others.count && zip(self, others).allSatisfy { $0.elementsEqual($1) }
  }
}

extension ArraySlice<UInt8> {
  /// The end of the line whose bytes all meet a condition.
  fileprivate func suffix(while isWanted: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    self[(lastIndex { !isWanted($0) }.map { $0 + 1 } ?? startIndex)...]
  }
}
