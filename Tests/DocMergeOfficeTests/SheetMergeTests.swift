import DocMergeCore
import DocMergeFormats
import DocMergeTestSupport
import Foundation
import Testing

@testable import DocMergeOffice

/// Workbooks that are merged as plain values are what real ones must be merged to.
@Suite struct SheetMergeTests {
  private static let forms = [OfficeForm.excel, .openDocumentSheets]

  private func syntax(_ form: OfficeForm) -> FormulaText.Syntax {
    form == .excel ? .excel : .openFormula
  }

  /// What the cells of a file say, sheet by sheet.
  private func texts(_ bytes: [UInt8], _ form: OfficeForm) throws -> [[[String]]] {
    let package = try OfficePackage.read(bytes)
    let workbook =
      try form == .excel
      ? ExcelCodec.workbook(of: package) : OpenSheetsCodec.workbook(of: package)
    return workbook.sheets.map { sheet in
      sheet.rows.map { SheetLine($0.cells.map(\.text)).cells }
    }
  }

  private func texts(_ model: ModelWorkbook, _ form: OfficeForm) -> [[[String]]] {
    model.sheets.indices.map { model.texts($0, syntax(form)) }
  }

  @Test(arguments: forms)
  func `reads what a workbook says`(form: OfficeForm) throws {
    for seed in 0..<50 {
      var generator = SeededGenerator(seed: seed)
      let model = ModelWorkbook(&generator)
      #expect(try texts(model.file(form), form) == texts(model, form))
    }
  }

  @Test(arguments: forms)
  func `keeps every edit of both sides, and what formulas mean`(form: OfficeForm) throws {
    var mergedCount = 0
    for seed in 0..<ModelMergeTests.count {
      var generator = SeededGenerator(seed: seed)
      let base = ModelWorkbook(&generator)
      let edits = base.edits(&generator)
      let (ours, theirs) = (base.applying(edits.ours), base.applying(edits.theirs))
      let merge = try OfficeMerge(
        base: base.file(form), ours: ours.file(form), theirs: theirs.file(form))
      guard let merged = try merge.document(.balanced) else { continue }
      mergedCount += 1
      let found = try texts(merged, form)
      let expected = texts(base.applying(edits.ours + edits.theirs), form)
      let other = texts(base.applying(edits.theirs + edits.ours), form)
      #expect(
        found == expected || found == other,
        "seed \(seed): \(edits)\n\(found)\n\(expected)")
      if found != expected, found != other { return }
    }
    // A merge left in conflict is safe, but a merge that leaves all is of no use.
    #expect(
      mergedCount * 10 >= ModelMergeTests.count * 9,
      "\(mergedCount) of \(ModelMergeTests.count) merged")
  }

  @Test(arguments: forms)
  func `makes the same bytes again, and takes one side as it is`(form: OfficeForm) throws {
    for seed in 0..<40 {
      var generator = SeededGenerator(seed: seed)
      let base = ModelWorkbook(&generator)
      let edits = base.edits(&generator)
      let files = try [base, base.applying(edits.ours), base.applying(edits.theirs)].map {
        try $0.file(form)
      }
      let twice = try (0..<2).map { _ in
        try OfficeMerge(base: files[0], ours: files[1], theirs: files[2]).document(.balanced)
      }
      #expect(twice[0] == twice[1])
      let alone = try OfficeMerge(base: files[0], ours: files[1], theirs: files[0])
      let kept = try #require(try alone.document(.strict))
      #expect(try texts(kept, form) == texts(base.applying(edits.ours), form))
    }
  }

  @Test(arguments: forms)
  func `writes the side that a person takes in each conflict`(form: OfficeForm) throws {
    for seed in 0..<100 {
      var generator = SeededGenerator(seed: seed)
      let base = ModelWorkbook(&generator)
      // Both sides change anything, also the same cell.
      let edits = (base.edits(&generator).ours, base.edits(&generator).theirs)
      let (ours, theirs) = (base.applying(edits.0), base.applying(edits.1))
      let office = try OfficeMerge(
        base: base.file(form), ours: ours.file(form), theirs: theirs.file(form))
      let merge = try office.merge(TextMergeOptions(policy: .strict))
      for takesOurs in [true, false] {
        let text = merge.contents.regions.flatMap { region -> [UInt8] in
          switch region {
          case .agreed(let agreed): Array(agreed.bytes)
          case .conflict(let conflict): Array(takesOurs ? conflict.ours : conflict.theirs)
          }
        }
        let written = Result { () throws(OfficeRefusal) in try office.composed(text) }
        switch written {
        case .success(let bytes):
          // The rows start as the lines of the text do; formulas are numbered anew.
          let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
          let said = lines.compactMap { SheetLine(String($0))?.cells.first }
          #expect(try texts(bytes, form).flatMap { $0.compactMap(\.first) } == said)
        // A formula that one side added may mean a row that the decision deletes.
        case .failure(.lostReference): break
        case .failure(let refusal): Issue.record("seed \(seed): \(refusal)")
        }
      }
    }
  }

  // MARK: - Conflicts

  private func model(_ change: (inout ModelWorkbook) -> Void) -> ModelWorkbook {
    var generator = SeededGenerator(seed: 5)
    var model = ModelWorkbook(&generator)
    change(&model)
    return model
  }

  @Test(arguments: forms)
  func `leaves a cell that both sides changed to a person`(form: OfficeForm) throws {
    let cell = ModelWorkbook.Cell(row: 102, column: 2)
    let files = try [40, 50, 60].map { number in
      try model { $0.apply(.set(cell, .number(number))) }.file(form)
    }
    let office = try OfficeMerge(base: files[0], ours: files[1], theirs: files[2])
    let merge = try office.merge(TextMergeOptions(policy: .eager))
    #expect(merge.contents.conflicts.count == 1)
    let conflict = try #require(merge.contents.conflicts.first)
    #expect(conflict.reason == "both sides changed the cell in column B")
    #expect(String(decoding: conflict.ours, as: UTF8.self).hasPrefix("| Key102 | 50 |"))
    #expect(String(decoding: conflict.theirs, as: UTF8.self).hasPrefix("| Key102 | 60 |"))
  }

  @Test(arguments: forms)
  func `leaves a row that one side deleted and the other changed`(form: OfficeForm) throws {
    let files = try [
      model { _ in }, model { $0.apply(.deleteRow(103)) },
      model { $0.apply(.set(.init(row: 103, column: 2), .number(77))) },
    ].map { try $0.file(form) }
    let merge = try OfficeMerge(base: files[0], ours: files[1], theirs: files[2])
      .merge(TextMergeOptions(policy: .eager))
    #expect(merge.contents.conflicts.count == 1)
    #expect(merge.contents.conflicts.first?.ours.isEmpty == true)
  }

  @Test(arguments: forms)
  func `refuses where a new formula means a row that the other side deleted`(
    form: OfficeForm
  ) throws {
    let files = try [
      model { _ in }, model { $0.apply(.deleteRow(103)) },
      model {
        $0.apply(.set(.init(row: 102, column: 3), .product(.init(row: 103, column: 2), 2)))
      },
    ].map { try $0.file(form) }
    #expect(throws: OfficeRefusal.lostReference(cell: "Costs!C3")) {
      try OfficeMerge.document(
        base: files[0], ours: files[1], theirs: files[2], policy: .balanced)
    }
  }
}
