import DocMergeArchive
import DocMergeCore
import DocMergeTestSupport
import Foundation
import Testing

@testable import DocMergeOffice

/// What programs write anew at each save is no change of a person.
@Suite struct SheetNoiseTests {
  private static let table = [
    ["Name", "Price"], ["Apples", "3"], ["Pears", "4"], ["Figs", "6"],
  ]

  private func model(_ row: Int? = nil, _ price: String = "") -> ModelWorkbook {
    var rows = Self.table
    if let row { rows[row][1] = price }
    return ModelWorkbook(rows: rows)
  }

  /// The three versions, each side with a price of its own.
  private var versions: [ModelWorkbook] { [model(), model(1, "30"), model(3, "60")] }

  private func merged(_ files: [[UInt8]]) throws -> OfficePackage {
    let merged = try OfficeMerge.document(
      base: files[0], ours: files[1], theirs: files[2], policy: .balanced)
    let package = try OfficePackage.read(try #require(merged))
    let rows = try ExcelCodec.workbook(of: package).sheets[0].rows
    #expect(rows.map { $0[1].text } == ["Price", "30", "4", "60"])
    return package
  }

  @Test(arguments: [("3", "1"), ("2", "2"), ("0", "5"), ("-4", "2"), ("9223372036854775807", "3")])
  func `reads formulas of several cells beside rows that end before them`(
    height: String, width: String
  ) {
    var rows = [SheetRow](repeating: SheetRow(), count: 3)
    rows[0][4].text = "=B1:B3*2"
    rows[0][4].format["array"] = XMLElement(
      "array", [.init("rows", height), .init("columns", width)])
    rows[1][0].text = "2"
    rows[2][5].text = "3"
    rows.clearArrays()
    #expect(rows[0][4].text == "=B1:B3*2")
    #expect(rows[1][0].text == "2")
    #expect(rows[2].cells.count == 6)
  }

  // MARK: - Charts

  private func chart(_ values: [String], title: String = "Prices", axis: Int = 1) -> String {
    let points = values.enumerated().map { "<c:pt idx=\"\($0)\"><c:v>\($1)</c:v></c:pt>" }.joined()
    return "<c:chartSpace xmlns:c=\"urn:c\"><c:title>\(title)</c:title><c:val><c:numRef>"
      + "<c:f>Costs!$B$2:$B$4</c:f><c:numCache>\(points)</c:numCache></c:numRef></c:val>"
      + "<c:axId val=\"\(axis)\"/><c:crossAx val=\"\(axis)\"/></c:chartSpace>"
  }

  private func charted(
    _ model: ModelWorkbook, _ chart: String, part: String = "xl/charts/chart1.xml"
  ) throws -> [UInt8] {
    try model.excelFile(
      inSheet: "<drawing r:id=\"rId1\"/>", [("drawing", "xl/drawings/drawing1.xml")],
      [
        "xl/drawings/drawing1.xml": "<wsDr><chart id=\"rId1\"/></wsDr>",
        "xl/drawings/_rels/drawing1.xml.rels": ModelWorkbook.references([("chart", part)]),
        part: chart,
      ])
  }

  @Test func `takes cached values of charts for no change`() throws {
    let values = [["3", "4", "6"], ["30", "4", "6"], ["3", "4", "60"]]
    let files = try zip(versions, values).map { try charted($0, chart($1)) }
    let package = try merged(files)
    #expect(try package.xml("xl/charts/chart1.xml")?.root.text.hasPrefix("Prices") == true)
    let titled = try charted(versions[2], chart(values[2], title: "Costs"))
    let other = try merged([files[0], files[1], titled])
    #expect(try other.xml("xl/charts/chart1.xml")?.root.text.hasPrefix("Costs") == true)
  }

  @Test func `leaves a chart that both sides changed`() throws {
    let files = try zip(versions, ["Prices", "Costs", "Sums"]).map {
      try charted($0, chart(["1"], title: $1))
    }
    #expect(throws: OfficeRefusal.bothChanged(part: "xl/charts/chart1.xml")) {
      try OfficeMerge.document(
        base: files[0], ours: files[1], theirs: files[2], policy: .balanced)
    }
  }

  @Test func `takes new names of parts and numbers of axes for no change`() throws {
    let files = try versions.enumerated().map { index, model in
      try charted(model, chart(["1"], axis: 7 + index), part: "xl/charts/chart\(17 + index).xml")
    }
    let package = try merged(files)
    #expect(package.names.filter { $0.hasPrefix("xl/charts/") } == ["xl/charts/chart17.xml"])
  }

  // MARK: - Rows and rules

  @Test func `takes the height of the last row for no row`() throws {
    let files = try versions.enumerated().map { index, model in
      try model.excelFile { text in
        guard index == 1 else { return text }
        return text.replacingOccurrences(
          of: "</sheetData>",
          with: "<row r=\"1048576\" customHeight=\"false\" ht=\"12.8\"></row></sheetData>")
      }
    }
    _ = try merged(files)
  }

  private func barred(_ model: ModelWorkbook, _ name: String, _ color: String) throws -> [UInt8] {
    try model.excelFile(
      inSheet: """
        <conditionalFormatting sqref="B2:B4"><cfRule type="dataBar" priority="1"><extLst><ext>\
        <x14:id xmlns:x14="urn:x14">\(name)</x14:id></ext></extLst></cfRule></conditionalFormatting>\
        <extLst><ext xmlns:x14="urn:x14"><x14:conditionalFormattings><x14:conditionalFormatting>\
        <x14:cfRule type="dataBar" id="\(name)"><x14:bar color="\(color)"/></x14:cfRule>\
        <xm:sqref xmlns:xm="urn:xm">B2:B4</xm:sqref></x14:conditionalFormatting>\
        </x14:conditionalFormattings></ext></extLst>
        """)
  }

  @Test func `takes new random names of rules for no change`() throws {
    let files = try zip(versions, ["{1}", "{2}", "{3}"]).map { try barred($0, $1, "red") }
    let root = try #require(try merged(files).xml("xl/worksheets/sheet1.xml")).root
    var names: [String] = []
    root.forEach { element in
      if element.name == "x14:id" { names.append(element.text) }
      if element.name == "x14:cfRule" { names.append(element["id"] ?? "") }
    }
    #expect(names == ["{1}", "{1}"])
  }
}
