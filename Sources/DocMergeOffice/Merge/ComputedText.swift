import DocMergeArchive

/// What programs compute anew, such as what fields show, and tables of contents: a difference is no edit.
enum ComputedText {
  /// Three versions that agree in it.
  static func settled(
    _ texts: (base: OfficeText, ours: OfficeText, theirs: OfficeText)
  ) -> (base: OfficeText, ours: OfficeText, theirs: OfficeText) {
    let settled = settled([texts.base, texts.ours, texts.theirs])
    return (settled[0], settled[1], settled[2])
  }

  /// The base, ours and theirs, and a result where there is one, which agree in it.
  static func settled(_ texts: [OfficeText]) -> [OfficeText] {
    FieldCaches.settled(GeneratedIndexes.settled(texts))
  }

  /// The value that one side changed alone; where both did, the larger one, so that the order says nothing.
  static func chosen<Value: Equatable>(
    _ base: Value?, _ ours: Value, _ theirs: Value, size: (Value) -> String
  ) -> Value {
    if ours == theirs || theirs == base { return ours }
    if ours == base { return theirs }
    return size(ours) < size(theirs) ? theirs : ours
  }
}

/// Tables of contents and other indexes, whose lines a program makes of the text.
private enum GeneratedIndexes {
  /// An index: what it is known by, and where its lines are.
  private struct Index {
    var name: String
    var number: Int
    var lines: Range<Int>
  }

  /// Versions with the lines of one side in each index that both sides made anew.
  static func settled(_ texts: [OfficeText]) -> [OfficeText] {
    let found = texts.map { indexes(in: $0.lines) }
    guard found.allSatisfy({ !$0.isEmpty }) else { return texts }
    var chosen: [String: ArraySlice<Line>] = [:]
    for index in found[0] {
      let all = zip(texts, found).map { text, indexes in
        indexes.first { $0.name == index.name }.map { text.lines[$0.lines] }
      }
      guard let old = all[0], let mine = all[1], let other = all[2],
        !same(mine, other), !same(mine, old), !same(other, old)
      else { continue }
      chosen[index.name] = isSmaller(mine, other) ? other : mine
    }
    return zip(texts, found).map { text, indexes in
      var text = text
      // From the last one on, so that the places of those before stay.
      for index in indexes.reversed() {
        if let lines = chosen[index.name] { text.lines.replaceSubrange(index.lines, with: lines) }
      }
      return text
    }
  }

  private static func same(_ one: ArraySlice<Line>, _ other: ArraySlice<Line>) -> Bool {
    one.count == other.count && zip(one, other).allSatisfy { $0.isSame(as: $1) }
  }

  /// Whether an index says less, or, where two say the same, is first by how it is made: on every replica alike.
  private static func isSmaller(_ one: ArraySlice<Line>, _ other: ArraySlice<Line>) -> Bool {
    let said = [one, other].map { $0.map { DocumentLines.text(of: $0) }.joined(separator: "\n") }
    return said[0] == said[1] ? "\(Array(one))" < "\(Array(other))" : said[0] < said[1]
  }

  /// The indexes of a text, in order; those of one name by their numbers, and by how many there are.
  private static func indexes(in lines: [Line]) -> [Index] {
    var indexes: [Index] = []
    var open: [(name: String?, start: Int)] = []
    var counts: [String: Int] = [:]
    for (place, line) in lines.enumerated() {
      if case .open(let container) = line {
        let isInner = open.contains { $0.name != nil }
        open.append((isInner ? nil : name(of: container), place + 1))
      } else if line == .close, let last = open.popLast(), let name = last.name {
        let full = "\(name) \(instruction(lines[last.start..<place]))"
        counts[full, default: 0] += 1
        indexes.append(
          Index(
            name: full, number: counts[full] ?? 1, lines: entries(of: lines, last.start..<place)))
      }
    }
    return indexes.map { index in
      var index = index
      index.name += " \(index.number) of \(counts[index.name] ?? 1)"
      return index
    }
  }

  /// What the field of an index of Word says first: of what it is made.
  private static func instruction(_ lines: ArraySlice<Line>) -> String {
    let elements = lines.flatMap(\.paragraphs).flatMap(\.objects).map(\.element)
    return elements.drop { $0.name != "w:instrText" }.prefix { $0.name == "w:instrText" }
      .map(\.text).joined().split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The lines of an index without those of its title, which a person writes.
  private static func entries(of lines: [Line], _ range: Range<Int>) -> Range<Int> {
    if let first = lines[range].first, case .open(let title) = first,
      title.element.name == "text:index-title", let end = lines[range].firstIndex(of: .close)
    {
      return end + 1..<range.upperBound
    }
    let start = lines[range].firstIndex { line in
      line.paragraphs.contains { $0.objects.contains { $0.element.name == "w:fldChar" } }
    }
    return (start ?? range.lowerBound)..<range.upperBound
  }

  /// What an index is called; `nil` for other parts.
  private static func name(of container: Container) -> String? {
    let element = container.element.name
    let isOpen =
      element.hasPrefix("text:") && element.hasSuffix("-index")
      || element == "text:table-of-content" || element == "text:bibliography"
    let isWord = element == "w:sdt" && container.name == "Table of Contents"
    return isOpen || isWord ? container.name : nil
  }
}
