extension ProseScanner {
  /// The lines of a plain text that are headings of a list of changes, and the levels of their sections.
  ///
  /// Such a line is at the left margin and has deeper lines, a list or dashes below it, like
  /// `2024-01-02  Name`, `Version 1.2:` or `[dev]`. A single line of its shape may be anything.
  func findChangeLogHeaders() -> [Int: Int] {
    var found: [HeaderShape: [Int]] = [:]
    for index in lines.indices where isHeader(index) {
      if let shape = shape(of: lines[index]) { found[shape, default: []].append(index) }
    }
    var levels: [Int: Int] = [:]
    for (shape, headers) in found where headers.count > 1 {
      // Lower than the levels of all underlined titles.
      for header in headers { levels[header] = shape == .label ? 129 : 128 }
    }
    return levels
  }

  /// The shape of lines that start sections of one kind.
  private enum HeaderShape { case release, bracket, label }

  private func shape(of line: ProseLine) -> HeaderShape? {
    let bytes = text[line.start..<line.end]
    guard bytes.count <= 100, let first = bytes.first, let last = bytes.last else { return nil }
    if first == UInt8(ascii: "[") { return last == UInt8(ascii: "]") ? .bracket : nil }
    let hasDigit = bytes.prefix(24).contains(where: \.isDecimalDigit)
    if first.isDecimalDigit && last != UInt8(ascii: ".") { return .release }
    if hasDigit, startsWithReleaseWord(line) { return .release }
    return last == UInt8(ascii: ":") && bytes.count <= 60 ? .label : nil
  }

  private func startsWithReleaseWord(_ line: ProseLine) -> Bool {
    if text[line.start] | 0x20 == UInt8(ascii: "v"), line.end - line.start > 1,
      text[line.start + 1].isDecimalDigit
    {
      return true
    }
    let word = text[line.start..<line.end].prefix { $0.isLetter }
    let name = String(decoding: word.prefix(12), as: UTF8.self).lowercased()
    return ["version", "release", "changes", "release", "build", "rev", "revision"].contains(name)
  }

  private func isHeader(_ index: Int) -> Bool {
    let line = lines[index]
    guard !line.isBlank, line.first == line.start, marker(at: index) == nil else { return false }
    guard index == 0 || lines[index - 1].isBlank || isEntry(index - 1) else { return false }
    let next = changeLogHeaderEnd(Place(line: index, limit: lines.count))
    guard next < lines.count else { return false }
    if next > index + 1 { return true }
    if !lines[next].isBlank { return isEntry(next) || text[line.start] == UInt8(ascii: "[") }
    let text = firstBelow(next)
    return text < lines.count && isEntry(text)
  }

  /// The first line within the next few that is not blank.
  private func firstBelow(_ line: Int) -> Int { firstText(from: line, min(line + 3, lines.count)) }

  /// Whether a line is deeper than the left margin, or an item of a list.
  private func isEntry(_ index: Int) -> Bool {
    index < lines.count && !lines[index].isBlank
      && (lines[index].indent > 0 || marker(at: index) != nil)
  }

  /// The line after a header, including a line of dashes below it.
  func changeLogHeaderEnd(_ place: Place) -> Int {
    let next = place.line + 1
    guard next < place.limit, !lines[next].isBlank else { return next }
    let line = lines[next]
    let isDashes =
      line.end - line.first >= 3
      && text[line.first..<line.end].allSatisfy {
        $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "=")
      }
    return isDashes ? next + 1 : next
  }

  /// Whether the text has a heading `## Title` with blank lines around it, so that `#` starts headings.
  func findHashHeadings() -> Bool {
    lines.indices.contains { isAlone($0) && (headingLevel(at: $0) ?? 0) > 1 }
  }
}
