import DocMergeCore
import DocMergeFormats
import Testing

/// Changes of comments in a part that the other side gave another name, or removed.
struct CommentChangeTests {
  private static let documents = [
    (path: "a.ini", text: "[part]\n# one\nx = 1\n\n[zoo]\ny = 2\n"),
    (path: "a.toml", text: "[part]\n# one\nx = 1\n\n[zoo]\ny = 2\n"),
    (path: "a.yaml", text: "part:\n  # one\n  x: 1\nzoo: 2\n"),
    (path: "a.jsonc", text: "{\n  \"part\": {\n    // one\n    \"x\": 1\n  },\n  \"zoo\": 2\n}\n"),
    (path: "a.xml", text: "<a>\n  <part>\n    <!-- one -->\n    <x>1</x>\n  </part>\n</a>\n"),
    (path: "a.sh", text: "part() {\n  # one\n  x\n}\nzoo\n"),
    (path: "a.c", text: "int part(void) {\n  /* one */\n  return 1;\n}\n"),
    (path: "a.py", text: "def part():\n    # one\n    return 1\n"),
  ]

  @Test(arguments: documents, MergePolicy.allCases)
  func `are never lost`(document: (path: String, text: String), policy: MergePolicy) throws {
    let named = document.text.replacing("part", with: "unit")
    let changed = document.text.replacing("one", with: "two")
    let both = named.replacing("one", with: "two")
    for (ours, theirs) in [(named, changed), (changed, named)] {
      let merged = try merged(document.path, document.text, ours, theirs, policy)
      #expect(text(merged) == nil || text(merged) == both)
    }
  }

  @Test(arguments: documents, MergePolicy.allCases)
  func `are not undone`(document: (path: String, text: String), policy: MergePolicy) throws {
    let named = document.text.replacing("part", with: "unit")
    let removed = document.text.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.contains("one") }.joined(separator: "\n")
    let both = removed.replacing("part", with: "unit")
    for (ours, theirs) in [(named, removed), (removed, named)] {
      let merged = try merged(document.path, document.text, ours, theirs, policy)
      #expect(text(merged) == nil || text(merged) == both)
    }
  }
}
