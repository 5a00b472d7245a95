import DocMergeArchive

/// A form of office documents.
package enum OfficeForm: Sendable, Hashable {
  case word
  case openDocumentText
  case excel
  case openDocumentSheets
  case openDocumentSlides
  case powerPoint
  case book

  /// The form that a file has, by its name and its first bytes.
  ///
  /// - Throws: ``OfficeRefusal`` for a document that is encrypted.
  static func of(_ package: OfficePackage) throws(OfficeRefusal) -> OfficeForm? {
    if package[ContentTypes.part] != nil, package["_rels/.rels"] != nil {
      let main = try Relationships(of: "", in: package).list.first { $0.kind == "officeDocument" }
      guard let target = main?.target else { return nil }
      let forms: [(String, OfficeForm)] = [
        ("word/", .word), ("xl/", .excel), ("ppt/", .powerPoint),
      ]
      return forms.first { target.contains($0.0) }?.1
    }
    guard let type = try package.contents("mimetype") else { return nil }
    let words = String(decoding: type, as: UTF8.self)
    if words.hasPrefix("application/epub+zip") { return .book }
    if words.hasPrefix("application/vnd.oasis.opendocument.spreadsheet") {
      return .openDocumentSheets
    }
    if words.hasPrefix("application/vnd.oasis.opendocument.presentation") {
      return .openDocumentSlides
    }
    return words.hasPrefix("application/vnd.oasis.opendocument.text") ? .openDocumentText : nil
  }

  /// The ends of the names of office documents that are merged.
  package static let nameEnds = [
    "docx", "docm", "dotx", "dotm", "odt", "ott", "xlsx", "xlsm", "xltx", "xltm", "ods", "ots",
    "odp", "otp", "pptx", "pptm", "potx", "potm", "ppsx",
    "epub",
  ]

  /// The ends of the names of documents in a single file of XML.
  ///
  /// Sheets of that kind are merged as XML: their charts and comments are written otherwise than in packages.
  package static let flatEnds = ["fodt", "fodp"]

  /// Whether a document of a name may have tracked changes that show a conflict.
  package static func hasTrackedChanges(_ path: String) -> Bool {
    let end = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
    return ["docx", "docm", "dotx", "dotm", "odt", "ott", "fodt"].contains(end)
  }

  /// The ends of the names of documents of other forms, which are refused by name.
  private static let otherEnds = [
    "xlsb", "odg",
  ]

  /// Whether a file is an office document by its name and its first bytes.
  package static func isOffice(_ bytes: [UInt8], path: String) -> Bool {
    let end = path.split(separator: ".").last.map { $0.lowercased() }
    if let end, flatEnds.contains(end) { return FlatDocument.isDocument(bytes) }
    guard let end,
      nameEnds.contains(end) || otherEnds.contains(end)
    else { return false }
    return isArchive(bytes)
  }

  /// Whether a file is a zip archive, or what encrypted documents are kept in, by its first bytes.
  package static func isArchive(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0x50, 0x4B]) || bytes.starts(with: [0xD0, 0xCF, 0x11, 0xE0])
  }
}
