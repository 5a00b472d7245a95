import DocMergeTestSupport
import Testing

@testable import DocMergeCore

struct FirstOffsetTests {
  @Test func `the first of two bytes is where a search byte by byte finds it`() {
    var generator = SeededGenerator(seed: 9)
    let letters: [UInt8] = [0x00, 0x01, 0x0A, 0x0B, 0x2C, 0x80, 0x8A, 0xFF]
    for _ in 0..<20_000 {
      let text = (0..<generator.number(0...24)).map { _ in letters[generator.number(0...7)] }
      let (one, other) = (letters[generator.number(0...7)], letters[generator.number(0...7)])
      let start = generator.number(0...text.count)
      let found = text.withUnsafeBytes {
        ByteRuns.firstOffset(of: one, or: other, in: $0, from: start)
      }
      let expected = text[start...].firstIndex { $0 == one || $0 == other } ?? text.count
      #expect(found == expected)
    }
  }
}
