import DocMergeLanguage

/// Where the lines of a text stand in the document that it shows, in words that a person finds them by.
///
///     under “Costs”, row 3 of table 1, cell 2
///     sheet Costs, cell C4
///     slide 3, title, paragraph 1
struct TextPlaces {
  /// The lines that say something, in order.
  private let lines: [String]
  /// Whether headings are the names of sheets.
  private let isWorkbook: Bool

  /// Takes the lines of a text.
  init(_ lines: [String], isWorkbook: Bool = false) {
    (self.lines, self.isWorkbook) = (lines, isWorkbook)
  }

  /// Where a line stands.
  ///
  /// - Parameters:
  ///   - index: the line.
  ///   - cells: the cells of its row that are meant, from 0; none for the row as a whole.
  /// - Returns: the words.
  func words(at index: Int, cells: [Int] = []) -> String {
    var walk = Walk()
    for line in lines.prefix(index + 1) { walk.pass(line) }
    return isWorkbook ? sheet(walk, cells) : walk.words(cells: cells)
  }

  private func sheet(_ walk: Walk, _ cells: [Int]) -> String {
    let name = walk.heading ?? ""
    guard walk.row > 0 else { return tr("sheet \(name)") }
    guard !cells.isEmpty else { return tr("sheet \(name), row \(walk.row)") }
    let named = cells.map { "\(ColumnLetters.letters(of: $0))\(walk.row)" }.joined(separator: ", ")
    return tr("sheet \(name), cell \(named)")
  }
}

/// What stands before a line of a text, counted.
private struct Walk {
  private(set) var heading: String?
  private(set) var row = 0
  private var table = 0
  private var paragraph = 0
  private var note = 0
  private var parts: [String] = []
  private var isInNotes = false
  private var last = ""

  mutating func pass(_ line: String) {
    defer { last = line }
    if line == DocumentLines.notesLine {
      (isInNotes, heading) = (true, nil)
    } else if isInNotes {
      if line.hasPrefix(ParagraphText.noteStart) { note += 1 }
    } else if line.hasPrefix("::::") {
      if line == "::::" {
        _ = parts.popLast()
      } else {
        parts.append(String(line.dropFirst(5)))
        paragraph = 0
      }
    } else if line == DocumentLines.tableLine {
      // The settings of a table stand behind its first row.
      if row > 1 { (row, table) = (1, table + 1) }
    } else if line.hasPrefix("|") {
      let goesOn = last.hasPrefix("|")
      row = goesOn ? row + 1 : 1
      if !goesOn { table += 1 }
    } else if line.hasPrefix("#") {
      heading = String(String.UnicodeScalarView(ParagraphText(line).scalars))
      (paragraph, row) = (0, 0)
    } else {
      paragraph += 1
    }
  }

  func words(cells: [Int]) -> String {
    if isInNotes { return note == 0 ? tr("the notes") : tr("note \(note)") }
    var words = parts.suffix(1).map(\.self)
    if last.hasPrefix("#") { return (words + [tr("the heading “\(heading ?? "")”")]).joined(", ") }
    if let heading, parts.isEmpty { words.append(tr("under “\(heading)”")) }
    if last == DocumentLines.tableLine {
      words.append(tr("the layout of table \(table)"))
    } else if last.hasPrefix("|") {
      words.append(tr("row \(row) of table \(table)"))
      if !cells.isEmpty {
        words.append(tr("cell \(cells.map { String($0 + 1) }.joined(", "))"))
      }
    } else if paragraph > 0, !last.hasPrefix("::::") {
      words.append(tr("paragraph \(paragraph)"))
    }
    return words.isEmpty ? tr("the beginning") : words.joined(", ")
  }
}

extension [String] {
  fileprivate func joined(_ separator: String) -> String { joined(separator: separator) }
}
