import DocMergeHistory
import DocMergeStoreSamples
import Testing

/// The list of what a prune removes.
struct PruneNoteTests {
  @Test func `the note of a prune is read as it was written`() throws {
    let note = PruneNote(
      chains: [Samples.object(7)],
      documents: [.init(id: Samples.document(1), path: Samples.path("a b\n.md"))],
      versions: [
        .init(
          id: Samples.object(3), document: Samples.document(1), size: 12, reason: .deleted,
          path: Samples.path("a b\n.md"))
      ])
    #expect(try PruneNote(note.text) == note)
    for text in ["version 1", "document x y", "chain zz", "rubbish", "version 1 2 3 4 5"] {
      #expect(throws: StateError.self) { try PruneNote(Array("\(text)\n".utf8)) }
    }
  }
}
