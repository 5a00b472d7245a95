/// Formulas of both sides that differ in how far ranges reach.
///
///     // base SUM(B2:B5); ours added row 6′ to it, theirs row 6″
///     union("SUM(B2:B5)", "SUM(B2:B6′)", "SUM(B2:B6″)", sheet: "Costs")  // SUM(B2:B6″), the later row
extension ReferenceNames {
  /// The formula whose ranges reach as far as those of either side; `nil` where the sides differ otherwise.
  ///
  /// - Parameters:
  ///   - base: the formula of the base, with the names that all versions have for its cells.
  ///   - ours: that of ours.
  ///   - theirs: that of theirs.
  ///   - sheet: what references call the sheet of the formula.
  /// - Returns: the formula.
  func union(_ base: String, _ ours: String, _ theirs: String, sheet: String) -> String? {
    let texts = [base, ours, theirs].map { FormulaText($0, syntax) }
    let references = texts.map(\.references)
    let shapes = texts.map { text in text.mapping { _ in Self.blank } }
    guard shapes[0] == shapes[1], shapes[1] == shapes[2],
      references[0].count == references[1].count,
      references[1].count == references[2].count
    else { return nil }
    var merged: [CellReference] = []
    for index in references[0].indices {
      let versions = references.map { $0[index] }
      guard let reference = union(versions[0], versions[1], versions[2], sheet: sheet) else {
        return nil
      }
      merged.append(reference)
    }
    var next = merged[...]
    return texts[1].mapping { _ in next.popFirst() }
  }

  private static let blank = CellReference(
    first: .init(column: .init(name: LineName(.base, 0), isAbsolute: true)))

  private func union(
    _ base: CellReference, _ ours: CellReference, _ theirs: CellReference, sheet: String
  ) -> CellReference? {
    if ours == theirs || theirs == base { return ours }
    if ours == base { return theirs }
    let name = bare(ours.sheet) ?? sheet
    guard bare(theirs.sheet) == bare(ours.sheet), bare(base.sheet) == bare(ours.sheet),
      let match = pairs.sheets.first(where: { $0.name == name }),
      match.rows.movers.isEmpty, let one = ours.last, let two = theirs.last, let old = base.last
    else { return nil }
    var merged = ours
    for (path, axis) in [(\CellReference.Corner.column, match.columns), (\.row, match.rows)] {
      guard
        let first = place(
          base.first[keyPath: path], ours.first[keyPath: path], theirs.first[keyPath: path], axis,
          min),
        let last = place(old[keyPath: path], one[keyPath: path], two[keyPath: path], axis, max)
      else { return nil }
      merged.first[keyPath: path] = first
      merged.last?[keyPath: path] = last
    }
    return merged
  }

  /// The end of a range that reaches farther; a range that both made smaller has none.
  private func place(
    _ base: CellReference.Place?, _ ours: CellReference.Place?, _ theirs: CellReference.Place?,
    _ axis: SheetAxis, _ farther: (Int, Int) -> Int
  ) -> CellReference.Place?? {
    if ours == theirs || theirs == base { return .some(ours) }
    if ours == base { return .some(theirs) }
    guard let base, let ours, let theirs, let old = axis.place(of: base.name),
      let one = axis.place(of: ours.name), let two = axis.place(of: theirs.name),
      farther(one, old) == one, farther(two, old) == two
    else { return nil }
    return .some(farther(one, two) == one ? ours : theirs)
  }
}
