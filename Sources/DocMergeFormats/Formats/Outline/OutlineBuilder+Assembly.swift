extension OutlineBuilder {
  /// The known properties of the container that a statement opens.
  func innerContext(
    of reader: StatementReader, _ opener: UInt8, _ outer: BlockContext
  ) -> BlockContext {
    var context = BlockContext(opener: opener, depth: outer.depth + 1)
    let head = lines[reader.head].first..<lines[reader.line].end
    let whole = lines[reader.first].first..<lines[reader.line].end
    guard opener == 0 || opener == 0x7B else {
      context.scope = .items
      context.isImports = isImports(whole)
      return context
    }
    context.isValue = opener == 0x7B && isValue(head)
    let isEnumeration = opener == 0x7B && hasEnumerators(reader, head)
    if context.isValue {
      context.scope = .items
    } else if isEnumeration {
      context.isValue = true
    } else if family(reader.line).isData || family(reader.line).features.contains(.styles) {
      context.scope = .declarations
    } else {
      context.scope = HeadWords(text, whole, family(reader.line)).scope(within: outer.scope)
    }
    return context
  }

  /// Whether a head is `import (`.
  private func isImports(_ head: Range<Int>) -> Bool {
    text[head].starts(with: "import (".utf8)
  }

  /// Whether the bracket at the end of a head opens a value.
  private func isValue(_ head: Range<Int>) -> Bool {
    let before = text[head].dropLast().last { !$0.isWhite }
    switch before {
    case nil: return true
    case 0x3D, 0x3A, 0x28, 0x2C, 0x5B: return true
    default: break
    }
    let words = text[head].prefix(24)
    return ["return ", "import {", "export {", "export default {"].contains {
      words.starts(with: $0.utf8)
    }
  }

  /// Whether a head starts an enumeration whose cases are separated by commas.
  private func hasEnumerators(_ reader: StatementReader, _ head: Range<Int>) -> Bool {
    let family = family(reader.line)
    guard family.features.contains(.semicolons) || !family.features.contains(.conditions) else {
      return false
    }
    let words = HeadWords(text, head, family).words.prefix(4)
    return words.first { !HeadWords.modifiers.contains($0.word) && $0.word != "const" }?.word
      == "enum"
  }

  /// The node of a statement; the caller, which knows its neighbours, sets the range.
  func node(of reader: StatementReader, _ context: BlockContext) -> Node {
    let start = lines[reader.first].first
    let body = start..<max(reader.end, start)
    let key = DeclaredName(text, family(reader.first)).key(
      ofHead: start..<headEnd(reader), hasBody: !reader.parts.isEmpty, context)
    guard let part = reader.parts.first else {
      if let list = hangingList(reader, context) ?? bareList(reader, body: body) {
        let whole = body.lowerBound..<max(body.upperBound, list.inner.upperBound)
        return list.node(key: key, range: whole, body: whole)
      }
      return Node(leafKind(reader), key: key, range: body, body: body)
    }
    let branches = mayBranch(start..<headEnd(reader))
    guard branches || reader.parts.count > 1 else {
      return part.node(key: key, range: body, body: body)
    }
    return chain(reader.parts, branches ? .blocks : .members, key: key, body: body)
  }

  /// Whether other branches can follow the first one, such as `else`; then even a single branch is a child.
  private func mayBranch(_ head: Range<Int>) -> Bool {
    let first = HeadWords(text, head, textFamily).words.first { _ in true }?.word
    return ["if", "ifdef", "ifndef", "try", "do", "unless"].contains(first ?? "")
      && !textFamily.isData
  }

  private func headEnd(_ reader: StatementReader) -> Int {
    let end = reader.parts.first?.inner.lowerBound ?? reader.end
    return max(lines[reader.first].first, min(end, reader.end))
  }

  private func leafKind(_ reader: StatementReader) -> Node.Kind {
    if reader.first < reader.line { return .text }
    let family = family(reader.first)
    guard family.prose || family.features.contains(.markup), firstByte(reader.first) != 0x3C else {
      return .scalar
    }
    let words = text[lines[reader.first].first..<lines[reader.first].end]
    return words.count(where: { $0 == 0x20 }) >= 2 ? .text : .scalar
  }

  /// A node of several containers in sequence, such as `if … else …`, or parameters and a body.
  ///
  /// The latter are of kind `members`, so that they are never merged with a statement that has one container.
  private func chain(
    _ parts: [OutlineBlock], _ kind: Node.Kind, key: Node.Key?, body: Range<Int>
  ) -> Node {
    var chain = Node(kind, key: key, range: body, body: body, inner: body)
    var start = body.lowerBound
    var names: [Node.Key] = []
    for (index, part) in parts.enumerated() {
      let end = index == parts.count - 1 ? body.upperBound : part.inner.upperBound
      var first = start
      while first < part.inner.lowerBound, text[first].isWhite { first += 1 }
      let name = branchName(first..<part.inner.lowerBound)
      let isNew = !names.contains(name)
      names.append(name)
      chain.children.append(
        part.node(key: isNew ? name : nil, range: start..<end, body: first..<end))
      start = end
    }
    return chain
  }

  /// The part that tells a branch from the others: its first word, or the bracket that opens it.
  private func branchName(_ head: Range<Int>) -> Node.Key {
    let rest = text[head].drop { !$0.isPartOfWord }
    let word = rest.prefix { $0.isPartOfWord }
    let isCloser = text[head].first == 0x29 || text[head].first == 0x5D
    guard !isCloser, rest.startIndex - head.lowerBound <= 3, !word.isEmpty else {
      let last = text[head].last { !$0.isWhite } ?? 0
      return Node.Key(meaning: [last], at: head.upperBound..<head.upperBound)
    }
    let isCondition = word.elementsEqual("else".utf8) && text[head].contains(0x28)
    let end = isCondition ? head.upperBound : word.endIndex
    return Node.Key(rest.startIndex..<end, in: text)
  }
}
