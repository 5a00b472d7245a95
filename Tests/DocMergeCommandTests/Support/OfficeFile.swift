import DocMergeArchive

/// A small document of Word: paragraphs, one word of which can be bold or in a colour.
struct OfficeFile {
  /// The paragraphs; a word between `*` is bold, one between `{` and `}` is red, one between `[` and `]` blue.
  var paragraphs: [String]

  init(_ paragraphs: String...) {
    self.paragraphs = paragraphs
  }

  private static let word = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
  private static let package = "http://schemas.openxmlformats.org/package/2006"
  private static let formats: [Character: String] = [
    "*": "<w:b/>", "{": "<w:color w:val=\"FF0000\"/>", "[": "<w:color w:val=\"0000FF\"/>",
  ]

  /// The document as a file.
  var bytes: [UInt8] {
    get throws {
      let body = paragraphs.map { "<w:p>\(runs(of: $0))</w:p>" }.joined()
      return try ZipArchive(members: [
        member("[Content_Types].xml", "<Types xmlns=\"\(Self.package)/content-types\"/>"),
        member(
          "_rels/.rels",
          "<Relationships xmlns=\"\(Self.package)/relationships\"><Relationship Id=\"rId1\" Type=\"http://"
            + "schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument\" "
            + "Target=\"word/document.xml\"/></Relationships>"),
        member(
          "word/document.xml",
          "<w:document xmlns:w=\"\(Self.word)\"><w:body>\(body)</w:body></w:document>"),
      ]).written()
    }
  }

  private func member(_ name: String, _ text: String) -> ZipMember {
    ZipMember(name: name, contents: Array(text.utf8), like: nil, time: 0x5821_0000)
  }

  private func runs(of paragraph: String) -> String {
    var runs = ""
    var format = ""
    var text = ""
    func close() {
      runs += "<w:r><w:rPr>\(format)</w:rPr><w:t xml:space=\"preserve\">\(text)</w:t></w:r>"
      text = ""
    }
    for character in paragraph {
      if let start = Self.formats[character], format.isEmpty {
        close()
        format = start
      } else if "*}]".contains(character) {
        close()
        format = ""
      } else {
        text.append(character)
      }
    }
    close()
    return runs
  }
}
