import DocMergeFormats
import Testing

struct XMLLawTests {
  private let document = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE a [<!ENTITY b "c">]>
    <!-- one -->
    <a x = "1" y='&b;"'>

      <b>two &amp; &#38; <![CDATA[ < ]]></b> <!-- three -->
      <c:d/>

      <?e f?>
      <g> h <i>j</i> k </g>
    </a>

    """

  @Test func `nodes own all bytes of every short text`() {
    let pieces = ["<a>", "</a>", "<a/>", "<a b='c'", ">", "x", "\n", " ", "<!--d-->", "<?e?>"]
    let count = expectSound(pieceTexts(pieces, upTo: 4), XMLFormat())
    #expect(count > 30)
  }

  @Test func `nodes own all bytes of texts by chance`() {
    expectSound(Self.texts(count: 3_000), XMLFormat())
    expectSound(mutatedTexts(document, with: "<>&\"' \n/!-[]?;=a"), XMLFormat())
  }

  @Test func `takes what expat takes, and nothing else`() throws {
    let pieces = [
      "<a>", "</a>", "<a b='&lt;' b", "='c'", ">", "/>", "&", "x;", "<!--", "--", "]]>",
    ]
    let texts =
      pieceTexts(pieces, upTo: 4) + Self.texts(count: 3_000)
      + mutatedTexts(document, with: "<>&\"' \n/!-[]?;=a")
    let taken = try Expat.takes(texts)
    #expect(taken.count == texts.count)
    for (text, isTaken) in zip(texts, taken) {
      let refusal = refusal(String(decoding: text, as: UTF8.self), XMLFormat())
      // What a document type declares is taken on trust.
      if !isTaken, refusal == nil, text.hasDocumentType { continue }
      #expect(
        (refusal == nil) == isTaken, "\(String(decoding: text, as: UTF8.self)): \(refusal ?? "")")
    }
  }

  private static func texts(count: Int) -> [[UInt8]] {
    let pieces = [
      "<b>", "</b>", "<c/>", "<d e=\"f\">", "</d>", "<g", " h='i'", " j=\"&quot;\"", ">", "/>",
      "\n",
      "  ", "words", "&amp;", "&#x41;", "&#0;", "&k;", "<!-- l -->", "<!--", "-->", "<?m n?>",
      "<![CDATA[o]]>", "]]>", "é", "<é/>", "<p:q/>", "\n\n",
    ]
    return chanceTexts(pieces, length: 9, count: count)
      .map { Array("<a>".utf8) + $0 + Array("</a>\n".utf8) }
  }
}

extension [UInt8] {
  /// Whether a document type is declared in it.
  fileprivate var hasDocumentType: Bool {
    String(decoding: self, as: UTF8.self).contains("<!DOCTYPE")
  }
}
