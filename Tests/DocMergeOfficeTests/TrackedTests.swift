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
    var refusals = 0
    for seed in 0..<ModelMergeTests.count {
      var generator = SeededGenerator(seed: seed)
      let base = ModelDocument(&generator)
      // Both sides edit anything, also the same word.
      let edits = (base.edits(&generator).ours, base.edits(&generator, tag: "b").ours)
      let (ours, theirs) = (base.applying(edits.0), base.applying(edits.1))
      let office = try OfficeMerge(
        base: base.file(form), ours: ours.file(form), theirs: theirs.file(form))
      let merge = try office.merge(TextMergeOptions(policy: .strict, style: .diff3))
      let tracked = try Self.tracked(merge, office, isOpenDocument: form == .openDocumentText)
      guard let document = tracked else {
        refusals += 1
        continue
      }
      #expect(try office.tracked(merge, by: Self.authors) == document, "seed \(seed)")
      let names = try changeAuthors(of: document)
      #expect(names.isEmpty == (merge.contents.conflicts.isEmpty), "seed \(seed): \(names)")
    }
    // A heading that is deleted before a paragraph of another style.
    #expect(refusals * 10 < ModelMergeTests.count, "\(refusals) refused")
  }

  /// The document with tracked changes; `nil` for one that OpenDocument has no changes for.
  static func tracked(
    _ merge: LayeredMerge, _ office: OfficeMerge, isOpenDocument: Bool
  ) throws -> [UInt8]? {
    do {
      return try office.tracked(merge, by: authors)
    } catch let error {
      guard isOpenDocument, case OfficeRefusal.notTracked = error else { throw error }
      return nil
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
