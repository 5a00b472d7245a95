import DocMergeFormats
import Testing

struct JSONLawTests {
  @Test(arguments: JSONFormat.Variant.allCases)
  func `nodes own all bytes of every short text`(variant: JSONFormat.Variant) {
    let pieces = ["[", "]", "{", "}", ",", "\n", " ", "1", "\"a\":", "//"]
    let count = expectSound(pieceTexts(pieces, upTo: 4), JSONFormat(variant))
    #expect(count > 30)
  }

  @Test(arguments: JSONFormat.Variant.allCases)
  func `nodes own all bytes of texts by chance`(variant: JSONFormat.Variant) {
    let pieces = [
      "[", "]", "{", "}", ",", ",\n", "\n", " ", "1", "\"a b\"", "'c'", "a:", "\"k\":", "/* c */",
      "// d\n",
      "\\", "\"", "/", "\n\n", "{}", "[2]", "é",
    ]
    let texts = chanceTexts(pieces, length: 12, count: 3_000)
    expectSound(texts, JSONFormat(variant))
    expectSound(texts.map { Array("[1,".utf8) + $0 + Array("1]".utf8) }, JSONFormat(variant))
  }

  @Test(arguments: JSONFormat.Variant.allCases)
  func `nodes own all bytes of damaged texts`(variant: JSONFormat.Variant) {
    let text = """
      // top

      {
        "a" : [1, -2.5e3, { "b": "c\\u00e9 \\"d\\"" }],  // one

        /* two */
        "e": { },
        "f": [
          true
          // end
        ]
      }

      """
    expectSound(mutatedTexts(text, with: "{}[],:\"\\ \n/*1a"), JSONFormat(variant))
  }
}
