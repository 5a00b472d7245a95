import DocMergeStoreSamples
import Testing

@testable import DocMergeHistory

/// Which paths documents can have, and which are one name.
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
    #expect(path.folderKey == Samples.path("a/b/other").folderKey)
    #expect(path.folderKey != Samples.path("a/c/other").folderKey)
    #expect(Samples.path("a").folderKey == Samples.path("b").folderKey)
    #expect(Samples.path("a").folderKey != Samples.path("a/b").folderKey)
    #expect(Samples.path("a-b") < Samples.path("a/b"))
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
}
