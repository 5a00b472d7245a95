import DocMergeArchive
import DocMergeCore
import DocMergeTestSupport
import Foundation
import Testing

@testable import DocMergeOffice

/// Conflicts as tracked changes.
@Suite struct TrackedTests {
  static let authors = ChangeAuthors(
    ours: ChangeAuthor(name: "Anna", date: "2026-01-31T09:00:00Z"),
    theirs: ChangeAuthor(name: "Ben", date: "2026-01-31T10:00:00Z"))

  @Test(arguments: [OfficeForm.word, .openDocumentText])
  func `shows each conflict of two edited documents`(form: OfficeForm) throws {
    for seed in 0..<ModelMergeTests.count {
      var generator = SeededGenerator(seed: seed)
      let base = ModelDocument(&generator)
      // Both sides edit anything, also the same word.
      let edits = (base.edits(&generator).ours, base.edits(&generator, tag: "b").ours)
      let (ours, theirs) = (base.applying(edits.0), base.applying(edits.1))
      let office = try OfficeMerge(
        base: base.file(form), ours: ours.file(form), theirs: theirs.file(form))
      let merge = try office.merge(TextMergeOptions(policy: .strict, style: .diff3))
      let document = try office.tracked(merge, by: Self.authors)
      #expect(try office.tracked(merge, by: Self.authors) == document, "seed \(seed)")
      let names = try changeAuthors(of: document)
      #expect(names.isEmpty == (merge.contents.conflicts.isEmpty), "seed \(seed): \(names)")
    }
  }

  private func changeAuthors(of document: [UInt8]) throws -> Set<String> {
    let package = try OfficePackage.read(document)
    var names: Set<String> = []
    for part in ["word/document.xml", "content.xml"] {
      try package.xml(part)?.root.forEach { element in
        if let name = element["w:author"] { names.insert(name) }
        if element.name == "dc:creator" { names.insert(element.text) }
      }
    }
    return names
  }
}
