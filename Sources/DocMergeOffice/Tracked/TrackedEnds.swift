/// Settles which end of a paragraph goes with a paragraph that is inserted or deleted.
///
/// A paragraph goes with its own end. The last one of a part cannot, since each part ends with a paragraph; it
/// goes with the end of the paragraph before it.
enum TrackedEnds {
  /// The lines with the ends of their last paragraphs settled.
  ///
  /// - Returns: `nil` where no paragraph of a part is there in all versions.
  static func settled(_ lines: [Line]) -> [Line]? {
    var lines = lines
    var start = 0
    while start < lines.count {
      guard lines[start].paragraph != nil else {
        start += 1
        continue
      }
      let end = lines[start...].firstIndex { $0.paragraph == nil } ?? lines.count
      guard settle(&lines, start..<end) else { return nil }
      start = end
    }
    return lines
  }

  /// Settles paragraphs below each other; `false` where that cannot be.
  private static func settle(_ lines: inout [Line], _ range: Range<Int>) -> Bool {
    var changes = range.map { lines[$0].paragraph?.properties.change }
    guard changes.last != .some(nil) else { return true }
    guard let last = changes.lastIndex(where: { $0 == nil }) else { return false }
    for index in last..<(changes.count - 1) { changes[index] = changes[index + 1] }
    changes[changes.count - 1] = nil
    for (index, change) in zip(range, changes) {
      guard case .paragraph(var paragraph) = lines[index] else { continue }
      paragraph.properties.change = change
      lines[index] = .paragraph(paragraph)
    }
    return true
  }
}
