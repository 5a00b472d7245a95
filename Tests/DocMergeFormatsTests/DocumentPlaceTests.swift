import DocMergeFormats
import Testing

/// The names of places in structured documents.
struct DocumentPlaceTests {
  /// The name of the first place in a text that says `words`.
  private func name(of words: String, in text: String, _ path: String) throws -> String? {
    let structure = DocumentStructure(path: path)
    let bytes = Array(text.utf8)
    let places = try #require(DocumentPlaces(of: bytes, in: structure))
    let start = try #require(
      bytes.indices.first { bytes[$0...].starts(with: words.utf8) })
    return places.name(of: start..<start + words.utf8.count)
  }

  @Test func `json has paths`() throws {
    let text = #"{"scripts": {"test": "x"}, "list": [1, {"id": 22}]}"# + "\n"
    #expect(try name(of: #""x""#, in: text, "package.json") == "$.scripts.test")
    #expect(try name(of: "22", in: text, "package.json") == "$.list[1].id")
    #expect(
      try name(of: #""scripts": {"test": "x"}, "list""#, in: text, "p.json") == "$.scripts … list")
  }

  @Test func `yaml has keys and numbers of items`() throws {
    let text = "jobs:\n  build:\n    steps:\n      - run: a\n      - run: b\n"
    #expect(try name(of: "b\n", in: text, "ci.yml") == "jobs › build › steps[1] › run")
  }

  @Test func `prose has headings and items counted from one`() throws {
    let text = "# Setup\n\nText.\n\n- one\n- two\n- three\n"
    #expect(try name(of: "three", in: text, "README.md") == "Setup › item 3")
    #expect(try name(of: "Text.", in: text, "README.md") == "Setup")
  }

  @Test func `a place that nothing names has no name`() throws {
    #expect(try name(of: "Text.", in: "Text.\n", "README.md") == nil)
    #expect(DocumentPlaces(of: Array("{".utf8), in: DocumentStructure(path: "a.json")) == nil)
  }
}
