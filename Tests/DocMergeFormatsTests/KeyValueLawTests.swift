import DocMergeFormats
import Testing

struct KeyValueLawTests {
  @Test(arguments: KeyValueFormat.Dialect.allCases)
  func `nodes own all bytes of every short text`(dialect: KeyValueFormat.Dialect) {
    let pieces = ["a", "=", "\n", " ", "#", "[", "]", "\\", "\"", ";"]
    let count = expectSound(pieceTexts(pieces, upTo: 4), KeyValueFormat(dialect))
    #expect(count > 30)
  }

  @Test(arguments: KeyValueFormat.Dialect.allCases)
  func `nodes own all bytes of texts by chance`(dialect: KeyValueFormat.Dialect) {
    let pieces = [
      "[a]\n", "[b]\n", "[c \"d\"]", "k=v\n", "  k=v\n", "\tw\n", "\n", "\n\n", "# c\n", "; d\n",
      "  \n", "k",
      "k = a b c\n", "k=\\\n", "\"a\" = \"b\";", "/* e */", "// f\n", "A='x\ny'\n", "é=1", "\r",
    ]
    expectSound(chanceTexts(pieces, length: 12, count: 3_000), KeyValueFormat(dialect))
  }

  @Test(arguments: KeyValueFormat.Dialect.allCases)
  func `nodes own all bytes of damaged texts`(dialect: KeyValueFormat.Dialect) {
    let text = "# c\n\n[a]\n k = \"v w\"; # d\n\n\n# e\n[b] ; f\nl = 1 \\\n  2\n\n# g\n\n"
    expectSound(mutatedTexts(text, with: "[]=:\"\\ \n#;a"), KeyValueFormat(dialect))
  }
}
