import DocMergeCore
import DocMergeTestSupport
import Foundation
import Testing

@testable import DocMergeOffice

/// Documents that are merged as plain values are what real ones must be merged to.
@Suite struct ModelMergeTests {
  /// `DOCMERGE_OFFICE_CASES=5000` for the long run.
  static let count =
    ProcessInfo.processInfo.environment["DOCMERGE_OFFICE_CASES"].flatMap { Int($0) } ?? 400

  @Test(arguments: [OfficeForm.word, .openDocumentText])
  func `reads what it wrote`(form: OfficeForm) throws {
    for seed in 0..<50 {
      var generator = SeededGenerator(seed: seed)
      let document = ModelDocument(&generator)
      #expect(try ModelDocument(reading: document.file(form)) == document)
    }
  }

  @Test(arguments: [OfficeForm.word, .openDocumentText])
  func `keeps every edit of both sides`(form: OfficeForm) throws {
    var mergedCount = 0
    for seed in 0..<Self.count {
      var generator = SeededGenerator(seed: seed)
      let base = ModelDocument(&generator)
      let edits = base.edits(&generator)
      let (ours, theirs) = (base.applying(edits.ours), base.applying(edits.theirs))
      let office = try OfficeMerge(
        base: base.file(form), ours: ours.file(form), theirs: theirs.file(form))
      guard let merged = try office.document(.balanced) else { continue }
      mergedCount += 1
      let expected = base.applying(edits.ours + edits.theirs)
      let other = base.applying(edits.theirs + edits.ours)
      let found = try ModelDocument(reading: merged)
      #expect(found == expected || found == other, "seed \(seed): \(edits)")
      if found != expected, found != other { return }
    }
    // A merge left in conflict is safe, but a merge that leaves all is of no use.
    #expect(mergedCount * 10 >= Self.count * 8, "\(mergedCount) of \(Self.count) merged")
  }

  @Test(arguments: [OfficeForm.word, .openDocumentText])
  func `makes the same bytes again, and takes one side as it is`(form: OfficeForm) throws {
    for seed in 0..<40 {
      var generator = SeededGenerator(seed: seed)
      let base = ModelDocument(&generator)
      let edits = base.edits(&generator)
      let files = try [base, base.applying(edits.ours), base.applying(edits.theirs)].map {
        try $0.file(form)
      }
      let (one, two) = (
        try OfficeMerge(base: files[0], ours: files[1], theirs: files[2]).document(.balanced),
        try OfficeMerge(base: files[0], ours: files[1], theirs: files[2]).document(.balanced)
      )
      #expect(one == two)
      let alone = try OfficeMerge(base: files[0], ours: files[1], theirs: files[0])
      let kept = try #require(try alone.document(.strict))
      #expect(try ModelDocument(reading: kept) == base.applying(edits.ours))
    }
  }

  @Test(arguments: [OfficeForm.word, .openDocumentText])
  func `writes whichever side a person takes in each conflict`(form: OfficeForm) throws {
    for seed in 0..<120 {
      var generator = SeededGenerator(seed: seed)
      let base = ModelDocument(&generator)
      // Both sides edit anything, also the same word.
      let edits = (base.edits(&generator).ours, base.edits(&generator, tag: "b").ours)
      let (ours, theirs) = (base.applying(edits.0), base.applying(edits.1))
      let office = try OfficeMerge(
        base: base.file(form), ours: ours.file(form), theirs: theirs.file(form))
      let merge = try office.merge(TextMergeOptions(policy: .strict))
      for takesOurs in [true, false] {
        let text = merge.contents.regions.flatMap { region -> [UInt8] in
          switch region {
          case .agreed(let agreed): Array(agreed.bytes)
          case .conflict(let conflict): Array(takesOurs ? conflict.ours : conflict.theirs)
          }
        }
        guard let document = try? office.composed(text) else {
          Issue.record(
            "seed \(seed), ours: \(takesOurs): \(edits)\n\(String(decoding: text, as: UTF8.self))")
          continue
        }
        let words = try ModelDocument(reading: document).paragraphs.flatMap(\.words).map(\.text)
        #expect(Set(words).count == words.count, "seed \(seed): a word is doubled")
        let mine = (takesOurs ? ours : theirs).paragraphs.flatMap(\.words).map(\.text)
        let other = Set(base.paragraphs.flatMap(\.words).map(\.text))
        // What only this side wrote is there.
        let kept = mine.filter { !other.contains($0) && !words.contains($0) }
        #expect(kept.isEmpty, "seed \(seed): \(kept) lost of \(edits)")
      }
    }
  }
}
