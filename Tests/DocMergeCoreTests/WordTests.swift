import DocMergeCore
import Testing

struct WordTests {
  @Test(arguments: [
    (text: "", words: []),
    (text: "one two", words: ["one", " ", "two"]),
    (text: "don't  stop!!", words: ["don", "'", "t", "  ", "stop", "!", "!"]),
    (text: "x2=\t3.5\n", words: ["x2", "=", "\t", "3", ".", "5", "\n"]),
    (text: "Zoe\u{308} é\r\n", words: ["Zoe\u{308}", " ", "é", "\r\n"]),
    (text: "👨‍👩‍👧👍🏽", words: ["👨‍👩‍👧", "👍🏽"]),
    (text: "中文", words: ["中文"]),
  ])
  func `cuts into words`(text: String, words: [String]) {
    let tokens = WordTokens(text.bytes)
    #expect(tokens.map { String(decoding: $0, as: UTF8.self) } == words)
    #expect(Array(tokens.joined()) == text.bytes)
  }

  @Test func `cuts invalid UTF-8 into bytes`() {
    let bytes: [UInt8] = [0x61, 0x62, 0xFF, 0x63]
    #expect(WordTokens(bytes).map { Array($0) } == bytes.map { [$0] })
  }

  @Test(arguments: [
    (old: "a red hat", new: "a blue hat", changes: WordChanges(old: [2..<5], new: [2..<6])),
    (old: "same", new: "same", changes: WordChanges(old: [], new: [])),
    (old: "", new: "all", changes: WordChanges(old: [], new: [0..<3])),
    (old: "one two", new: "one", changes: WordChanges(old: [3..<7], new: [])),
    (old: "cafe", new: "cafe\u{301}", changes: WordChanges(old: [0..<4], new: [0..<6])),
  ])
  func `finds the words that differ`(old: String, new: String, changes: WordChanges) {
    #expect(wordChanges(old: old.bytes, new: new.bytes) == changes)
  }

  @Test func `agrees on everything outside of the changes`() {
    for seed in 0..<300 {
      let triple = Triple.random(seed: seed)
      let changes = wordChanges(old: triple.base, new: triple.ours)
      let old = Self.rest(of: triple.base, without: changes.old)
      #expect(old == Self.rest(of: triple.ours, without: changes.new), "seed \(seed)")
    }
  }

  private static func rest(of bytes: [UInt8], without ranges: [Range<Int>]) -> [UInt8] {
    var bytes = bytes
    for range in ranges.reversed() { bytes.removeSubrange(range) }
    return bytes
  }
}
