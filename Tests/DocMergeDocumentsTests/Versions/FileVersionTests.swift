import DocMergeDocuments
import Testing

@Test func `x`() { #expect(Bool(true)) }
