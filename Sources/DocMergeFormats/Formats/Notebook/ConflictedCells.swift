/// Puts cells one after the other, with notes around those that are in conflict.
struct ConflictedCells {
  /// The separators of the cells of the notebook, and whether each cell has an id.
  struct Layout {
    var between: [UInt8]
    var needsID: Bool
  }

  /// The names of the sides.
  var labels = (ours: "ours", theirs: "theirs")

  private let trees: Triple<SyntaxTree>
  private let layout: Layout
  private var cells: [ArraySlice<UInt8>] = []
  private var ids: Set<[UInt8]> = []
  private var count = 0
  /// The cells of a conflict to which more may be added.
  private var open: (ours: [Node], theirs: [Node]) = ([], [])

  init(_ trees: Triple<SyntaxTree>, layout: Layout) {
    (self.trees, self.layout) = (trees, layout)
    for cell in NotebookParts.lists(in: trees.ours.root).flatMap(\.children) {
      if let id = Self.id(of: cell, in: trees.ours.text) { ids.insert(Array(trees.ours.text[id])) }
    }
  }

  /// Adds a cell on top that shows the text of theirs outside the cells.
  mutating func append(note theirs: [UInt8]) {
    count += 1
    let text = String(decoding: theirs, as: UTF8.self)
    append(
      note:
        "**Conflict \(count)**, outside the cells: \(labels.theirs) has\n\n```json\n\(text)\n```",
      side: "notebook")
  }

  /// Whether anything is in conflict.
  var hasConflicts: Bool { count > 0 }

  /// Adds a cell that shows its own conflict.
  mutating func append(conflict cell: ArraySlice<UInt8>) {
    close()
    count += 1
    cells.append(cell)
  }

  /// Adds a cell, or both versions of it to the open conflict.
  mutating func append(_ row: NotebookRows.Row) {
    if let ours = row.cells.ours, let theirs = row.cells.theirs, ours.content == theirs.content {
      close()
      return cells.append(trees.ours.text[ours.body])
    }
    if let ours = row.cells.ours { open.ours.append(ours) }
    if let theirs = row.cells.theirs { open.theirs.append(theirs) }
  }

  /// All cells.
  mutating func finished() -> ArraySlice<UInt8> {
    close()
    return Array(cells.joined(separator: layout.between))[...]
  }

  private mutating func close() {
    guard !open.ours.isEmpty || !open.theirs.isEmpty else { return }
    count += 1
    append(note: "**Conflict \(count)**: \(labels.ours)", side: "ours")
    for cell in open.ours { cells.append(trees.ours.text[cell.body]) }
    append(note: "**Conflict \(count)**: \(labels.theirs)", side: "theirs")
    for cell in open.theirs { cells.append(renamed(cell)) }
    append(note: "**Conflict \(count)**: end", side: "end")
    open = ([], [])
  }

  /// A cell of theirs, with another id where ours has a cell of that id.
  private mutating func renamed(_ cell: Node) -> ArraySlice<UInt8> {
    let text = trees.theirs.text
    guard let place = Self.id(of: cell, in: text) else { return text[cell.body] }
    var id = Array(text[place])
    var number = 0
    while !ids.insert(id).inserted {
      number += 1
      id = Array(text[place].prefix(48)) + Array("-theirs\(number > 1 ? "\(number)" : "")".utf8)
    }
    return text[cell.body.lowerBound..<place.lowerBound] + id
      + text[place.upperBound..<cell.body.upperBound]
  }

  private static func id(of cell: Node, in text: [UInt8]) -> Range<Int>? {
    cell.member(NotebookParts.id)?.memberValue(in: text)
  }

  /// Adds a note for people as a cell.
  private mutating func append(note text: String, side: String) {
    let indent = String(
      decoding: layout.between.suffix(while: \.isBlankOrTab), as: UTF8.self)
    let id = layout.needsID ? "\"id\": \"docmerge-conflict-\(count)-\(side)\"," : nil
    let lines = [
      "\"cell_type\": \"markdown\",", id,
      "\"metadata\": {\"docmerge\": {\"conflict\": \(count), \"side\": \"\(side)\"}},",
      "\"source\": [\(CellText.quoted(text))]",
    ].compactMap(\.self)
    let cell = "{\n" + lines.map { "\(indent) \($0)\n" }.joined() + "\(indent)}"
    cells.append(Array(cell.utf8)[...])
  }
}

extension [UInt8] {
  /// The longest suffix of such bytes.
  fileprivate func suffix(while isSuch: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    self[(lastIndex { !isSuch($0) }.map { $0 + 1 } ?? startIndex)...]
  }
}
