import DocMergeArchive
import Foundation

@testable import DocMergeOffice

extension ModelWorkbook {
  private static let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

  /// The workbook as Excel would keep it, with more in the part of its first sheet, and more parts.
  ///
  /// - Parameters:
  ///   - extra: what stands behind the cells.
  ///   - references: the kinds and names of the parts that the sheet leads to.
  ///   - parts: more parts by their names.
  ///   - change: what becomes of the part of the first sheet.
  /// - Returns: the file.
  /// - Throws: where it cannot be written.
  func excelFile(
    inSheet extra: String = "", _ references: [(String, String)] = [],
    _ parts: [String: String] = [:], change: (String) -> String = { $0 }
  ) throws -> [UInt8] {
    var archive = try ZipArchive(file(.excel))
    let sheet = "xl/worksheets/sheet1.xml"
    func member(_ name: String, _ text: String) -> ZipMember {
      ZipMember(name: name, contents: Array(text.utf8), like: nil, time: 0x5000_0000)
    }
    for index in archive.members.indices where archive.members[index].name == sheet {
      var text = String(decoding: try archive.members[index].contents(), as: UTF8.self)
      text = text.replacingOccurrences(of: "</worksheet>", with: "\(extra)</worksheet>")
        .replacingOccurrences(of: "<worksheet ", with: "<worksheet xmlns:r=\"\(Self.office)\" ")
      archive.members[index] = member(sheet, change(text))
    }
    archive.members.append(
      member("xl/worksheets/_rels/sheet1.xml.rels", Self.references(references)))
    for (name, text) in parts.sorted(by: { $0.key < $1.key }) {
      archive.members.append(member(name, text))
    }
    return try archive.written()
  }

  /// A part with references to parts of some kinds and names.
  static func references(_ list: [(String, String)]) -> String {
    let inner = list.enumerated().map { index, reference in
      "<Relationship Id=\"rId\(index + 1)\" Type=\"\(office)/\(reference.0)\" "
        + "Target=\"/\(reference.1)\"/>"
    }.joined()
    return "<Relationships xmlns=\"\(Relationships.namespace)\">\(inner)</Relationships>"
  }
}
