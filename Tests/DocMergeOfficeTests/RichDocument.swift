import DocMergeArchive

@testable import DocMergeOffice

/// Documents with one of everything, in the form in which programs write them.
struct RichDocument {
  /// The parts that the document has beside its text.
  private let parts: [(String, String)]
  private let textPart: String
  private let text: String

  /// The document with words in the place of others.
  func file(replacing changes: [String: String] = [:]) throws -> [UInt8] {
    let text = changes.reduce(text) { text, change in
      text.replacing(change.key, with: change.value)
    }
    return try file(text: text)
  }

  /// The document with another text, and other notes where they are in a part of their own.
  func file(
    text: some StringProtocol, notes: String? = nil, header: String? = nil
  ) throws -> [UInt8] {
    try ZipArchive(
      members: (parts + [(textPart, String(text))]).map { name, text in
        var text = text
        if name == "word/header1.xml", let header {
          text = text.replacing("Header iota", with: header)
        }
        if name == "word/footnotes.xml", let notes {
          text = "<w:footnotes \(Self.namespaces)>\(notes)</w:footnotes>"
        }
        return ZipMember(name: name, contents: Array(text.utf8), like: nil, time: 0x5821_0000)
      }
    ).written()
  }

  /// The XML of the text.
  var xml: String { text }

  static func of(_ form: OfficeForm) -> RichDocument {
    switch form {
    case .word: word
    case .openDocumentText: openDocument
    case .excel, .openDocumentSheets, .openDocumentSlides, .powerPoint, .book:
      preconditionFailure("a text is no workbook")
    }
  }

  private static let namespaces = """
    xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" \
    xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" \
    xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" xmlns:wp="urn:wp" xmlns:a="urn:a"
    """
  private static let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

  private static func relationships(_ list: [(String, String, String)]) -> String {
    "<Relationships xmlns=\"\(Relationships.namespace)\">"
      + list.map { id, kind, target in
        "<Relationship Id=\"\(id)\" Type=\"\(office)/\(kind)\" Target=\"\(target)\""
          + (kind == "hyperlink" ? " TargetMode=\"External\"/>" : "/>")
      }.joined() + "</Relationships>"
  }

