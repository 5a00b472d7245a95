import DocMergeCore
import Testing

struct SentenceTests {
  @Test(arguments: [
    (language: "nothing", sentences: []),
    (language: "English", sentences: ["“Stop!” he said. ", "So (really…) did I! ", "Why?"]),
    (
      language: "English",
      sentences: ["Mr. J. R. Smith owns 3.5 of foo.bar, e.g. all. ", "He does."]
    ),
    (language: "a wrapped text", sentences: ["One\ntwo. ", "Three\r\nfour.\n", "Five.\n"]),
    (language: "two paragraphs", sentences: ["No stop\n\n", "Next one"]),
    (language: "a list", sentences: ["1. Buy milk. ", "Then 2. go."]),
    (language: "an address", sentences: ["See https://a.example/?q=1. ", "Then go."]),
    (language: "German", sentences: ["„Halt!“ rief er. ", "Er ging z. B. heim. ", "Übel…"]),
    (language: "Russian", sentences: ["Он пришёл, т. е. ушёл. ", "А. С. Пушкин? ", "«Да!»"]),
    (language: "Chinese", sentences: ["他说：“走吧。”", "我们走了！", "为什么？", "“不知道。”"]),
    (language: "Japanese", sentences: ["「行こう。」", "東京です。", "3.5メートル！？", "はい"]),
    (language: "Arabic", sentences: ["كيف الحال؟ ", "أنا بخير. ", "شكرا"]),
    (language: "Thai", sentences: ["สวัสดีครับ ", "ภาษาไทย 5 บาท"]),
    (language: "Hindi", sentences: ["यह हिन्दी है। ", "हाँ॥ ", "नहीं"]),
    (language: "Hebrew", sentences: ["שלום עולם. ", "מה נשמע? ", "טוב."]),
    (language: "marks", sentences: ["Cafe\u{301}. ", "E\u{301}te\u{301}!\u{301} ", "X"]),
    (language: "emoji", sentences: ["Hi 👨‍👩‍👧! ", "👍🏽. ", "🇩🇪"]),
    (language: "Markdown", sentences: ["**Stop.** ", "_Go!_ ", "`a.b` is."]),
    (language: "Khmer", sentences: ["ខ្មែរ។ ", "ខ្មែរ"]),
  ])
  func `cuts into sentences`(language: String, sentences: [String]) {
    let tokens = SentenceTokens(sentences.joined().bytes)
    #expect(tokens.map { String(decoding: $0, as: UTF8.self) } == sentences)
  }

  @Test func `is the text again`() {
    let pieces = [
      "a", "B", ". ", ".", "! ", "”", "“", "。", "？", " ", "\n", "\r\n", "\u{301}", "👨‍", "ก", "1",
      "\u{200D}", "i.e. ", "।", "ш",
    ]
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<500 {
      var text = (0..<generator.number(0...40)).flatMap { _ in
        pieces[generator.number(0...pieces.count - 1)].bytes
      }
      let whole = String(decoding: text, as: UTF8.self)
      if generator.once(in: 3) {
        text.insert(0xFF, at: generator.number(0...text.count))
        #expect(Array(SentenceTokens(text).joined()) == text)
        continue
      }
      let tokens = SentenceTokens(text)
      #expect(Array(tokens.joined()) == text)
      #expect(tokens.allSatisfy { !$0.isEmpty })
      let characters = tokens.map { String(decoding: $0, as: UTF8.self).count }
      #expect(characters.reduce(0, +) == whole.count, "\(whole.debugDescription)")
    }
  }
}
