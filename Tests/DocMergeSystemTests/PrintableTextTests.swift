import DocMergeSystem
import Testing

/// Text for people, without bytes that a terminal would act on.
struct PrintableTextTests {
  @Test(arguments: [
    ("plain é 漢字 😀", "plain é 漢字 😀"), ("a\nb\rc\td", "a\\nb\\rc\\td"), ("\\", "\\\\"),
    ("\u{1B}[2J", "\\u{1B}[2J"), ("\u{7F}\u{0}", "\\u{7F}\\u{0}"), ("\u{9B}31m", "\\u{9B}31m"),
    ("\u{202E}gnp", "\\u{202E}gnp"), ("\u{2066}x\u{2069}", "\\u{2066}x\\u{2069}"),
    ("\u{2028}\u{2029}", "\\u{2028}\\u{2029}"), ("\u{FEFF}", "\\u{FEFF}"), ("\u{AD}", "\\u{AD}"),
    ("\u{200B}", "\\u{200B}"), ("👩\u{200D}👧", "👩\u{200D}👧"), ("", ""), ("\u{E0001}", "\\u{E0001}"),
  ])
  func `spells out what a terminal would act on or hide`(text: String, shown: String) {
    #expect(PrintableText.escape(text) == shown)
  }

  @Test(arguments: [
    ([0xFF], "\\xFF"), ([0x61, 0xE9, 0x2E, 0x6D, 0x64], "a\\xE9.md"), ([0xC3], "\\xC3"),
    ([0xC3, 0x28], "\\xC3("), ([0xE2, 0x82], "\\xE2\\x82"), ([0xC0, 0x80], "\\xC0\\x80"),
    ([0xED, 0xA0, 0x80, 0x61], "\\xED\\xA0\\x80a"), ([0xF5, 0x0A], "\\xF5\\n"),
    ([0xE2, 0x82, 0xC3, 0xA9], "\\xE2\\x82é"), ([0x9B, 0x33], "\\x9B3"),
  ])
  func `spells out bytes that are not UTF-8, and nothing beside them`(bytes: [UInt8], shown: String)
  {
    #expect(PrintableText.escape(bytes) == shown)
  }
}
