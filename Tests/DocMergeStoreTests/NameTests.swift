import DocMergeFolder
import Testing

@testable import DocMergeContainer
@testable import DocMergeHistory
@testable import DocMergeObjects
@testable import DocMergeSync
@testable import DocMergeSystem
@testable import DocMergeUpkeep

/// Which paths documents can have, which are one name, and how they are shown.
struct NameTests {
  @Test(arguments: [
    "a", "a.md", "a/b/c", " ", "-", "--all", "...", ".a", "a..", ".gitignore", ".docmergex", "git",
    "a\nb", "\u{1B}", "é", "😀", ".gitattributes", "a/.git2", "docmerge-tmp-", "a\\b",
  ])
  func `takes paths that a document can have`(text: String) {
    #expect(DocumentPath(text)?.bytes == Array(text.utf8))
  }

  @Test(arguments: [
    "", "/", "/a", "a/", "a//b", ".", "..", "./a", "a/.", "../a", "a/../b", ".git", ".GIT",
    "a/.git/b", ".docmerge", ".DocMerge/x", ".docmerge-tmp-1", "a/.docmerge-tmp-", "a\0b", "\0",
  ])
  func `refuses paths that leave the container, or that are not documents'`(text: String) {
    #expect(DocumentPath(text) == nil)
  }

  @Test func `refuses names and paths that are too long, and takes the longest`() {
    let name = String(repeating: "n", count: 255)
    #expect(DocumentPath(name) != nil)
    #expect(DocumentPath(name + "n") == nil)
    #expect(DocumentPath(Array(repeating: name, count: 16).joined(separator: "/")) != nil)
    #expect(DocumentPath(Array(repeating: name, count: 17).joined(separator: "/")) == nil)
  }

  @Test func `takes bytes that are not UTF-8`() {
    let path = DocumentPath([0x61, 0xFF, 0x2F, 0xE9])
    #expect(path?.display == "a\\xFF/\\xE9")
    #expect(path?.name == [0xE9])
  }

  @Test func `tells folder and name`() {
    let path = Samples.path("a/b/c.md")
    #expect(path.name == Array("c.md".utf8))
    #expect(path.folder == Samples.path("a/b"))
    #expect(path.folder?.folder?.folder == nil)
    #expect(path.folders == [Samples.path("a/b"), Samples.path("a")])
    #expect(path.folderKey == Samples.path("a/b/other").folderKey)
    #expect(path.folderKey != Samples.path("a/c/other").folderKey)
    #expect(Samples.path("a").folderKey == Samples.path("b").folderKey)
    #expect(Samples.path("a").folderKey != Samples.path("a/b").folderKey)
    #expect(path.isInside(Samples.path("a")) && !path.isInside(path))
    #expect(!Samples.path("ab/c").isInside(Samples.path("a")))
    #expect(Samples.path("a-b") < Samples.path("a/b"))
  }

  @Test(arguments: [
    ("Notes 3.md", "Notes 3 (x).md"), ("a/b.tar.gz", "a/b.tar (x).gz"),
    (".profile", ".profile (x)"),
    ("README", "README (x)"), ("a.", "a (x)."),
    (
      "v1.2 of the long title that is no ending at all",
      "v1.2 of the long title that is no ending at all (x)"
    ),
  ])
  func `puts a suffix before the ending`(text: String, suffixed: String) {
    #expect(Samples.path(text).suffixed("x").display == suffixed)
  }

  @Test func `cuts names that a suffix makes too long, never inside of a letter`() {
    let name = Samples.path("sub/" + String(repeating: "é", count: 126) + ".md")
    let suffixed = name.suffixed("0123456789")
    #expect(suffixed.name.count <= 255)
    #expect(suffixed.display.hasSuffix("é (0123456789).md"))
    #expect(String(validating: suffixed.bytes, as: UTF8.self) != nil)
  }

  @Test(arguments: [
    ("Notes.md", "nOTES.MD"), ("Caf\u{E9}", "CAFE\u{301}"), ("\u{212B}", "\u{E5}"),
    ("Stra\u{DF}e", "STRASSE"), ("ς", "Σ"), ("a/B", "A/b"), ("\u{17F}", "S"), ("ﬁ", "FI"),
  ])
  func `knows names that are one on other systems`(one: String, two: String) {
    #expect(NameKey(Samples.path(one)) == NameKey(Samples.path(two)))
  }

  @Test(arguments: [("a", "b"), ("e", "é"), ("a b", "ab"), ("1", "１"), ("a", "а"), ("o", "0")])
  func `tells names that are different everywhere`(one: String, two: String) {
    #expect(NameKey(Samples.path(one)) != NameKey(Samples.path(two)))
  }

  @Test func `leaves bytes that are not UTF-8 as they are`() throws {
    let path = try #require(DocumentPath([0x41, 0xFF]))
    #expect(NameKey(path).bytes == [0x41, 0xFF])
  }

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

  @Test(arguments: [
    ("Anna Berg", "Anna Berg"), ("", "unknown"), ("  ", "unknown"), ("<a>\n", "a"),
    (" Zoë\u{7F} ", "Zoë"), ("a\u{1B}b", "ab"),
  ])
  func `a person has a name that git can hold`(name: String, kept: String) {
    #expect(Person(name: name, email: "").name == kept)
  }
}
