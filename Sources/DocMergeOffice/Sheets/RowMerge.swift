import DocMergeArchive
import DocMergeCore
import DocMergeLanguage

/// A row of a sheet in all versions, merged cell by cell.
struct RowMerge {
  let match: SheetMatch
  let entry: SheetAxis.Entry
  let names: ReferenceNames

  /// What each version says in each column; `nil` where it lacks the row.
  private func cells(_ version: Side) -> [SheetCell]? {
    guard let row = entry[version], let sheet = match[version] else { return nil }
    return match.columns.entries.map { column in
      column[version].map { sheet.rows[row][$0] } ?? SheetCell()
    }
  }

  /// What becomes of the text of the row.
  enum Outcome: Hashable {
    /// The row says what these cells say.
    case agreed([String])
    /// As `agreed`, with a range that reaches as far as those of both sides.
    case extended([String])
    case deleted
    /// Both sides claim it.
    case conflict(String)
  }

  /// Comments, which are as much a person's work as the text of the cell.
  static let comments = ["comment", "annotation"]

  /// The text of the row, where two versions of it have one before them.
  var outcome: Outcome {
    let (base, ours, theirs) = (cells(.base), cells(.ours), cells(.theirs))
    switch (ours, theirs) {
    case (nil, nil): return .deleted
    case (nil, let theirs?): return outcome(base, kept: theirs, .theirs)
    case (let ours?, nil): return outcome(base, kept: ours, .ours)
    case (let ours?, let theirs?):
      // Of a row that both added each may have filled other cells.
      return outcome(base ?? ours.map { _ in SheetCell() }, ours, theirs)
    }
  }

  private func outcome(_ base: [SheetCell]?, kept: [SheetCell], _ side: Side) -> Outcome {
    guard let base else { return .agreed(kept.map(\.text)) }
    guard !hasNewHeight(side), !hasNewLink(side) else {
      return .conflict(tr("one side deleted the row, the other changed its height or a link in it"))
    }
    let isUnchanged = zip(match.columns.entries, zip(base, kept)).allSatisfy { column, cells in
      // A column that the side deleted takes its cells along; one that the other side deleted does not.
      column[side] == nil
        || cells.0.text == cells.1.text
          && Self.comments.allSatisfy { cells.0.format[$0] == cells.1.format[$0] }
    }
    return isUnchanged ? .deleted : .conflict(tr("one side deleted the row, the other changed it"))
  }

  /// Whether a person gave the row another height.
  private func hasNewHeight(_ side: Side) -> Bool {
    let heights = [Side.base, side].map { version in
      let row = entry[version].flatMap { match[version]?.rows[$0].properties }
      return row.map { $0.ownHeight } ?? []
    }
    return !heights[1].isEmpty && heights[0] != heights[1]
  }

  /// Whether a link of the row is not one of the base.
  private func hasNewLink(_ side: Side) -> Bool {
    guard let row = entry[side], let list = match[side]?.properties["hyperlinks"],
      list != match.base?.properties["hyperlinks"]
    else { return false }
    let name = match.rows.name(of: row, in: side)
    let known = Set(match.base?.properties["hyperlinks"]?.elements ?? [])
    return list.elements.contains { link in
      !known.contains(link)
        && FormulaText(link["ref"] ?? "", names.syntax).references.contains {
          $0.places(\.row)?.first.name == name
        }
    }
  }

  private func outcome(
    _ base: [SheetCell], _ ours: [SheetCell], _ theirs: [SheetCell]
  ) -> Outcome {
    var (merged, isExtended) = ([String](), false)
    for index in base.indices {
      let (old, mine, other) = (base[index].text, ours[index].text, theirs[index].text)
      if mine == other || other == old {
        merged.append(mine)
      } else if mine == old {
        merged.append(other)
      } else if let both = union(old, mine, other) {
        merged.append(both)
        isExtended = true
      } else {
        let letters = ColumnLetters.letters(of: match.columns.entries[index].base ?? index)
        return .conflict(tr("both sides changed the cell in column \(letters)"))
      }
    }
    if base.indices.contains(where: { losesComment($0, base, ours, theirs) }) {
      return .conflict(tr("one side deleted a column, the other changed a comment in it"))
    }
    if hasConflictingRowFormat { return .conflict(tr("both sides changed the format of the row")) }
    let names = conflictingFormats(base, ours, theirs)
    if !names.isEmpty { return .conflict(tr("both sides changed the formatting")) }
    return isExtended ? .extended(merged) : .agreed(merged)
  }

