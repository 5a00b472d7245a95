import DocMergeArchive

@testable import DocMergeOffice

/// The workbook as Excel would keep it, or OpenDocument.
extension ModelWorkbook {
  func file(_ form: OfficeForm) throws -> [UInt8] {
    try ZipArchive(
      members: (form == .excel ? excelParts : openParts).map { name, text in
        ZipMember(name: name, contents: Array(text.utf8), like: nil, time: 0x5000_0000)
      }
    ).written()
  }

  private static let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
  private static let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

  private var excelParts: [(String, String)] {
    let relationship = { (id: String, kind: String, target: String) in
      "<Relationship Id=\"\(id)\" Type=\"\(Self.office)/\(kind)\" Target=\"\(target)\"/>"
    }
    func relationships(_ inner: String) -> String {
      "<Relationships xmlns=\"\(Relationships.namespace)\">\(inner)</Relationships>"
    }
    let list = sheets.enumerated().map { index, sheet in
      "<sheet name=\"\(sheet.name)\" sheetId=\"\(index + 1)\" r:id=\"rId\(index + 1)\"/>"
    }.joined()
    let references =
      sheets.indices.map {
        relationship("rId\($0 + 1)", "worksheet", "worksheets/sheet\($0 + 1).xml")
      }.joined() + relationship("rId9", "styles", "styles.xml")
    var parts = [
      (
        "[Content_Types].xml",
        """
        <Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default \
        Extension="xml" ContentType="application/xml"/><Default Extension="rels" \
        ContentType="application/vnd.openxmlformats-package.relationships+xml"/></Types>
        """
      ), ("_rels/.rels", relationships(relationship("rId1", "officeDocument", "xl/workbook.xml"))),
      (
        "xl/workbook.xml",
        "<workbook xmlns=\"\(Self.main)\" xmlns:r=\"\(Self.office)\"><sheets>\(list)</sheets></workbook>"
      ), ("xl/_rels/workbook.xml.rels", relationships(references)),
      (
        "xl/styles.xml",
        """
        <styleSheet xmlns="\(Self.main)"><fonts><font><sz val="11"/></font></fonts><fills><fill/>\
        </fills><borders><border/></borders><cellXfs><xf numFmtId="0" fontId="0" fillId="0" \
        borderId="0"/></cellXfs></styleSheet>
        """
      ),
    ]
    for index in sheets.indices {
      let rows = texts(index, .excel).enumerated().map { row, cells in
        "<row r=\"\(row + 1)\">"
          + cells.enumerated().map { column, text in
            Self.excelCell("\(ColumnLetters.letters(of: column))\(row + 1)", text)
          }.joined() + "</row>"
      }.joined()
      parts.append(
        (
          "xl/worksheets/sheet\(index + 1).xml",
          "<worksheet xmlns=\"\(Self.main)\"><sheetData>\(rows)</sheetData></worksheet>"
        ))
    }
    return parts
  }

  private static func excelCell(_ name: String, _ text: String) -> String {
    if text.isEmpty { return "" }
    if text.hasPrefix("=") { return "<c r=\"\(name)\"><f>\(text.dropFirst())</f><v>0</v></c>" }
    if case .string(let string) = CellValue(text) {
      return "<c r=\"\(name)\" t=\"inlineStr\"><is><t>\(string)</t></is></c>"
    }
    return "<c r=\"\(name)\"><v>\(text)</v></c>"
  }

  private var openParts: [(String, String)] {
    let names = ["office", "table", "text", "style"].map {
      "xmlns:\($0)=\"urn:oasis:names:tc:opendocument:xmlns:\($0):1.0\""
    }.joined(separator: " ")
    let tables = sheets.enumerated().map { index, sheet in
      let rows = texts(index, .openFormula).map { cells in
        "<table:table-row>"
          + (cells.isEmpty ? "<table:table-cell/>" : cells.map(Self.openCell).joined())
          + "</table:table-row>"
      }.joined()
      return "<table:table table:name=\"\(sheet.name)\"><table:table-column/>\(rows)</table:table>"
    }.joined()
    return [
      ("mimetype", "application/vnd.oasis.opendocument.spreadsheet"),
      (
        "content.xml",
        "<office:document-content \(names)><office:automatic-styles/><office:body>"
          + "<office:spreadsheet>\(tables)</office:spreadsheet></office:body>"
          + "</office:document-content>"
      ),
      (
        "META-INF/manifest.xml",
        "<manifest:manifest xmlns:manifest=\"urn:oasis:names:tc:opendocument:xmlns:manifest:1.0\"/>"
      ),
    ]
  }

  private static func openCell(_ text: String) -> String {
    if text.isEmpty { return "<table:table-cell/>" }
    if text.hasPrefix("=") {
      return "<table:table-cell table:formula=\"of:\(text)\" office:value-type=\"float\" "
        + "office:value=\"0\"><text:p>0</text:p></table:table-cell>"
    }
    if case .string(let string) = CellValue(text) {
      return "<table:table-cell office:value-type=\"string\"><text:p>\(string)</text:p>"
        + "</table:table-cell>"
    }
    return "<table:table-cell office:value-type=\"float\" office:value=\"\(text)\">"
      + "<text:p>\(text)</text:p></table:table-cell>"
  }
}
