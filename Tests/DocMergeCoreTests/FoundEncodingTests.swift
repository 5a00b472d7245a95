import DocMergeCore
import Testing

struct FoundEncodingTests {
  private static let latin = "Gr".bytes + [0xFC, 0xDF] + "e\n".bytes

  @Test(arguments: [
    (text: "", kind: FoundEncoding.Kind.empty),
    (text: "abc\r\n\u{C}\u{1B}", kind: .ascii),
    (text: "Grüße", kind: .text(.utf8)),
    (text: "<?xml version='1.0' encoding='latin1'?>ü", kind: .text(.utf8)),
    (text: "# coding: koi8-r", kind: .ascii),
    (text: "a\0b", kind: .binary),
    (text: "Привет, мир\0\n", kind: .binary),
  ])
  func `knows UTF-8`(text: String, kind: FoundEncoding.Kind) {
    #expect(FoundEncoding(in: text.bytes).kind == kind)
    #expect(!FoundEncoding(in: text.bytes).hasByteOrderMark)
  }

  @Test(arguments: [
    (start: "", kind: FoundEncoding.Kind.text(.windows1252)),
    (start: "<?xml version='1.0' encoding='ISO-8859-1'?>", kind: .text(.windows1252)),
    (start: "<?xml version=\"1.0\" encoding = \"Shift_JIS\"?>", kind: .unknown("shift_jis")),
    (start: "<html><meta charset=windows-1252>", kind: .text(.windows1252)),
    (
      start: "<meta http-equiv='Content-Type' content='text/html; charset=koi8-r'>",
      kind: .unknown("koi8-r")
    ),
    (start: "@charset \"windows-1251\";\n", kind: .unknown("windows-1251")),
    (start: "#!/usr/bin/python\n# -*- coding: iso-8859-2 -*-\n", kind: .unknown("iso-8859-2")),
    (start: "# vim: set fileencoding=cp1250 :\n", kind: .unknown("cp1250")),
    (start: "/* vim: fenc=utf-8 */", kind: .text(.utf8)),
    (start: "the word coding: hard\n", kind: .text(.windows1252)),
    (start: "\n\n# coding: hard\n", kind: .text(.windows1252)),
    (start: "# charset=big5\n", kind: .text(.windows1252)),
  ])
  func `heeds what a document says of itself`(start: String, kind: FoundEncoding.Kind) {
    #expect(FoundEncoding(in: start.bytes + Self.latin).kind == kind)
  }

  @Test func `finds a declaration at the end`() {
    let text = String(repeating: "a long text\n", count: 300).bytes
    let bytes = text + Self.latin + "\n// vim: fenc=koi8-r\n".bytes
    #expect(FoundEncoding(in: bytes).kind == .unknown("koi8-r"))
  }

  @Test func `takes Latin-1 where Windows-1252 has a gap, and UTF-8 with a fault for UTF-8`() {
    #expect(FoundEncoding(in: Self.latin + [0x81]).kind == .text(.latin1))
    #expect(FoundEncoding(in: "Grüße, Ähren".bytes + [0xFC]).kind == .text(.utf8))
  }

  static let wide: [TextEncoding] = [
    .utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian,
  ]

  @Test(
    arguments: wide,
    [
      "a", "Grüße aus Köln\r\n", "Привет, мир\nКак дела?\n", "中文，没有空格的文字。\n第二行\n一二三\n",
      "日本語のテキスト\n二行目 3\n", "مرحبا بالعالم\n", "สวัสดี ครับ\n", "हिन्दी में\n", "👩‍🚀 emoji 🇩🇪\n", "한국어 단어\n",
    ])
  func `knows UTF-16 and UTF-32 with and without a mark`(encoding: TextEncoding, text: String) {
    let bytes = encoding.encode(text.bytes[...]) ?? []
    #expect(FoundEncoding(in: bytes).kind == .text(encoding))
    let marked = FoundEncoding(in: encoding.byteOrderMark + bytes)
    #expect(marked.kind == .text(encoding))
    #expect(marked.hasByteOrderMark)
  }

  @Test func `takes no text with a stray NUL for UTF-16`() {
    var generator = SeededGenerator(seed: 12)
    let pieces = ["word", " ", "\n", "Grüße", "Привет", "中文", "x = 1;", "\r\n"]
    for _ in 0..<2000 {
      var bytes = (0..<generator.number(1...60)).flatMap { _ in
        pieces[generator.number(0...pieces.count - 1)].bytes
      }
      for _ in 0..<generator.number(1...3) {
        bytes.insert(0, at: generator.number(0...bytes.count))
      }
      guard bytes.count > 8 else { continue }
      #expect(FoundEncoding(in: bytes).kind == .binary, "\(bytes)")
    }
  }

  @Test func `takes no random bytes for text`() {
    var generator = SeededGenerator(seed: 13)
    for _ in 0..<2000 {
      let bytes = (0..<64).map { _ in UInt8(generator.number(0...255)) } + [0, 0]
      #expect(FoundEncoding(in: bytes).kind == .binary, "\(bytes)")
    }
  }
}
