import DocMergeArchive
import DocMergeLanguage

/// A workbook of Excel: its parts, and where its sheets are.
struct ExcelDocument {
  /// A sheet as the workbook lists it.
  struct SheetPart {
    var name: String
    /// The name of its part.
    var part: String
    var relationships: Relationships
    /// What the list says of it, without its name and ids.
    var element: XMLElement
  }

  var package: OfficePackage
  /// The name of the part that lists the sheets.
  let part: String
  var relationships: Relationships
  let root: XMLDocument
  let sheets: [SheetPart]
  let styles: ExcelStyles
  let strings: [XMLElement]

  init(_ package: OfficePackage) throws(OfficeRefusal) {
    self.package = package
    let references = try Relationships(of: "", in: package)
    guard let main = references.list.first(where: { $0.kind == "officeDocument" }) else {
      throw .malformed(part: "_rels/.rels", reason: tr("it names no workbook"))
    }
    part = references.part(of: main)
    guard let root = try package.xml(part), root.root.name == "workbook",
      root.root.first("sheets") != nil
    else {
      throw .malformed(part: part, reason: tr("it has no sheets"))
    }
    self.root = root
    relationships = try Relationships(of: part, in: package)
    sheets = try Self.sheets(root.root, part, relationships, package)
    let stylesPart = Self.part("styles", relationships)
    styles = ExcelStyles(
      try stylesPart.flatMap { part throws(OfficeRefusal) in try package.xml(part)?.root })
    let stringsPart = Self.part("sharedStrings", relationships)
    let stringsRoot = try stringsPart.flatMap { part throws(OfficeRefusal) in
      try package.xml(part)?.root
    }
    // Elements with a prefix are the same to other programs, and other ones here.
    guard stringsRoot == nil || stringsRoot?.name == "sst",
      styles.root == nil || styles.root?.name == "styleSheet"
    else { throw .malformed(part: part, reason: tr("its elements have a prefix")) }
    strings = stringsRoot?.elements ?? []
  }

  /// The name of the part of a kind; `nil` where there is none.
  func partName(_ kind: String) -> String? { Self.part(kind, relationships) }

  private static func part(_ kind: String, _ relationships: Relationships) -> String? {
    relationships.list.first { $0.kind == kind }.map { relationships.part(of: $0) }
  }

  private static func sheets(
    _ root: XMLElement, _ part: String, _ relationships: Relationships, _ package: OfficePackage
  ) throws(OfficeRefusal) -> [SheetPart] {
    var sheets: [SheetPart] = []
    for element in root.first("sheets")?.elements ?? [] {
      guard let name = element["name"], let id = element["r:id"],
        let relationship = relationships[id]
      else { throw .malformed(part: part, reason: tr("a sheet has no name or no part")) }
      guard relationship.kind == "worksheet" else {
        throw .malformed(part: part, reason: tr("“\(name)” is no sheet of cells"))
      }
      var said = element
      for attribute in ["name", "sheetId", "r:id"] { said[attribute] = nil }
      if said["state"] == "visible" { said["state"] = nil }
      let inner = relationships.part(of: relationship)
      sheets.append(
        SheetPart(
          name: name, part: inner, relationships: try Relationships(of: inner, in: package),
          element: said))
    }
    guard Set(sheets.map(\.name)).count == sheets.count else {
      throw .malformed(part: part, reason: tr("two sheets have one name"))
    }
    return sheets
  }

  /// Whether dates count from 1904, as on old computers of Apple.
  var countsFrom1904: Bool {
    ["1", "true"].contains(root.root.first("workbookPr")?["date1904"] ?? "")
  }

  /// For each part that belongs to a sheet, directly or by another part, the name of the sheet.
  var owners: [String: String] {
    get throws(OfficeRefusal) {
      var owners: [String: String] = [:]
      for sheet in sheets {
        var open = [sheet.relationships]
        while let references = open.popLast() {
          for relationship in references.list where !relationship.isExternal {
            let part = references.part(of: relationship)
            guard owners[part] == nil, package[part] != nil else { continue }
            owners[part] = sheet.name
            open.append(try Relationships(of: part, in: package))
          }
        }
      }
      return owners
    }
  }
}
