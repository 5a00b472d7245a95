extension OutlineBuilder {
  /// The records from a line on: between blank lines, or from a line that starts one to the next such line.
  func records(_ first: Int) -> OutlineBlock {
    var block = OutlineBlock(inner: start(of: first)..<text.count)
    var line = first
    while line < lines.count, lines[line].isBlank { line += 1 }
    while line < lines.count {
      var end = line + 1
      while end < lines.count, !lines[end].isBlank, !startsRecord(end) { end += 1 }
      var next = end
      while next < lines.count, lines[next].isBlank { next += 1 }
      let fields = self.block(line..<end, BlockContext(scope: .items, depth: 1))
      if !fields.children.isEmpty {
        let lower = block.children.last?.range.upperBound ?? start(of: line)
        block.children.append(
          fields.node(
            key: keyOfRecord(line..<end), range: lower..<start(of: next), body: fields.inner))
      } else if let last = block.children.indices.last {
        // Comments alone belong to the record before them.
        block.children[last].range = block.children[last].range.lowerBound..<start(of: next)
      }
      line = next
    }
    if let last = block.children.last {
      block.inner = (block.children[0].range.lowerBound)..<last.range.upperBound
    }
    return block
  }

  /// Whether a line starts a record, as in FASTA and RIS.
  private func startsRecord(_ line: Int) -> Bool {
    let content = text[lines[line].first..<lines[line].end]
    return content.first == UInt8(ascii: ">") || content.starts(with: "TY  -".utf8)
  }

  /// The first line of a record with its name; `nil` where that tells only the kind of the record, as in RIS.
  private func keyOfRecord(_ record: Range<Int>) -> Node.Key? {
    guard let head = record.first(where: { lines[$0].hasCode }) else { return nil }
    let line = lines[head].first..<lines[head].end
    return text[line].starts(with: "TY  -".utf8) ? nil : Node.Key(line, in: text)
  }
}
