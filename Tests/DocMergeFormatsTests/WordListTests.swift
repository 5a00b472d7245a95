import Testing

@testable import DocMergeFormats

struct WordListTests {
  private static let words: WordList =
    """
    one two
    three
    four five
    """

  @Test func `words are separated by blanks and ends of lines`() {
    #expect(Self.words.words == ["one", "two", "three", "four", "five"])
    for word in Self.words.words { #expect(Self.words.contains(word)) }
    for other in ["", "tw", "twoo", "two\nthree", "e"] { #expect(!Self.words.contains(other)) }
  }
}