  private static let word = RichDocument(
    parts: [
      (
        "[Content_Types].xml",
        "<Types xmlns=\"urn:t\"><Default Extension=\"png\" ContentType=\"image/png\"/></Types>"
      ),
      ("_rels/.rels", relationships([("rId1", "officeDocument", "word/document.xml")])),
      (
        "word/_rels/document.xml.rels",
        relationships([
          ("rId1", "footnotes", "footnotes.xml"), ("rId2", "comments", "comments.xml"),
          ("rId3", "numbering", "numbering.xml"), ("rId4", "image", "media/image1.png"),
          ("rId5", "hyperlink", "https://example.org/?a=1&amp;b=2"),
          ("rId6", "header", "header1.xml"),
        ])
      ),
      ("word/media/image1.png", "not really a picture"),
      (
        "word/header1.xml",
        "<w:hdr \(namespaces)><w:p><w:r><w:t>Header iota</w:t></w:r></w:p></w:hdr>"
      ),
      (
        "word/footnotes.xml",
        """
        <w:footnotes \(namespaces)><w:footnote w:id="0" w:type="separator"><w:p/></w:footnote>\
        <w:footnote w:id="5"><w:p><w:r><w:footnoteRef/></w:r><w:r><w:t xml:space="preserve"> First \
        note</w:t></w:r></w:p><w:p><w:hyperlink r:id="rId1"><w:r><w:t>goes on</w:t></w:r></w:hyperlink></w:p>\
        </w:footnote></w:footnotes>
        """
      ),
      (
        "word/_rels/footnotes.xml.rels",
        relationships([("rId1", "hyperlink", "https://example.org/note")])
      ),
      (
        "word/comments.xml",
        """
        <w:comments \(namespaces)><w:comment w:id="7" w:author="Ann" w:date="2020-01-01T00:00:00Z"><w:p>\
        <w:r><w:t>Really?</w:t></w:r></w:p></w:comment></w:comments>
        """
      ),
      (
        "word/numbering.xml",
        """
        <w:numbering \(namespaces)><w:abstractNum w:abstractNumId="3"><w:lvl w:ilvl="0"><w:numFmt \
        w:val="bullet"/></w:lvl></w:abstractNum><w:num w:numId="4"><w:abstractNumId w:val="3"/></w:num>\
        </w:numbering>
        """
      ),
    ],
    textPart: "word/document.xml",
    text: """
      <w:document \(namespaces)><w:body>\
      <w:p w:rsidR="00A1" w14:paraId="1234ABCD"><w:pPr><w:outlineLvl w:val="0"/></w:pPr><w:r><w:t>Title \
      alpha</w:t></w:r></w:p>\
      <w:p><w:r><w:t xml:space="preserve">Plain beta with </w:t></w:r><w:hyperlink r:id="rId5"><w:r><w:rPr>\
      <w:color w:val="0000FF"/></w:rPr><w:t>a link</w:t></w:r></w:hyperlink><w:r><w:t xml:space="preserve">, a \
      tab</w:t><w:tab/><w:t>and a break</w:t><w:br/><w:t>here</w:t></w:r><w:r><w:footnoteReference w:id="5"/>\
      </w:r></w:p>\
      <w:p><w:bookmarkStart w:id="9" w:name="place"/><w:r><w:t>Marked gamma</w:t></w:r><w:bookmarkEnd \
      w:id="9"/><w:commentRangeStart w:id="7"/><w:r><w:t xml:space="preserve"> commented</w:t></w:r>\
      <w:commentRangeEnd w:id="7"/><w:r><w:commentReference w:id="7"/></w:r></w:p>\
      <w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="4"/></w:numPr></w:pPr><w:r><w:t>Item delta</w:t>\
      </w:r></w:p>\
      <w:p><w:r><w:t xml:space="preserve">Tracked epsilon </w:t></w:r><w:ins w:id="1" w:author="Ben" \
      w:date="2020-01-02T00:00:00Z"><w:r><w:t xml:space="preserve">inserted </w:t></w:r></w:ins><w:del w:id="2" \
      w:author="Ben" w:date="2020-01-02T00:00:00Z"><w:r><w:delText>deleted</w:delText></w:r></w:del></w:p>\
      <w:p><w:r><w:drawing><wp:inline><wp:docPr id="1" name="Picture"/><a:blip r:embed="rId4"/></wp:inline>\
      </w:drawing></w:r><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>PAGE</w:instrText></w:r>\
      <w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>\
      <w:tbl><w:tblPr><w:tblW w:w="5000" w:type="pct"/></w:tblPr><w:tblGrid><w:gridCol w:w="1"/><w:gridCol \
      w:w="2"/></w:tblGrid><w:tr><w:tc><w:tcPr><w:tcW w:w="1" w:type="dxa"/></w:tcPr><w:p><w:r><w:t>Cell | \
      zeta</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>one</w:t></w:r></w:p><w:p><w:r><w:t>two</w:t></w:r></w:p>\
      </w:tc></w:tr><w:tr><w:trPr><w:cantSplit/></w:trPr><w:tc><w:p/></w:tc><w:tc><w:p><w:r><w:t>last</w:t></w:r>\
      </w:p></w:tc></w:tr></w:tbl>\
      <w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val="Table of Contents"/></w:docPartObj></w:sdtPr>\
      <w:sdtContent><w:p><w:r><w:t>Contents eta</w:t></w:r></w:p></w:sdtContent></w:sdt>\
      <w:p/>\
      <w:p><w:r><w:t>The end theta</w:t></w:r></w:p>\
      <w:sectPr><w:headerReference w:type="default" r:id="rId6"/><w:pgSz w:w="11906" w:h="16838"/></w:sectPr>\
      </w:body></w:document>
      """)

  private static let openNames =
    [
      ("office", "office"), ("text", "text"), ("style", "style"), ("fo", "xsl-fo-compatible"),
      ("table", "table"), ("draw", "drawing"), ("dc", "dc"), ("svg", "svg"),
    ].map { "xmlns:\($0)=\"urn:oasis:names:tc:opendocument:xmlns:\($1):1.0\"" }
    .joined(separator: " ") + " xmlns:xlink=\"http://www.w3.org/1999/xlink\""

