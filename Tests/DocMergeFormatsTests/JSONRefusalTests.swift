import DocMergeFormats
import Testing

struct JSONRefusalTests {
  @Test(arguments: [
    ("", "0: a value was expected"),
    ("{\"a\": 1 \"b\": 2}", "8: a comma or the end of the container was expected"),
    ("{\"a\":: 1}", "5: a value was expected"),
    ("{\"a\" 1}", "5: a colon was expected behind the key"),
    ("[1, 2", "5: a comma or the end of the container was expected"),
    ("[1, 2}", "5: a comma or the end of the container was expected"),
    ("[1,, 2]", "3: a value was expected"),
    ("[1,]", "2: a value was expected behind the comma"),
    ("{\"a\": 1,\n}", "7: a value was expected behind the comma"),
    ("[1]]", "3: the end of the text was expected"),
    ("[01]", "1: a number without zeros before it was expected"),
    ("[1.]", "3: a digit was expected"), ("[True]", "1: a value was expected"),
    ("[\"a\n\"]", "1: the string is not closed on its line"),
    ("[\"a", "1: the string is not closed"),
    ("[\"\t\"]", "2: an escape was expected for the character"),
    ("[\"\\x\"]", "2: the escape is unknown"),
    ("[\"\\u12g4\"]", "6: four hexadecimal digits were expected"),
    ("[\n<<<<<<< HEAD\n1]", "2: a value was expected"), ("a: 1", "0: a value was expected"),
    ("[1] // one", "4: the end of the text was expected"),
  ])
  func `what a parser refuses has no tree`(text: String, reason: String) {
    #expect(refusal(text, JSONFormat()) == reason)
  }

  @Test(arguments: [
    ("[1,,]", "3: a value was expected"), ("[,]", "1: a value was expected"),
    ("/* open", "0: the comment is not closed"),
    ("a: 1\nb: 2", "5: a comma or the end of the container was expected"),
    ("{1a: 1}", "1: a key was expected"), ("[a]", "1: a value was expected"),
    ("{a: 1}, {b: 2}", "6: the end of the text was expected"),
    ("a: 1,\n=======\nb: 2,\n", "6: a key was expected"),
  ])
  func `JSON5 has its limits`(text: String, reason: String) {
    #expect(refusal(text, JSONFormat(.jsonc)) == reason)
  }

  @Test(arguments: [
    ("{\n}", "1: the value was expected to end on its line"),
    ("1 2", "2: the end of the line was expected"),
    ("1,\n2", "1: the end of the line was expected"),
  ])
  func `a line holds one value`(text: String, reason: String) {
    #expect(refusal(text, JSONFormat(.lines)) == reason)
  }

  @Test(arguments: JSONFormat.Variant.allCases)
  func `nesting has a limit`(variant: JSONFormat.Variant) throws {
    let format = JSONFormat(variant)
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    _ = try soundTree(nested(nestingLimit), format)
    let reason = "\(nestingLimit): the nesting is too deep"
    #expect(refusal(nested(nestingLimit + 1), format) == reason)
    #expect(refusal(String(repeating: "[", count: 1_000_000), format) == reason)
  }
}