  /// Whether a comment of a column that one side deleted is not as the base has it.
  private func losesComment(
    _ index: Int, _ base: [SheetCell], _ ours: [SheetCell], _ theirs: [SheetCell]
  ) -> Bool {
    let column = match.columns.entries[index]
    guard column.isDeleted,
      let kept = column.ours != nil ? ours : column.theirs.map({ _ in theirs })
    else { return false }
    return Self.comments.contains { kept[index].format[$0] != base[index].format[$0] }
  }

  /// A formula whose ranges both sides extended over rows that they added.
  private func union(_ base: String, _ ours: String, _ theirs: String) -> String? {
    guard base.hasPrefix("="), ours.hasPrefix("="), theirs.hasPrefix("=") else { return nil }
    return names.union(base, ours, theirs, sheet: match.name)
  }

  private var hasConflictingRowFormat: Bool {
    let formats = [Side.base, .ours, .theirs].map { version in
      entry[version].flatMap { match[version]?.rows[$0].properties["format"] }
    }
    return formats[1] != formats[2] && formats[1] != formats[0] && formats[2] != formats[0]
  }

  /// The columns whose cells both sides formatted differently.
  private func conflictingFormats(
    _ base: [SheetCell], _ ours: [SheetCell], _ theirs: [SheetCell]
  ) -> [Int] {
    base.indices.filter { index in
      let (old, mine, other) = (base[index], ours[index], theirs[index])
      return !Properties.merged(base: old.format, ours: mine.format, theirs: other.format)
        .conflicts.isEmpty
    }
  }

  /// What stands behind the row in each version where only the formatting is in conflict.
  var formatWords: [Side: String] {
    guard let base = cells(.base), let ours = cells(.ours), let theirs = cells(.theirs),
      case .conflict = outcome
    else { return [:] }
    let formats = Set(conflictingFormats(base, ours, theirs))
    let columns = base.indices.filter {
      formats.contains($0) || losesComment($0, base, ours, theirs)
    }
    func words(_ cells: [SheetCell]) -> String {
      columns.map { index in
        let letters = ColumnLetters.letters(of: match.columns.entries[index].base ?? index)
        let said = FormatWords.properties(from: base[index].format, to: cells[index].format)
        return "\(letters): \(said.isEmpty ? "unchanged" : said.joined(separator: ", "))"
      }.joined(separator: "; ").unicodeScalars.filter { !["⟪", "⟫", "\n", "\r"].contains($0) }
        .reduce(into: "") { $0.unicodeScalars.append($1) }
    }
    guard !columns.isEmpty else { return [:] }
    let (mine, other) = (words(ours), words(theirs))
    return [
      .base: "unchanged", .ours: mine == other ? mine + ", ours" : mine,
      .theirs: mine == other ? other + ", theirs" : other,
    ]
  }

  /// The formatting of the row and its cells, merged.
  ///
  /// - Parameter preferred: the side that is taken where both changed one thing.
  /// - Returns: the properties of the row, and those of its cell in each column.
  func formats(preferring preferred: Side?) -> (row: Properties, cells: [Properties]) {
    let known: [Side] = [.base, .ours, .theirs].filter { entry[$0] != nil }
    func merged(_ properties: (Side) -> Properties) -> Properties {
      guard known.contains(.ours) || known.contains(.theirs) else { return properties(.base) }
      guard known.contains(.ours) else { return properties(.theirs) }
      guard known.contains(.theirs) else { return properties(.ours) }
      return Properties.merged(
        base: known.contains(.base) ? properties(.base) : nil, ours: properties(.ours),
        theirs: properties(.theirs), preferring: preferred ?? .ours
      ).properties
    }
    let cells = [Side.base: cells(.base), .ours: cells(.ours), .theirs: cells(.theirs)]
    let row = merged { version in
      entry[version].flatMap { match[version]?.rows[$0].properties } ?? Properties()
    }
    let formats = match.columns.entries.indices.map { index in
      // A version that lacks the column says nothing of its cells.
      let column = match.columns.entries[index]
      if let preferred, column.isDeleted, column[preferred] == nil { return Properties() }
      let has: [Side] = known.filter { column[$0] != nil }
      guard let only = has.last, has.count == 1 else {
        return merged { cells[$0]??[index].format ?? Properties() }
      }
      return cells[only]??[index].format ?? Properties()
    }
    return (row, formats)
  }
}

extension Properties {
  /// What sets the height of a row that a person gave one.
  fileprivate var ownHeight: [XMLElement] {
    let isOptimal =
      self["customHeight"] == nil
      && !list.contains { property in
        property.value["style:use-optimal-row-height"] == "false"
      }
    return isOptimal
      ? []
      : list.filter { $0.name == "ht" || $0.value["style:row-height"] != nil }.map(\.value)
  }
}
