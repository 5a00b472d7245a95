import DocMergeArchive

/// A small workbook of Excel: numbers, formulas behind `=`, and texts.
struct SheetFile {
  private let rows: [[String]]

  /// Makes a workbook of lines with a bar between cells.
  init(_ lines: String...) {
    rows = lines.map { line in
      line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    }
  }

  private static let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
  private static let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

  var bytes: [UInt8] {
    get throws {
      try ZipArchive(
        members: parts.map { name, text in
          ZipMember(name: name, contents: Array(text.utf8), like: nil, time: 0x5000_0000)
        }
      ).written()
    }
  }

  private var parts: [(String, String)] {
    [
      (
        "[Content_Types].xml",
        """
        <Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default \
        Extension="xml" ContentType="application/xml"/></Types>
        """
      ), ("_rels/.rels", relationships("officeDocument", "xl/workbook.xml")),
      (
        "xl/workbook.xml",
        """
        <workbook xmlns="\(Self.main)" xmlns:r="\(Self.office)"><sheets><sheet name="Costs" \
        sheetId="1" r:id="rId1"/></sheets></workbook>
        """
      ), ("xl/_rels/workbook.xml.rels", relationships("worksheet", "worksheets/sheet1.xml")),
      (
        "xl/worksheets/sheet1.xml",
        "<worksheet xmlns=\"\(Self.main)\"><sheetData>\(data)</sheetData></worksheet>"
      ),
    ]
  }

  private func relationships(_ kind: String, _ target: String) -> String {
    """
    <Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">\
    <Relationship Id="rId1" Type="\(Self.office)/\(kind)" Target="\(target)"/></Relationships>
    """
  }

  private var data: String {
    rows.enumerated().map { number, cells in
      "<row r=\"\(number + 1)\">"
        + cells.enumerated().map { column, text in
          cell("\(["A", "B", "C", "D"][column])\(number + 1)", text)
        }.joined() + "</row>"
    }.joined()
  }

  private func cell(_ name: String, _ text: String) -> String {
    if text.isEmpty { return "" }
    if text.hasPrefix("=") { return "<c r=\"\(name)\"><f>\(text.dropFirst())</f><v>1</v></c>" }
    return Int(text) == nil
      ? "<c r=\"\(name)\" t=\"inlineStr\"><is><t>\(text)</t></is></c>"
      : "<c r=\"\(name)\"><v>\(text)</v></c>"
  }
}
