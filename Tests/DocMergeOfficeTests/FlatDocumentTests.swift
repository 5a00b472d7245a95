import DocMergeArchive
import DocMergeCore
import Testing

@testable import DocMergeOffice

/// Documents in a single file of XML are merged as those in packages.
@Suite struct FlatDocumentTests {
  private func flat(
    _ first: String, _ last: String, header: String = "Head of it", style: String = "bold"
  ) -> [UInt8] {
    let names = ["office", "style", "text", "fo"].map { "xmlns:\($0)=\"urn:\($0)\"" }
    return Array(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <office:document \(names.joined(separator: " ")) \
      office:mimetype="application/vnd.oasis.opendocument.text">
       <office:meta/><office:styles/>
       <office:automatic-styles><style:style style:name="P1" style:family="paragraph"><style:text-properties \
      fo:font-weight="\(style)"/></style:style><style:style style:name="MP1" style:family="paragraph">\
      <style:text-properties fo:font-weight="light"/></style:style><style:page-layout style:name="Mpm1"/>\
      </office:automatic-styles>
       <office:master-styles><style:master-page style:name="Standard" style:page-layout-name="Mpm1">\
      <style:header><text:p text:style-name="MP1">\(header)</text:p></style:header></style:master-page>\
      </office:master-styles>
       <office:body><office:text><text:p text:style-name="P1">\(first)</text:p><text:p>Between stands this.\
      </text:p><text:p>\(last)</text:p></office:text></office:body>
      </office:document>
      """.utf8)
  }

  @Test func `merges words, formatting and headers`() throws {
    let base = flat("One common line.", "Two.")
    let ours = flat("ONE common line.", "Two.", header: "HEAD of it")
    let theirs = flat("One common line.", "TWO.", header: "Head of IT", style: "normal")
    for (one, other) in [(ours, theirs), (theirs, ours)] {
      let document = try OfficeMerge.document(
        base: base, ours: one, theirs: other, policy: .balanced)
      let root = try XMLDocument(try #require(document), named: "flat").root
      #expect(root.name == "office:document")
      #expect(root.first("office:body")?.text == "ONE common line.Between stands this.TWO.")
      #expect(root.first("office:master-styles")?.text == "HEAD of IT")
      let styles = root.first("office:automatic-styles")?.elements ?? []
      #expect(Set(styles.compactMap { $0["style:name"] }).count == styles.count)
      #expect(styles.contains { $0["style:name"] == "MP1" })
      #expect(styles.contains { $0.first("style:text-properties")?["fo:font-weight"] == "normal" })
    }
  }

  @Test func `is known by its name and its contents`() {
    #expect(OfficeForm.isOffice(flat("One.", "Two."), path: "letter.fodt"))
    #expect(!OfficeForm.isOffice(Array("plain words".utf8), path: "letter.fodt"))
    #expect(!OfficeForm.isOffice(flat("One.", "Two."), path: "letter.xml"))
  }

  @Test func `refuses other XML of such a name`() {
    #expect(throws: OfficeRefusal.otherForm) {
      try OfficeView.text(of: Array("<html><body/></html>".utf8))
    }
  }

  @Test func `leaves two changes of one word in conflict`() throws {
    let document = try OfficeMerge.document(
      base: flat("One.", "Two."), ours: flat("Mine.", "Two."), theirs: flat("Yours.", "Two."),
      policy: .balanced)
    #expect(document == nil)
  }

  private func adding(_ xml: String, to file: [UInt8]) -> [UInt8] {
    Array(
      String(decoding: file, as: UTF8.self).replacing(
        "<office:meta/>", with: "<office:meta/>\(xml)"
      ).utf8)
  }

  @Test func `keeps what no part holds`() throws {
    let base = flat("One.", "Two.")
    let ours = adding("<office:build>7</office:build>", to: flat("ONE.", "Two."))
    for (one, other) in [(ours, flat("One.", "TWO.")), (flat("One.", "TWO."), ours)] {
      let document = try OfficeMerge.document(
        base: base, ours: one, theirs: other, policy: .balanced)
      let root = try XMLDocument(try #require(document), named: "flat").root
      #expect(root.first("office:build")?.text == "7")
    }
    #expect(throws: OfficeRefusal.bothChanged(part: "office:document")) {
      try OfficeMerge.document(
        base: base, ours: ours,
        theirs: adding("<office:build>8</office:build>", to: flat("One.", "TWO.")),
        policy: .balanced)
    }
  }

  @Test(arguments: ["<!-- said -->", "<?run it?>"])
  func `refuses to lose a comment of the XML`(remark: String) throws {
    let (base, theirs) = (adding(remark, to: flat("One.", "Two.")), flat("One.", "TWO."))
    let ours = adding(remark, to: flat("ONE.", "Two."))
    #expect(throws: OfficeRefusal.self) {
      try OfficeMerge.document(
        base: base, ours: ours, theirs: adding(remark, to: theirs), policy: .balanced)
    }
    let merged = try OfficeMerge.document(
      base: base, ours: ours, theirs: theirs, policy: .balanced)
    #expect(merged != nil)
  }
}
