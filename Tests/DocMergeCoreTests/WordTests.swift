import DocMergeCore
import Testing

struct WordTests {
  @Test(arguments: [
    (language: "nothing", words: []),
    (language: "English", words: ["don't", "  ", "stop", "!", "!", " ", "rock’n’roll"]),
    (language: "names", words: ["foo", ".", "bar", "(", "a", ":", "b", ")", " ", "snake_case"]),
    (language: "numbers", words: ["x2", "=", "\t", "3.5", "+", "1,000", ";", "1'000", "\n"]),
    (language: "a list", words: ["1", ",", "2", ",", "3", " ", "3,14", " ", "1,234,567"]),
    (language: "versions", words: ["v1.2.3", " ", "10.0.0.0/8", " ", "5", ".", "a"]),
    (language: "dates", words: ["2024-01-02", " ", "12:30", " ", "2024年1月2", "日", " ", "年"]),
    (language: "line endings", words: ["a", "\n", "\n", "\r\n", "\r", " \t ", "\r\n"]),
    (language: "German", words: ["Straße", "-", "Bahn", ".", "Äpfel", ":", "z"]),
    (language: "Russian", words: ["Ёлка", " ", "и", ",", " ", "т", ".", "д", "."]),
    (language: "Chinese", words: ["我", "们", "。"]),
    (language: "Japanese", words: ["東", "京", "タワー", "　 ", "が", "か\u{3099}"]),
    (language: "Korean", words: ["한국어", " ", "단어2", "."]),
    (language: "Arabic", words: ["مرحبا", " ", "بِالعالم", "،", " ", "٢٠٢٤/٠١/٠٢"]),
    (language: "Hebrew", words: ["שלום", " ", "צה\"ל\u{200F}", "."]),
    (language: "Thai", words: ["ภ", "า", "ษ", "า", " ", "น้ำ"]),
    (language: "Hindi", words: ["हिन्दी", " ", "में", "।"]),
    (language: "marks", words: ["Zoe\u{308}", " ", "é", "!\u{301}", "\r\n"]),
    (language: "emoji", words: ["👨‍👩‍👧", "👍🏽", "🇩🇪", "🇫🇷", "1️⃣"]),
  ])
  func `cuts into words`(language: String, words: [String]) {
    let text = words.joined()
    let tokens = WordTokens(text.bytes)
    #expect(tokens.map { String(decoding: $0, as: UTF8.self) } == words)
    #expect(Array(tokens.joined()) == text.bytes)
  }

  @Test func `cuts only invalid UTF-8 into bytes`() {
    let bytes = "don't ".bytes + [0xFF, 0xC3] + "über\n".bytes + [0xE2, 0x82]
    let words = [
      "don't".bytes, " ".bytes, [0xFF], [0xC3], "über".bytes, "\n".bytes, [0xE2], [0x82],
    ]
    #expect(WordTokens(bytes).map { Array($0) } == words)
  }

  @Test func `cuts ASCII as any other text`() {
    let pieces =
      "abZ01729__''....,,,,;::--//  \t\r\n\u{0}\u{B}\u{7F}\"!(=".map { String($0) } + ["\r"]
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<3000 {
      let text = (0..<generator.number(0...30)).map { _ in
        pieces[generator.number(0...pieces.count - 1)]
      }.filter { !$0.contains("\n") }.joined()
      let ending = generator.once(in: 3) ? "\n" : ""
      let alone = WordTokens((text + ending).bytes).map { Array($0) }
      // A line separator is a token of its own and makes the line one that is not ASCII.
      let marked = WordTokens(("\u{2028}" + text + ending).bytes).map { Array($0) }
      #expect(["\u{2028}".bytes] + alone == marked, "\(text.debugDescription)")
    }
  }

  @Test(arguments: [
    "a", "é", "1,", "é1,", "a'", "é.", ".", "中", "\u{301}", "👨‍", "🇩", "ש\"", "\u{200D}", "\u{600}",
    " ",
    "\r", "\n", "Mr.", "?”",
  ])
  func `takes a long line of one thing in its stride`(piece: String) {
    let bytes = Array(repeatElement(piece.bytes, count: 30_000).joined())
    for text in [bytes, bytes + [0xFF], [0xFF] + bytes] {
      #expect(WordTokens(text).last?.endIndex == text.count)
      #expect(SentenceTokens(text).last?.endIndex == text.count)
    }
  }

  @Test func `cuts no character`() {
    let scalars: [Unicode.Scalar] = [
      "a", "1", ".", ",", "-", "'", " ", "\t", "_", "\u{301}", "\u{200D}", "\u{FE0F}", "\u{E33}",
      "\u{E01}", "\u{1F468}", "\u{1F3FD}", "\u{1F1E9}", "\u{1F1EA}", "\u{600}", "\u{915}",
      "\u{94D}", "\u{5D0}", "\"", "\u{1100}", "\u{1161}", "\u{AC00}", "\u{30AB}", "\u{4E2D}",
      "\r", "\n", "\u{A0}", "\u{3000}", "\u{5E74}",
    ]
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<1500 {
      var text = ""
      for _ in 0..<generator.number(0...20) {
        text.unicodeScalars.append(scalars[generator.number(0...scalars.count - 1)])
      }
      let words = WordTokens(text.bytes)
      #expect(Array(words.joined()) == text.bytes)
      let characters = words.map { String(decoding: $0, as: UTF8.self).count }
      #expect(characters.reduce(0, +) == text.count, "\(text.debugDescription)")
    }
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
