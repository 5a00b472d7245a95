import Testing

@testable import DocMergeContainer
@testable import DocMergeHistory

/// Which names fit the patterns of a focus.
struct FocusPatternTests {
  @Test(arguments: [
    (["Work"], "Work/a.md", true), (["Work"], "Work", true), (["Work"], "Work 2/a.md", false),
    (["Work/"], "Work/in/a.md", true), (["/Work/**"], "Work/in/a.md", true),
    (["Work"], "old/Work/a.md", false), (["**/Work"], "old/Work/a.md", true),
    (["**/Work"], "Work/a.md", true), (["*.md"], "a.md", true), (["*.md"], "in/a.md", false),
    (["**/*.md"], "in/deep/a.md", true), (["**/*.md"], "a.md", true), (["W?rk"], "Work/a.md", true),
    (["[A-W]*"], "Work/a.md", true), (["[A-W]*"], "x/a.md", false),
    (["Work", "!Work/Videos"], "Work/Videos/v.mp4", false),
    (["Work", "!Work/Videos", "Work/Videos/short"], "Work/Videos/short/v.mp4", true),
    (["Work/**/deep"], "Work/deep/a", true), (["Work/**/deep"], "Work/a/b/deep/c", true),
    (["Work/**/deep"], "Work/a/b/c", false), (["Work"], "in/.gitignore", true),
    (["Work"], ".gitattributes", true), (["work"], "Work/a.md", true),
    (["?.md"], "\u{C4}.md", true), (["Caf\u{E9}"], "Cafe\u{301}/a.md", true),
    (["[!a]?"], "bc", true), (["[!a]?"], "ac", false), (["a[]b"], "a[]b", true),
    (["*a*b"], "xaxbxb", true), (["*a*b"], "xaxbx", false), (["\\*"], "*", true),
    (["\\*"], "a", false), (["**"], "in/a.md", true),
  ])
  func `a pattern is a path, or that of a folder`(
    patterns: [String], name: String, isIn: Bool
  ) throws {
    #expect(try Focus(patterns).contains(#require(DocumentPath(name))) == isIn)
  }

  @Test(arguments: [[], [""], ["/"], ["a//b"], ["a/../b"], ["."], ["a\nb"], ["!a"]])
  func `what no document can fit is refused`(patterns: [String]) {
    #expect(throws: ContainerError.self) { try Focus(patterns) }
  }
}
