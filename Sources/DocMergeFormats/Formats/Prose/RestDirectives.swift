extension ProseScanner {
  /// A directive whose content is a list, such as `.. toctree::`; all others are kept whole.
  mutating func directiveOfItems(at place: Place) -> Piece? {
    let line = lines[place.line]
    guard place.depth < Self.depthLimit, let name = directiveName(in: line),
      directivesOfItems.contains(name)
    else { return nil }
    let end = indentedEnd(at: place.at(place.line + 1), over: line.indent)
    var opened = place.line + 1
    while opened < end, !lines[opened].isBlank { opened += 1 }
    guard opened < end else { return nil }
    let content = Place(
      line: firstText(from: opened, end), limit: end, indent: line.indent + 1,
      depth: place.depth + 1)
    let head = place.line..<opened
    if name == "toctree" { return Piece(node: toctree(head, content), next: end) }
    let node = container(.blocks, head: head, blocks(in: content).map(\.node))
    return Piece(node: node, next: end)
  }

  /// The name of the directive in a line: `list-table` in `.. list-table:: Title`.
  private func directiveName(in line: ProseLine) -> String? {
    let start = line.first + 3
    guard start < line.end else { return nil }
    let name = text[start..<line.end].prefix { $0 != UInt8(ascii: ":") && !$0.isWhite }
    guard has("::", at: name.endIndex), name.count < 32 else { return nil }
    return String(decoding: name, as: UTF8.self)
  }

  /// The documents that a table of contents names, one per line.
  private func toctree(_ head: Range<Int>, _ content: Place) -> Node {
    let entries = (content.line..<content.limit).filter { !lines[$0].isBlank }
    return container(
      .items, head: head,
      entries.map {
        leaf($0..<$0 + 1, .scalar, key: key(of: lines[$0].first..<lines[$0].end))
      })
  }
}

/// The directives that hold a list.
private let directivesOfItems: Set<String> = ["toctree", "list-table", "glossary", "hlist"]
