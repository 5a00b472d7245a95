import DocMergeCore
import DocMergeStoreSamples
import DocMergeSystem
import Testing

@testable import DocMergeHistory
@testable import DocMergeObjects

/// Versions: their order, and what their commits say.
struct VersionTests {
  /// Versions that differ in everything that decides.
  private static let versions = [DocumentKind.file, .deleted, .symlink].flatMap { kind in
    [Int64(5), 6].flatMap { seconds in
      (1...3).map { Samples.version($0, kind: kind, seconds: seconds) }
    }
  }

  @Test func `of any two versions exactly one wins, and winning is transitive`() {
    for one in Self.versions {
      #expect(!one.wins(over: one))
      for two in Self.versions where two.id != one.id {
        #expect(one.wins(over: two) != two.wins(over: one))
        for three in Self.versions where one.wins(over: two) && two.wins(over: three) {
          #expect(one.wins(over: three))
        }
      }
    }
  }

  @Test func `an edit beats a later deletion, then the later date, then the larger id`() {
    let edit = Samples.version(1, seconds: 5)
    #expect(edit.wins(over: Samples.version(2, kind: .deleted, seconds: 9)))
    #expect(Samples.version(1, seconds: 6).wins(over: Samples.version(2, seconds: 5)))
    var twin = Samples.version(2, seconds: 5)
    twin.date = edit.date
    #expect(twin.wins(over: edit))
  }

  private func note(_ subject: String, strategy: String? = nil) -> VersionNote {
    VersionNote(
      subject: subject, document: Samples.document(1), path: Samples.path("a b/é\n.md"),
      kind: .executable, size: 12, replica: Samples.replica(2), computer: "Zoë's laptop",
      operation: .resolve, strategy: strategy, date: Timestamp(seconds: -1, nanoseconds: 5))
  }

  @Test(arguments: [
    "Save a.md", "two\n\nparagraphs", "", "Docmerge-Path: not/a/trailer", "colon: x",
    "ends\n\nSigned-off-by: A <a>",
  ])
  func `a version's message is read as it was written`(subject: String) {
    for strategy in [nil, "merge"] {
      let note = note(subject, strategy: strategy)
      let read = VersionNote(message: note.message)
      #expect(read?.document == note.document && read?.path == note.path)
      #expect(read?.date == note.date && read?.strategy == strategy)
      #expect(read?.computer == note.computer && read?.size == 12)
      if !subject.hasPrefix("Docmerge-") { #expect(read?.subject == subject) }
    }
  }

  @Test func `a person's words cannot pass for trailers`() {
    let words = "words\n\nDocmerge-Document: \(Samples.document(9))\nDocmerge-Size: 99"
    let read = VersionNote(message: note(words).message)
    #expect(read?.document == Samples.document(1))
    #expect(read?.size == 12)
  }

  @Test func `line ends in values cannot make more trailers`() {
    var note = note("Save")
    note.computer = "a\nDocmerge-Size: 99"
    let read = VersionNote(message: note.message)
    #expect(read?.size == 12)
    #expect(read?.computer == "a Docmerge-Size: 99")
  }

  @Test(arguments: ["", "words", "Docmerge-Document: 1\n", "a\n\nDocmerge-Path: ..\n"])
  func `other messages are no versions`(message: String) {
    #expect(VersionNote(message: message) == nil)
    #expect(OperationNote(message: message) == nil)
  }

  @Test func `a version is no operation`() {
    #expect(OperationNote(message: note("Save").message) == nil)
  }

  @Test(arguments: [
    (Timestamp(seconds: 0, nanoseconds: 0), "0.000000000"),
    (Timestamp(seconds: 1_763_700_000, nanoseconds: 123_456_789), "1763700000.123456789"),
    (Timestamp(seconds: 7, nanoseconds: 5), "7.000000005"),
    (Timestamp(seconds: -2, nanoseconds: 999_999_999), "-2.999999999"),
  ])
  func `dates are written to the nanosecond`(date: Timestamp, text: String) {
    #expect(Trailers.text(date) == text)
    #expect(Trailers.date(text.utf8) == date)
  }

  @Test(arguments: ["", "1", "1.5", "x.000000000", "1.00000000x", "1.-00000001", "1.2.3"])
  func `malformed dates are refused`(text: String) {
    #expect(Trailers.date(text.utf8) == nil)
  }

  @Test func `ids are read as they are written, and nothing else`() {
    for _ in 0..<50 {
      let (document, replica) = (DocumentID.random(.system), ReplicaID.random(.system))
      #expect(DocumentID(document.description) == document)
      #expect(ReplicaID(replica.description) == replica)
      #expect(DocumentID(document.description.dropLast()) == nil)
      #expect(ReplicaID(replica.description + "0") == nil)
      #expect((0..<4096).contains(document.shard.number))
    }
    #expect(ReplicaID("+000000000000001") == nil)
    #expect(DocumentID(String(repeating: "g", count: 32)) == nil)
    #expect(ObjectID(hex: "12") == nil)
    #expect(ObjectID(bytes: [1, 2]) == nil)
    #expect(Samples.object(0xABC).description.hasSuffix("0abc"))
    #expect(Samples.object(1) < Samples.object(2) && Samples.document(1) < Samples.document(2))
  }

  @Test func `a copy's id hangs on its origin and version alone`() {
    let (one, two) = (Samples.document(1), Samples.document(2))
    let version = Samples.object(1)
    #expect(
      DocumentID.derived(from: one, version: version)
        == DocumentID.derived(from: one, version: version))
    #expect(
      DocumentID.derived(from: one, version: version)
        != DocumentID.derived(from: two, version: version))
    #expect(
      DocumentID.derived(from: one, version: version)
        != DocumentID.derived(from: one, version: Samples.object(2)))
  }

  @Test func `shards are named by two numbers`() {
    #expect(Shard(number: 0).folderName == Array("00".utf8))
    #expect(Shard(number: 4095).folderName == Array("63".utf8))
    #expect(Shard(number: 4095).blobName == Array("63".utf8))
    #expect(Shard(number: 65).folderName == Array("01".utf8))
    #expect(Shard(number: 74).blobName == Array("10".utf8))
  }
}