  private static let openDocument = RichDocument(
    parts: [
      ("mimetype", "application/vnd.oasis.opendocument.text"),
      ("Pictures/1.png", "not really a picture"),
      (
        "META-INF/manifest.xml",
        """
        <manifest:manifest xmlns:manifest="urn:m"><manifest:file-entry manifest:full-path="content.xml"/>\
        <manifest:file-entry manifest:full-path="Pictures/1.png"/></manifest:manifest>
        """
      ),
    ],
    textPart: "content.xml",
    text: """
      <office:document-content \(openNames)><office:font-face-decls/><office:automatic-styles>\
      <style:style style:name="P1" style:family="paragraph" style:parent-style-name="Standard">\
      <style:paragraph-properties fo:text-align="center"><style:tab-stops><style:tab-stop style:position="1cm"/>\
      </style:tab-stops></style:paragraph-properties></style:style>\
      <style:style style:name="T1" style:family="text"><style:text-properties fo:color="#0000ff"/></style:style>\
      <style:style style:name="fr1" style:family="graphic"/><style:style style:name="Ta" style:family="table"/>\
      <text:list-style style:name="L1"><text:list-level-style-bullet text:level="1" text:bullet-char="•"/>\
      </text:list-style></office:automatic-styles><office:body><office:text text:use-soft-page-breaks="true">\
      <text:tracked-changes><text:changed-region xml:id="ct1" text:id="ct1"><text:insertion>\
      <office:change-info><dc:creator>Ben</dc:creator></office:change-info></text:insertion></text:changed-region>\
      <text:changed-region xml:id="ct2" text:id="ct2"><text:deletion><text:p>deleted</text:p></text:deletion>\
      </text:changed-region></text:tracked-changes><text:sequence-decls><text:sequence-decl text:name="Table"/>\
      </text:sequence-decls>\
      <text:h text:style-name="Heading_20_1" text:outline-level="1">Title alpha</text:h>\
      <text:p text:style-name="P1">Plain beta with <text:a xlink:href="https://example.org/?a=1&amp;b=2">\
      <text:span text:style-name="T1">a link</text:span></text:a>, a tab<text:tab/>and <text:s text:c="2"/>a \
      break<text:line-break/>here<text:note text:id="ftn4" text:note-class="footnote"><text:note-citation>1\
      </text:note-citation><text:note-body><text:p>First note</text:p><text:p>goes on</text:p></text:note-body>\
      </text:note></text:p>\
      <text:p><text:bookmark-start text:name="place"/>Marked gamma<text:bookmark-end text:name="place"/>\
      <office:annotation office:name="__1"><dc:creator>Ann</dc:creator><text:p>Really?</text:p>\
      </office:annotation> commented<office:annotation-end office:name="__1"/></text:p>\
      <text:list xml:id="list1" text:style-name="L1"><text:list-item><text:p>Item delta</text:p><text:p>goes \
      on</text:p><text:list><text:list-item><text:p>Inner item</text:p></text:list-item></text:list>\
      </text:list-item><text:list-item><text:p>Second item</text:p></text:list-item></text:list>\
      <text:p>Tracked epsilon <text:change-start text:change-id="ct1"/>inserted<text:change-end \
      text:change-id="ct1"/><text:change text:change-id="ct2"/></text:p>\
      <text:p><draw:frame draw:style-name="fr1" draw:name="Image1" draw:z-index="0"><draw:image \
      xlink:href="Pictures/1.png"/></draw:frame><text:page-number>1</text:page-number></text:p>\
      <table:table table:name="Table1" table:style-name="Ta"><table:table-column \
      table:number-columns-repeated="2"/><table:table-header-rows><table:table-row><table:table-cell>\
      <text:p>Cell | zeta</text:p></table:table-cell><table:table-cell><text:p>one</text:p><text:p>two</text:p>\
      </table:table-cell></table:table-row></table:table-header-rows><table:table-row><table:table-cell>\
      <text:p/></table:table-cell><table:table-cell><text:p>last</text:p></table:table-cell></table:table-row>\
      </table:table>\
      <text:section text:name="Part"><text:p>Contents eta</text:p></text:section>\
      <text:p/><text:p>The end theta</text:p></office:text></office:body></office:document-content>
      """)
}
