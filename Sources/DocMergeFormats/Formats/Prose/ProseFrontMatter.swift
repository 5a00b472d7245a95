extension ProseFormat {
  /// The text between the marks of the front matter at the start of a text, YAML or TOML.
  ///
  /// - Returns: `nil` where a text starts differently, or with a rule.
  package static func frontMatter(in text: [UInt8]) -> Range<Int>? {
    let scanner = ProseScanner(text, .markdown)
    guard let end = scanner.frontMatterEnd else { return nil }
    return scanner.lines[0].next..<scanner.lines[end - 1].start
  }
}

extension ProseScanner {
  /// The line after the front matter of a text, or `nil` where it has none.
  var frontMatterEnd: Int? {
    guard dialect == .markdown || dialect == .asciiDoc else { return nil }
    guard lines.count > 2, lines[0].first == lines[0].start, !lines[0].isBlank else { return nil }
    let mark = text[lines[0].first]
    guard mark == UInt8(ascii: "-") || mark == UInt8(ascii: "+"), isFrontMatterMark(0, mark),
      startsLikeFrontMatter(mark)
    else { return nil }
    return lines.indices.dropFirst().first { isFrontMatterMark($0, mark) }.map { $0 + 1 }
  }

  private func isFrontMatterMark(_ index: Int, _ mark: UInt8) -> Bool {
    let line = lines[index]
    guard line.first == line.start, line.end - line.start == 3 else { return false }
    let isDots = mark == UInt8(ascii: "-") && index > 0 && text[line.start] == UInt8(ascii: ".")
    let expected = isDots ? UInt8(ascii: ".") : mark
    return text[line.start..<line.end].allSatisfy { $0 == expected }
  }

  /// Whether the line after the first mark is a key with a value, so that the mark is not a rule.
  private func startsLikeFrontMatter(_ mark: UInt8) -> Bool {
    let line = lines[firstText(from: 1, lines.count - 1)]
    guard line.first < line.end, line.first == line.start else { return false }
    if text[line.first] == UInt8(ascii: "#") || text[line.first] == UInt8(ascii: "[") {
      return true
    }
    let assigns = mark == UInt8(ascii: "-") ? UInt8(ascii: ":") : UInt8(ascii: "=")
    return text[line.first..<line.end].contains(assigns) || isFrontMatterMark(1, mark)
  }

  /// The node of the front matter that ends before a line.
  func frontMatterNode(to end: Int) -> Node {
    let range = lines[0].first..<lines[0].end
    var node = leaf(0..<end, key: Node.Key(meaning: "front matter".utf8, at: range))
    node.settlement = .codeBlock
    return node
  }
}
