import DocMergeArchive
import DocMergeCore
import DocMergeFormats
import DocMergeLanguage

/// Reads and writes workbooks of one form.
protocol WorkbookCodec: Sendable {
  /// How formulas are written.
  static var syntax: FormulaText.Syntax { get }

  /// The versions, with all references as they have them.
  var workbooks: (base: Workbook, ours: Workbook, theirs: Workbook) { get }

  /// Changes the references in something that is set for a sheet, or for all of them.
  ///
  /// - Parameters:
  ///   - element: the element.
  ///   - change: makes the result of a formula; `nil` where the result lacks its cells.
  /// - Returns: `nil` where what it is set for is gone.
  /// - Throws: what `change` throws.
  static func mapping(
    _ element: XMLElement, _ change: (String) throws(OfficeRefusal) -> String?
  ) throws(OfficeRefusal) -> XMLElement?

  /// A result as programs take it.
  static func settled(_ workbook: Workbook) -> Workbook

  /// The names of the properties of cells that name other cells.
  static var formatsWithReferences: [String] { get }

  /// A value that both sides changed: an address, a list of addresses or a formula.
  ///
  /// - Parameters:
  ///   - base: the value of the base.
  ///   - ours: that of ours.
  ///   - theirs: that of theirs.
  ///   - merge: merges three formulas.
  /// - Returns: `nil` where the value is none of these, or the sides differ otherwise.
  static func union(
    _ base: String, _ ours: String, _ theirs: String,
    _ merge: (_ base: String, _ ours: String, _ theirs: String) -> String?
  ) -> String?

  /// Writes the merged workbook, with all other parts merged.
  ///
  /// - Parameters:
  ///   - workbook: the workbook, with all references as the result has them.
  ///   - references: how references in other parts are brought together.
  /// - Returns: the document.
  /// - Throws: ``OfficeRefusal`` for a part that both sides changed differently.
  func written(
    _ workbook: Workbook, _ references: PartReferences
  ) throws(OfficeRefusal) -> OfficePackage

  /// Reads a workbook of the form.
  static func workbook(of package: OfficePackage) throws(OfficeRefusal) -> Workbook
}

/// Three versions of a workbook, merged cell by cell.
///
/// Rows and columns are brought together first; formulas name their cells by what these are called in all
/// versions, so that they still mean the same cells where lines were added, deleted or both.
struct WorkbookMerge<Codec: WorkbookCodec>: OfficeMerging {
  let codec: Codec
  let pairs: SheetPairs
  let names: ReferenceNames
  let lines: [Side: SheetLines]
  let properties: Properties

  var texts: (base: [UInt8], ours: [UInt8], theirs: [UInt8]) {
    (lines[.base]?.text ?? [], lines[.ours]?.text ?? [], lines[.theirs]?.text ?? [])
  }

  /// Merges workbooks so that edits follow rows that a side moved, unless a formula means only some of these.
  init(_ codec: Codec) throws(OfficeRefusal) {
    let (base, ours, theirs) = codec.workbooks
    for workbook in [base, ours, theirs] { try workbook.checkArea() }
    let found = SheetPairs(base: base, ours: ours, theirs: theirs, Codec.syntax)
    guard found.followsMoves else {
      try self.init(codec, found)
      return
    }
    do throws(OfficeRefusal) {
      try self.init(codec, found)
    } catch .movedLines {
      try self.init(
        codec,
        SheetPairs(base: base, ours: ours, theirs: theirs, Codec.syntax, followsMoves: false))
    }
  }

  private init(_ codec: Codec, _ found: SheetPairs) throws(OfficeRefusal) {
    self.codec = codec
    let (base, ours, theirs) = codec.workbooks
    if found.isReorderedTwice { throw .bothChanged(part: tr("the order of the sheets")) }
    names = ReferenceNames(pairs: found, syntax: Codec.syntax)
    let names = names
    var pairs = try found.mapping { version, sheet throws(OfficeRefusal) in
      try Self.named(sheet, in: version, names)
    }
    let own = (ours: BaseNames<Codec>(names, .ours), theirs: BaseNames<Codec>(names, .theirs))
    for (index, match) in pairs.sheets.enumerated() {
      pairs.sheets[index] = match.replacing(
        base: match.base,
        ours: own.ours.restored(match, raw: found.sheets[index].ours) ?? match.ours,
        theirs: own.theirs.restored(match, raw: found.sheets[index].theirs) ?? match.theirs)
    }
    self.pairs = pairs
    for match in pairs.sheets { try Self.checkMoves(in: match) }
    let words = pairs.sheets.map { FormatWordsOfRows($0, names) }
    var lines: [Side: SheetLines] = [:]
    for version in [Side.base, .ours, .theirs] {
      lines[version] = SheetLines(pairs, version, words: words)
    }
    self.lines = lines
    let old = try Self.named(base.properties, in: .base, names)
    let (mine, other) = (
      try Self.named(ours.properties, in: .ours, names),
      try Self.named(theirs.properties, in: .theirs, names)
    )
    if !pairs.isUnchanged { try Self.checkCounts(in: [old, mine, other]) }
    properties = try Self.merged(
      old, own.ours.restored(old, mine, raw: ours.properties, sheet: ""),
      own.theirs.restored(old, other, raw: theirs.properties, sheet: ""), part: tr("the workbook"),
      names)
  }

