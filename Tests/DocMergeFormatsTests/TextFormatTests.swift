import DocMergeCore
import DocMergeFormats
import Testing

/// Formats that a program registers, through the public API alone.
struct TextFormatTests {
  /// `key=value`, one a line, with sections in brackets; comments start with `;`.
  private struct Settings: TextFormat {
    let name = "test-settings"

    func recognizes(path: String) -> Bool { path.hasSuffix(".test-settings") }

    func parts(of text: [UInt8]) throws(FormatRefusal) -> TextPart {
      var root = TextPart(.entries, body: text.indices)
      var start = 0
      while start < text.count {
        let end = text[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? text.count
        let line = text[start..<end]
        let isWhite = line.allSatisfy { $0 == 0x20 || $0 == 0x0A }
        if !isWhite, line.first != UInt8(ascii: ";") {
          guard let sign = line.firstIndex(of: UInt8(ascii: "=")) else {
            throw FormatRefusal(at: start, "an equals sign was expected")
          }
          root.children.append(
            TextPart(.value, key: Array(line[..<sign]), body: start..<end))
        }
        start = end
      }
      if !root.children.isEmpty { root.children[0].comments = 0 }
      return root
    }
  }

  /// What it gives for a text, whatever that is.
  private struct Given: TextFormat {
    let name: String
    let part: @Sendable ([UInt8]) -> TextPart

    func recognizes(path: String) -> Bool { false }
    func parts(of text: [UInt8]) -> TextPart { part(text) }
  }

  private static let registered: Void = Settings().register()

  private func merge(
    _ base: String, _ ours: String, _ theirs: String, path: String = "a.test-settings",
    format: String? = nil
  ) throws -> Merged {
    Self.registered
    return try mergeText(
      base: Array(base.utf8), ours: Array(ours.utf8), theirs: Array(theirs.utf8),
      options: TextMergeOptions(path: path, format: format))
  }

  private func clean(_ merged: Merged) -> String? {
    merged.clean.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `entries of both sides are merged by their keys`() throws {
    let merged = try merge("a=1\nb=2\n", "a=1\nb=3\n", "a=4\nb=2\n")
    #expect(clean(merged) == "a=4\nb=3\n")
    let added = try merge("a=1\n", "a=1\n; ours\nb=2\n", "a=1\n; theirs\nc=3\n")
    #expect(clean(added) == "a=1\n; ours\nb=2\n; theirs\nc=3\n")
    let named = try merge(
      "a=1\nb=2\n", "a=1\nb=3\n", "a=4\nb=2\n", path: "", format: "test-settings")
    #expect(clean(named) == "a=4\nb=3\n")
  }

  @Test func `additions follow each other, with or without a newline at the end`() throws {
    #expect(try clean(merge("", "a=1\n", "b=2\n")) == "a=1\nb=2\n")
    #expect(try clean(merge("a=1", "a=1\nb=2", "a=1\nc=3")) == "a=1\nb=2\nc=3")
  }

  @Test func `two values of one key are a conflict`() throws {
    #expect(try !merge("a=1\nb=2\n", "a=2\nb=2\n", "a=3\nb=2\n").isClean)
    #expect(try !merge("a=1\n", "a=1\nb=2\n", "a=1\nb=3\n").isClean)
  }

  @Test func `a result with a doubled key is not taken`() throws {
    // By lines, both additions go to different places.
    let merged = try merge(
      "a=1\n\n; one\n\n; two\n\nz=1\n", "b=2\na=1\n\n; one\n\n; two\n\nz=1\n",
      "a=1\n\n; one\n\n; two\n\nz=1\nb=3\n")
    #expect(!merged.isClean)
  }

  @Test func `a text that the format refuses is merged by lines`() throws {
    let merged = try merge("a\n1\n2\n3\nb\n", "A\n1\n2\n3\nb\n", "a\n1\n2\n3\nB\n")
    #expect(clean(merged) == "A\n1\n2\n3\nB\n")
  }

  @Test func `other documents are read as before`() throws {
    Self.registered
    let merged = try merge(
      #"{"a": 1, "b": 2}"#, #"{"a": 1, "b": 3}"#, #"{"a": 4, "b": 2}"#, path: "a.json")
    #expect(clean(merged) == #"{"a": 4, "b": 3}"#)
  }

  @Test(arguments: [
    // Not the whole text, outside of it, one in another, backwards, without order, children behind the end.
    [0..<3], [0..<9, 2..<99], [0..<9, 2..<5, 4..<6], [0..<9, 5..<6, 1..<2], [0..<9, 0..<9, 0..<9],
    [0..<9, -3..<2],
  ])
  func `parts that do not follow each other are refused, and the lines are merged`(
    ranges: [Range<Int>]
  ) throws {
    let name = "given-\(ranges)".filter { $0.isLetter || $0.isNumber }
    Given(name: name) { text in
      var root = TextPart(.items, body: ranges[0])
      root.children = ranges.dropFirst().map { TextPart(.value, body: $0) }
      return root
    }.register()
    let merged = try merge("a\nb\nc\nd\n", "A\nb\nc\nd\n", "a\nb\nc\nD\n", format: name)
    #expect(clean(merged) == "A\nb\nc\nD\n")
  }
}
