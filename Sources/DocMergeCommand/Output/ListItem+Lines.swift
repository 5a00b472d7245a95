import DocMerge
import DocMergeLanguage
import DocMergeSystem
import DocMergeTerminal

extension ListItem.Line {
  /// The lines of a text, all of one kind.
  ///
  /// - Parameters:
  ///   - kind: Their kind.
  ///   - bytes: The text.
  ///   - changes: Offsets in the text to highlight.
  /// - Returns: The lines.
  static func lines(
    _ kind: Kind, _ bytes: [UInt8], changes: [Range<Int>] = []
  ) -> [ListItem.Line] {
    var start = 0
    return Lines(bytes).map { piece in
      let range = start..<start + piece.count
      start = range.upperBound
      let marked = changes.filter { $0.overlaps(range) }.map { change in
        let part = change.clamped(to: range)
        return part.lowerBound - range.lowerBound..<part.upperBound - range.lowerBound
      }
      return ListItem.Line(kind, Array(piece), changes: marked)
    }
  }
}

extension ListItem {
  /// The differences of a document.
  init(_ comparison: DiffReport.Comparison) {
    let diff = comparison.isBinary ? nil : comparison.diff
    let kinds = comparison.kinds?.words.map { [Line(.heading, $0)] } ?? []
    let lines =
      kinds
      + (diff?.sections.flatMap(Self.lines) ?? [Line(.heading, tr("Binary contents differ."))])
    func count(_ kind: Line.Kind) -> Int { lines.count { $0.kind == kind } }
    let name = PrintableText.words(comparison.path)
    self.init(
      title: diff == nil ? name : "\(name)  -\(count(.removed)) +\(count(.added))",
      note:
        "\(PrintableText.words(comparison.old.label)) → \(PrintableText.words(comparison.new.label))",
      lines: lines)
  }

  private static func lines(of section: UnifiedDiff.Section) -> [Line] {
    let first = section.new.lowerBound + 1
    var result = [Line(.heading, tr("Line \(first)"))]
    var rest = section.lines[...]
    while let line = rest.first {
      guard line.kind != .context else {
        result.append(Line(.context, Array(line.bytes)))
        rest = rest.dropFirst()
        continue
      }
      let deleted = rest.prefix { $0.kind == .deleted }
      let inserted = rest.dropFirst(deleted.count).prefix { $0.kind == .inserted }
      rest = rest.dropFirst(deleted.count + inserted.count)
      let (old, new) = (deleted.flatMap(\.bytes), inserted.flatMap(\.bytes))
      let changes = DiffPrinter.highlights(old: old, new: new)
      result += Line.lines(.removed, old, changes: changes.old)
      result += Line.lines(.added, new, changes: changes.new)
    }
    return result
  }
}