  /// Refuses a sheet whose rows both sides moved, each in its own way.
  private static func checkMoves(in match: SheetMatch) throws(OfficeRefusal) {
    if match.movesRowsTwice {
      throw .bothChanged(part: tr("the order of the rows of \(match.name)"))
    }
    if match.movesFilters { throw .bothChanged(part: tr("the filter of \(match.name)")) }
  }

  /// Refuses workbooks that count lines by numbers that nothing here follows.
  private static func checkCounts(in versions: [Properties]) throws(OfficeRefusal) {
    let counted = ["table:tracked-changes", "table:database-ranges"].contains { name in
      versions.contains { $0[name]?.countsLines == true }
    }
    if counted { throw .bothChanged(part: tr("lines that are counted elsewhere")) }
  }

  // MARK: - Names

  private static func named(
    _ sheet: Sheet, in version: Side, _ names: ReferenceNames
  ) throws(OfficeRefusal) -> Sheet {
    var named = sheet
    for (number, row) in sheet.rows.enumerated() {
      for (column, cell) in row.cells.enumerated() {
        for name in Codec.formatsWithReferences where cell.format[name] != nil {
          named.rows[number].cells[column].format[name] = try Self.named(
            cell.format, in: version, names, sheet: sheet.name)[name]
        }
        guard cell.isFormula else { continue }
        guard
          let text = names.named(cell.text, in: version, sheet: sheet.name, row: number)
        else { throw .movedLines(cell: Self.name(of: number, column, in: sheet.name)) }
        named.rows[number].cells[column].text = text
      }
    }
    named.properties = try Self.named(sheet.properties, in: version, names, sheet: sheet.name)
    return named
  }

  static func name(of row: Int, _ column: Int, in sheet: String) -> String {
    "\(sheet)!\(ColumnLetters.letters(of: column))\(row + 1)"
  }

  private static func named(
    _ properties: Properties, in version: Side, _ names: ReferenceNames, sheet: String = ""
  ) throws(OfficeRefusal) -> Properties {
    try properties.mapping { element throws(OfficeRefusal) in
      try Codec.mapping(element) { formula throws(OfficeRefusal) in
        guard let named = names.named(formula, in: version, sheet: sheet) else {
          throw .movedLines(cell: sheet)
        }
        return named
      }
    }
  }

  /// Properties by the three-way rule, with lists of elements merged by what these are about.
  static func merged(
    _ base: Properties, _ ours: Properties, _ theirs: Properties, part: String, sheet: String = "",
    _ names: ReferenceNames
  ) throws(OfficeRefusal) -> Properties {
    var (merged, conflicts) = Properties.merged(base: base, ours: ours, theirs: theirs)
    for name in conflicts {
      let element = XMLElement.merged(
        base[name], ours[name], theirs[name], key: \.identity,
        prefersOurs: Codec.viewProperties.contains(name)
      ) { Codec.union($0, $1, $2) { names.union($0, $1, $2, sheet: sheet) } }
      guard let element else { throw .bothChanged(part: tr("\(name) of \(part)")) }
      merged[name] = element
    }
    return merged
  }

  // MARK: - Merging

  func merge(
    _ options: TextMergeOptions, pair: PairRunner
  ) throws(MergeCancelled) -> LayeredMerge {
    let regions = SheetRegions(
      pairs, names, lines, options.policy, isSuggesting: options.isSuggesting)
    let merged = Merged(regions: regions.regions, style: options.style)
    let texts = texts
    return LayeredMerge(merged, base: texts.base, ours: texts.ours, theirs: texts.theirs)
  }

