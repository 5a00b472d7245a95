package import DocMergeCore

/// Writes the conflicts of a merged notebook so that the result is still a notebook.
///
///     [markdown: Conflict 1, ours]  [the cells of ours]  [markdown: theirs]  [the cells of theirs]  [markdown: end]
///
/// Conflicts outside the cells have the text of ours; a cell on top shows the text of theirs.
package struct NotebookConflicts {
  /// The form in which conflicts are shown.
  package enum Form: String, Sendable, CaseIterable {
    /// The cells of both sides, one after the other.
    case cells
    /// Markers within the text of a cell, if only the text is in conflict; otherwise as `cells`.
    case markers
  }

  /// The merge, with all conflicts taken from one of the texts.
  private let trees: Triple<SyntaxTree>
  private let inputs: Triple<SyntaxTree>
  private let labels: ConflictLabels
  private let form: Form

  /// Merges three notebooks as far as a policy allows; `nil` where one of them is not a notebook.
  package init?(
    base: [UInt8], ours: [UInt8], theirs: [UInt8], policy: MergePolicy, labels: ConflictLabels,
    form: Form = .cells
  ) {
    func trees(_ texts: Triple<[UInt8]>) -> Triple<SyntaxTree>? {
      guard let base = try? NotebookFormat().tree(of: texts.base),
        let ours = try? NotebookFormat().tree(of: texts.ours),
        let theirs = try? NotebookFormat().tree(of: texts.theirs),
        base.isSound, ours.isSound, theirs.isSound
      else { return nil }
      return Triple(base: base, ours: ours, theirs: theirs)
    }
    guard let inputs = trees(Triple(base: base, ours: ours, theirs: theirs)) else { return nil }
    var merge = TreeMerge(
      inputs, policy: policy, NotebookFormat().traits,
      settler: FormatSettler { DocumentStructure(path: $0) })
    guard let merged = trees(merge.merged()) else { return nil }
    (self.labels, self.form) = (labels, form)
    self.inputs = inputs
    self.trees = merged
  }

  /// The notebook; `nil` where the result would not be one.
  ///
  /// Where the lines are in conflict although the cells are settled, all differences between the sides are shown.
  package var written: [UInt8]? { written(trees) ?? written(inputs) }

  private func written(_ trees: Triple<SyntaxTree>) -> [UInt8]? {
    let lists = trees.map { NotebookParts.lists(in: $0.root) }
    guard lists.ours.count == 1, lists.theirs.count == 1 else { return nil }
    let canvas: Version = lists.ours[0].children.isEmpty ? .theirs : .ours
    guard let first = lists[canvas][0].children.first, let last = lists[canvas][0].children.last
    else { return nil }
    var cells = ConflictedCells(trees, layout: layout(of: lists[canvas][0], in: trees[canvas].text))
    cells.labels = (labels.ours ?? "ours", labels.theirs ?? "theirs")
    if let other = differences(trees) { cells.append(note: other) }
    let rows = NotebookRows(lists.map { $0.first }, in: trees)
    for row in rows.rows {
      if form == .markers, let cell = marked(row, trees) {
        cells.append(conflict: cell)
      } else {
        cells.append(row)
      }
    }
    let text = trees[canvas].text
    let list = cells.finished()
    let bytes = text[..<first.body.lowerBound] + list + text[last.body.upperBound...]
    // A fault of the result as a whole has no cells to show.
    guard cells.hasConflicts, let tree = try? NotebookFormat().tree(of: Array(bytes)),
      NotebookGuard([inputs.base, inputs.ours, inputs.theirs]).faults(in: tree).isEmpty
    else { return nil }
    return Array(bytes)
  }

  private func layout(of list: Node, in text: [UInt8]) -> ConflictedCells.Layout {
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

  /// The text of theirs outside the cells that differs from ours.
  private func differences(_ trees: Triple<SyntaxTree>) -> [UInt8]? {
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
  private func marked(
    _ row: NotebookRows.Row, _ trees: Triple<SyntaxTree>
  ) -> ArraySlice<UInt8>? {
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
  /// Whether another cell differs only in its text and its output.
  fileprivate func hasSameNotes(as other: Node) -> Bool {
    func notes(_ cell: Node) -> [UInt64] {
      cell.children.filter { $0.settlement != .cellText && $0.settlement != .asCellText }
        .map(\.content)
    }
    return notes(self) == notes(other)
  }
}
