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
    var lines: Range<Int>
  }

  /// Versions with the lines of one side in each index that both sides made anew.
  static func settled(_ texts: [OfficeText]) -> [OfficeText] {
    let found = texts.map { indexes(in: $0.lines) }
    guard found.allSatisfy({ !$0.isEmpty }) else { return texts }
    var texts = texts
    // From the last one on, so that the places of those before stay.
    for index in found[0].reversed() {
      let places = found.map { $0.first { $0.name == index.name }?.lines }
      guard let base = places[0], let ours = places[1], let theirs = places[2] else { continue }
      let (old, mine, other) = (
        texts[0].lines[base], texts[1].lines[ours], texts[2].lines[theirs]
      )
      if same(mine, other) || same(mine, old) || same(other, old) { continue }
      let chosen = size(mine) < size(other) ? Array(other) : Array(mine)
      for (version, place) in places.enumerated() {
        if let place { texts[version].lines.replaceSubrange(place, with: chosen) }
      }
    }
    return texts
  }

  private static func same(_ one: ArraySlice<Line>, _ other: ArraySlice<Line>) -> Bool {
    one.count == other.count && zip(one, other).allSatisfy { $0.isSame(as: $1) }
  }

  /// What an index says, then how it is made, so that two that say the same are in one order on every replica.
  private static func size(_ lines: ArraySlice<Line>) -> String {
    let said = lines.map { DocumentLines.text(of: $0) }.joined(separator: "\n")
    return said + "\0" + lines.map { "\($0)" }.joined(separator: "\n")
  }

  /// The indexes of a text, in order; those of one name by their numbers.
  private static func indexes(in lines: [Line]) -> [Index] {
    var indexes: [Index] = []
    var open: [(name: String?, start: Int)] = []
    var counts: [String: Int] = [:]
    for (place, line) in lines.enumerated() {
      if case .open(let container) = line {
        let isInner = open.contains { $0.name != nil }
        open.append((isInner ? nil : name(of: container), place + 1))
      } else if line == .close, let last = open.popLast(), let name = last.name {
        counts[name, default: 0] += 1
        indexes.append(
          Index(name: "\(name) \(counts[name] ?? 1)", lines: entries(of: lines, last.start..<place))
        )
      }
    }
    return indexes
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