  func composed(_ text: [UInt8]) throws(OfficeRefusal) -> [UInt8] {
    // The lines that a result can have are the same under every policy.
    let candidates = SheetRegions(pairs, names, lines, .eager, isSuggesting: false).candidates
    let composition = try WorkbookComposition(self, candidates, text)
    let workbook = Codec.settled(try composition.workbook()).withoutSingleJoins(Codec.syntax)
    try WorkbookCheck(workbook, Codec.syntax).refuse()
    let references = PartReferences(
      names: names, sheets: composition.numbered,
      areUnchanged: pairs.isUnchanged && composition.isUnchanged)
    let bytes = try codec.written(workbook, references).written()
    let read = try Codec.workbook(of: OfficePackage.read(bytes))
    guard read.isSame(as: workbook) else {
      throw .unaccounted(in: workbook.place(differingFrom: read))
    }
    return bytes
  }
}

extension WorkbookCodec {
  /// What says how the sheets were looked at last.
  static var viewProperties: Set<String> {
    ["sheetViews", "bookViews"]
  }
}

extension XMLElement {
  /// Where the first range starts that an element is about; the end moves as rows are added.
  private var start: String? {
    let range = ["ref", "sqref", "calcext:target-range-address"].lazy.compactMap { self[$0] }.first
    return range?.split(separator: " ").first?.split(separator: ":").first.map(String.init)
  }

  /// What an element of a list is known by.
  var identity: String {
    let about =
      start ?? ["name", "uid", "id", "min", "table:name"].lazy.compactMap { self[$0] }.first
    let place = self["localSheetId"].map { " of \($0)" } ?? ""
    return about.map { "\(name) \($0)\(place)" } ?? name
  }
}

extension Properties {
  /// The properties with their values changed; those without a value are left out.
  func mapping(
    _ change: (XMLElement) throws(OfficeRefusal) -> XMLElement?
  ) throws(OfficeRefusal) -> Properties {
    var mapped = self
    for property in list { mapped[property.name] = try change(property.value) }
    return mapped
  }
}

extension SheetPairs {
  /// The pairs with each version of each sheet changed.
  func mapping<Failure: Error>(
    _ change: (Side, Sheet) throws(Failure) -> Sheet
  ) throws(Failure) -> SheetPairs {
    var pairs = self
    for (index, match) in sheets.enumerated() {
      pairs.sheets[index] = match.replacing(
        base: try match.base.map { sheet throws(Failure) in try change(.base, sheet) },
        ours: try match.ours.map { sheet throws(Failure) in try change(.ours, sheet) },
        theirs: try match.theirs.map { sheet throws(Failure) in try change(.theirs, sheet) })
    }
    return pairs
  }
}

extension Workbook {
  /// The first sheet, and the first cell where one is, that another workbook has otherwise.
  fileprivate func place(differingFrom other: Workbook) -> String {
    for (index, sheet) in sheets.enumerated() {
      guard index < other.sheets.count else { return tr("sheet \(sheet.name)") }
      let (rows, others) = (sheet.rows.map(\.trimmed), other.sheets[index].rows.map(\.trimmed))
      for number in 0..<max(rows.count, others.count) {
        let row = number < rows.count ? rows[number] : SheetRow()
        let second = number < others.count ? others[number] : SheetRow()
        if row == second { continue }
        let cells = zip(row.cells, second.cells).enumerated().first { $1.0 != $1.1 }?.offset
        let column = ColumnLetters.letters(of: cells ?? min(row.cells.count, second.cells.count))
        return tr("sheet \(sheet.name), cell \("\(column)\(number + 1)")")
      }
      let kept = Workbook(sheets: [sheet]).isSame(as: Workbook(sheets: [other.sheets[index]]))
      if !kept { return tr("sheet \(sheet.name)") }
    }
    return tr("the workbook")
  }

  /// Whether two workbooks are equal, apart from the order of the properties of their sheets.
  func isSame(as other: Workbook) -> Bool {
    properties == other.properties && sheets.count == other.sheets.count
      && zip(sheets, other.sheets).allSatisfy { one, two in
        one.name == two.name && one.properties == two.properties
          && one.rows.map(\.trimmed).trimmedEnd == two.rows.map(\.trimmed).trimmedEnd
          && one.columns.trimmedEnd == two.columns.trimmedEnd
      }
  }
}

extension [SheetRow] {
  fileprivate var trimmedEnd: [SheetRow] {
    var rows = self
    while let last = rows.last, last.isEmpty { rows.removeLast() }
    return rows
  }
}

extension [Properties] {
  fileprivate var trimmedEnd: [Properties] {
    var columns = self
    while let last = columns.last, last.isEmpty { columns.removeLast() }
    return columns
  }
}
