/// Aligns rows of a merge as the side did that aligned them.
///
///     ours   ID        int      theirs   ID   int      merged   ID        int
///            CreatedAt int64             Tel  string            CreatedAt int64
///                                                               Tel       string
///
/// A side must have aligned the rows around its own. The other side must have aligned its rows, too, or have
/// found them as ragged as it left them. Nothing but blanks, and the dashes of a table, changes.
struct RunAlignment {
  /// The rows around in each input.
  let base: [PaddedLine]
  let ours: [PaddedLine]
  let theirs: [PaddedLine]

  /// The rows, aligned; `nil` where they are, or where no side aligned its own.
  func aligned(_ rows: [PaddedLine]) -> [PaddedLine]? {
    let tables = rows.compactMap(\.table)
    if tables.count == rows.count { return aligned(tables) }
    let columns = rows.compactMap(\.columns)
    guard columns.count == rows.count else { return nil }
    return CharacterWidth.allCases.reversed().lazy
      .compactMap { aligned(columns, $0) }.first
  }

  /// Whether the rows of a run are aligned, and not by accident.
  static func isPadded(_ rows: [PaddedLine]) -> Bool {
    guard rows.count > 1 else { return false }
    let tables = rows.compactMap(\.table)
    let columns = rows.compactMap(\.columns)
    return CharacterWidth.allCases.contains { measure in
      if tables.count == rows.count { return TableForm(tables, measure)?.isEvident == true }
      return ColumnRow.Role.allCases.contains { role in
        ColumnForm.reading(of: role, in: columns, measure).form?.isEvident == true
      }
    }
  }

  // MARK: - Columns between blanks

  private func aligned(_ rows: [ColumnRow], _ measure: CharacterWidth) -> [PaddedLine]? {
    var rows = rows
    var hasChanged = false
    for role in ColumnRow.Role.allCases {
      guard let form = form(of: role, measure) else { continue }
      if form.align(role, in: &rows, hasMoved: hasChanged, measure) { hasChanged = true }
    }
    return hasChanged ? rows.map(PaddedLine.columns) : nil
  }

  /// How a column of the merged rows should be; `nil` where no side tells.
  private func form(of role: ColumnRow.Role, _ measure: CharacterWidth) -> ColumnForm? {
    func reading(_ rows: [PaddedLine]) -> ColumnForm.Reading {
      ColumnForm.reading(of: role, in: rows.compactMap(\.columns), measure)
    }
    let readings = (base: reading(base), ours: reading(ours), theirs: reading(theirs))
    let mayBeRagged = readings.base == .ragged
    guard readings.ours != .ragged || mayBeRagged, readings.theirs != .ragged || mayBeRagged else {
      return nil
    }
    let forms = [readings.ours, readings.theirs].compactMap(\.form).filter(\.isEvident)
    guard let first = forms.first else { return nil }
    guard forms.count > 1 else { return first }
    return Self.later(first, forms[1], readings.base.form)
  }

  /// The form that changed since the base; where both did, or neither, the wider one.
  private static func later(
    _ one: ColumnForm, _ other: ColumnForm, _ base: ColumnForm?
  ) -> ColumnForm {
    let isOneNew = one.leastGap != base?.leastGap
    let isOtherNew = other.leastGap != base?.leastGap
    if isOneNew != isOtherNew { return isOneNew ? one : other }
    return ColumnForm(
      start: max(one.start, other.start), leastGap: max(one.leastGap, other.leastGap),
      isWhole: one.isWhole && other.isWhole, isEvident: true)
  }

  // MARK: - Tables

  private func aligned(_ rows: [TableRow]) -> [PaddedLine]? {
    for measure in CharacterWidth.allCases {
      guard let form = form(measure) else { continue }
      if TableForm(rows, measure) != nil { return nil }
      return form.aligned(rows).map(PaddedLine.table)
    }
    return nil
  }

  private func form(_ measure: CharacterWidth) -> TableForm? {
    func form(_ rows: [PaddedLine]) -> TableForm? {
      let tables = rows.compactMap(\.table)
      return tables.isEmpty ? nil : TableForm(tables, measure)
    }
    let forms = (base: form(base), ours: form(ours), theirs: form(theirs))
    let isBaseRagged = forms.base == nil && !base.isEmpty
    let evident = [forms.ours, forms.theirs].compactMap(\.self).filter(\.isEvident)
    guard let first = evident.first,
      isBaseRagged || forms.ours != nil && forms.theirs != nil
    else { return nil }
    guard evident.count > 1, first != evident[1] else { return first }
    return Self.later(first, evident[1], forms.base)
  }

  /// The form that changed since the base; where both did, the one for both, if there is one.
  private static func later(
    _ one: TableForm, _ other: TableForm, _ base: TableForm?
  ) -> TableForm? {
    if let base, one == base || other == base { return one == base ? other : one }
    return one.joined(with: other)
  }
}
