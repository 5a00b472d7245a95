import DocMergeHistory
import DocMergeStoreSamples
import Testing

@testable import DocMergeFolder

/// Paths in the folder: names beside others, and the folders around them.
struct DocumentPathTests {
  @Test func `a path is inside of the folders around it, and of no other`() {
    let path = Samples.path("a/b/c.md")
    #expect(path.folders == [Samples.path("a/b"), Samples.path("a")])
    #expect(path.isInside(Samples.path("a")) && !path.isInside(path))
    #expect(!Samples.path("ab/c").isInside(Samples.path("a")))
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
}
