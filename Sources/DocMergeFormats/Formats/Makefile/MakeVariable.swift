/// A variable of a makefile, and its parts for a merge.
struct MakeVariable {
  let line: MakeLine
  /// The line without indentation, up to the end of its last word.
  let body: Range<Int>
  /// The end of its last line.
  let end: Int
  let text: [UInt8]

  /// The node of the variable, or of an addition to it.
  func node(isAddition: Bool) -> Node {
    let key = isAddition ? additionKey : Node.Key(line.name, in: text)
    return list(key) ?? Node(.text, key: key, range: body.lowerBound..<end, body: body)
  }

  /// The words of the value.
  private var words: [ArraySlice<UInt8>] {
    text[line.value..<body.upperBound].split { $0.isWhite || $0 == 0x5C }
  }

  /// The key of an addition of files: what it adds; flags depend on those before.
  private var additionKey: Node.Key? {
    guard !words.isEmpty, words.allSatisfy(\.isFile) else { return nil }
    let meaning = text[line.name] + Array(" += ".utf8) + (words.first ?? [])
    return Node.Key(meaning: meaning, at: line.name)
  }

  /// A value with its words on lines of their own.
  private func list(_ key: Node.Key?) -> Node? {
    let lines = ContinuedLines(text)
    var rows = lines.lines(from: line.value, skipsComments: false)[...]
    let isBelow = rows.first?.words.isEmpty == true
    if isBelow { rows = rows.dropFirst() }
    // A comment continues after a backslash: no entry can be below it.
    guard rows.count > (isBelow ? 0 : 1), rows.last?.end == end, let first = rows.first,
      !text[line.value..<end].contains(0x23)
    else {
      return nil
    }
    let areFiles = rows.allSatisfy { text[$0.words].isFile }
    let entries = lines.entries(rows) { words in Node.Key(words, in: text) }
    guard var entries else { return nil }
    // The name and the sign precede the words on the first line.
    if first.start == line.value {
      entries[0].range = first.words.lowerBound..<entries[0].range.upperBound
    }
    var node = Node.continued(entries, key: key, head: body.lowerBound)
    guard !areFiles else { return node }
    node.kind = .items
    for index in node.children.indices { node.children[index].key = nil }
    return node
  }
}

extension ArraySlice<UInt8> {
  /// Whether the word is the name of a file, or a reference to some, and no option.
  fileprivate var isFile: Bool {
    guard let first, first != 0x2D else { return false }
    let isReference = first == 0x24
    return (isReference || contains(0x2E) || contains(0x2F))
      && !contains { $0.isWhite || $0 == 0x3D || $0 == 0x22 || $0 == 0x27 || $0 == 0x23 }
  }
}
