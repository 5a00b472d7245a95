package import DocMergeCore

/// Writes the conflicts of a merged notebook so that it stays a notebook.
///
///     [markdown: Conflict 1, ours]  [the cells of ours]  [markdown: theirs]  [the cells of theirs]  [markdown: end]
///
/// What is in conflict outside the cells is as ours has it; a cell on top shows what theirs has.
package struct NotebookConflicts {
  /// How the conflicts are shown.
  package enum Form: String, Sendable, CaseIterable {
    /// The cells of both sides, one after the other.
    case cells
    /// Markers within the text of a cell, where no more than that is in conflict; otherwise as `cells`.
    case markers
  }

  /// The merge, with all conflicts taken from one of the texts.
  private let trees: Triple<SyntaxTree>
  private let labels: ConflictLabels
  private let form: Form

  /// Reads a merge in which conflicts are left; `nil` where one of its sides is no notebook.
  package init?(_ merged: Merged, labels: ConflictLabels, form: Form = .cells) {
    func tree(_ text: (Region.Conflict) -> ArraySlice<UInt8>) -> SyntaxTree? {
      var bytes: [UInt8] = []
      for region in merged.regions {
        switch region {
        case .agreed(let agreed): bytes += agreed.bytes
        case .conflict(let conflict): bytes += text(conflict)
        }
      }
      return try? NotebookFormat().tree(of: bytes)
    }
    guard let ours = tree(\.ours), let theirs = tree(\.theirs), ours.isSound, theirs.isSound else {
      return nil
    }
    let base = tree { $0.base ?? [] }
    trees = Triple(base: base ?? ours, ours: ours, theirs: theirs)
    (self.labels, self.form) = (labels, base == nil ? .cells : form)
  }

  /// The notebook; `nil` where it would be none.
  package var written: [UInt8]? {
    let lists = trees.map { NotebookParts.lists(in: $0.root) }
    guard lists.ours.count == 1, lists.theirs.count == 1 else { return nil }
    let canvas: Version = lists.ours[0].children.isEmpty ? .theirs : .ours
    guard let first = lists[canvas][0].children.first, let last = lists[canvas][0].children.last
    else { return nil }
    var cells = ConflictedCells(trees, layout: layout(of: lists[canvas][0], in: canvas))
    cells.labels = (labels.ours ?? "ours", labels.theirs ?? "theirs")
    if let other = differences() { cells.append(note: other) }
    let rows = NotebookRows(lists.map { $0.first }, in: trees)
    for row in rows.rows {
      if form == .markers, let cell = marked(row) {
        cells.append(cell)
      } else {
        cells.append(row)
      }
    }
    let text = trees[canvas].text
    let bytes =
      text[..<first.body.lowerBound] + cells.finished() + text[last.body.upperBound...]
    guard (try? NotebookFormat().tree(of: Array(bytes))) != nil else { return nil }
    return Array(bytes)
  }

  private func layout(of list: Node, in version: Version) -> ConflictedCells.Layout {
    let text = trees[version].text
    let cells = list.children
    let needsID = cells.contains { $0.member(NotebookParts.id) != nil }
    guard let first = cells.first else { return .init(between: [0x2C, 0x0A], needsID: needsID) }
    if cells.count > 1 {
      let between = text[first.body.upperBound..<cells[1].body.lowerBound]
      return .init(between: Array(between), needsID: needsID)
    }
    let before = text[list.inner.lowerBound..<first.body.lowerBound]
    return .init(between: [0x2C, 0x0A] + before.drop { $0 == 0x0A }, needsID: needsID)
  }

  /// What theirs has outside the cells that ours has not.
  private func differences() -> [UInt8]? {
    let text = trees.theirs.text
    var other: [ArraySlice<UInt8>] = []
    for member in trees.theirs.root.children {
      guard let key = member.key, key != NotebookParts.cells, key != NotebookParts.worksheets,
        trees.ours.root.member(key)?.content != member.content
      else { continue }
      other.append(text[member.body])
    }
    return other.isEmpty ? nil : Array(other.joined(separator: [0x2C, 0x0A]))
  }

  /// A cell with markers in its text; `nil` where more than the text is in conflict.
  private func marked(_ row: NotebookRows.Row) -> ArraySlice<UInt8>? {
    guard let ours = row.cells.ours, let theirs = row.cells.theirs, ours.content != theirs.content,
      let text = ours.cellText, let other = theirs.cellText,
      ours.hasSameNotes(as: theirs),
      let one = CellText(text, in: trees.ours.text),
      let two = CellText(other, in: trees.theirs.text)
    else { return nil }
    let base = row.cells.base?.cellText.flatMap { CellText($0, in: trees.base.text) }
    guard
      let merged = try? mergeText(base: base?.text ?? [], ours: one.text, theirs: two.text),
      !merged.isClean
    else { return nil }
    let lines = merged.written(labels: labels) { $0.sections(labels: $1) }
    let bytes = trees.ours.text
    return bytes[ours.body.lowerBound..<text.body.lowerBound]
      + one.member(with: lines, [two] + (base.map { [$0] } ?? []))
      + bytes[text.body.upperBound..<ours.body.upperBound]
  }
}

extension Node {
  /// Whether another cell differs in no more than its text, and in what running it made.
  fileprivate func hasSameNotes(as other: Node) -> Bool {
    func notes(_ cell: Node) -> [UInt64] {
      cell.children.filter { $0.settlement != .cellText && $0.settlement != .asCellText }
        .map(\.content)
    }
    return notes(self) == notes(other)
  }
}
