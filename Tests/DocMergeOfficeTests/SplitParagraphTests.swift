import DocMergeArchive
import DocMergeCore
import Foundation
import Testing

@testable import DocMergeOffice

/// Formatting and comments follow their words into other paragraphs, and to the words that replace them.
@Suite struct SplitParagraphTests {
  static let forms = [OfficeForm.word, .openDocumentText]

  /// A document of paragraphs, in which `*words*` are coloured and `[words]` are a bookmark; a paragraph that
  /// starts with `>` is centred, one that starts with `#` is a heading.
  private func document(_ form: OfficeForm, _ paragraphs: [String]) throws -> [UInt8] {
    let written = paragraphs.map { Self.written($0, form) }.joined()
    let xml = RichDocument.of(form).xml
    let tags =
      form == .word ? ("<w:body>", "<w:sectPr>") : ("</text:sequence-decls>", "</office:text>")
    let start = try #require(xml.range(of: tags.0)).upperBound
    let end = try #require(xml.range(of: tags.1)).lowerBound
    return try RichDocument.of(form).file(text: xml[..<start] + written + xml[end...])
  }

  private static func written(_ paragraph: String, _ form: OfficeForm) -> String {
    let isWord = form == .word
    let isCentred = paragraph.hasPrefix(">")
    var written = ""
    for (index, part) in paragraph.dropFirst(isCentred ? 1 : 0)
      .split(separator: "*", omittingEmptySubsequences: false).enumerated()
    {
      var words = ""
      for character in part {
        switch character {
        case "[":
          words +=
            isWord
            ? "</w:t></w:r><w:bookmarkStart w:id=\"9\" w:name=\"here\"/><w:r>\(format(index))<w:t "
              + "xml:space=\"preserve\">" : "<text:bookmark-start text:name=\"here\"/>"
        case "]":
          words +=
            isWord
            ? "</w:t></w:r><w:bookmarkEnd w:id=\"9\"/><w:r>\(format(index))<w:t xml:space=\"preserve\">"
            : "<text:bookmark-end text:name=\"here\"/>"
        default: words.append(character)
        }
      }
      written +=
        isWord
        ? "<w:r>\(format(index))<w:t xml:space=\"preserve\">\(words)</w:t></w:r>"
        : index % 2 == 1 ? "<text:span text:style-name=\"T1\">\(words)</text:span>" : words
    }
    let level = paragraph.prefix { $0 == "#" }.count
    if level > 0 {
      written.removeFirst(isWord ? 0 : level)
      return isWord
        ? "<w:p><w:pPr><w:outlineLvl w:val=\"\(level - 1)\"/></w:pPr>"
          + "\(written.replacing(String(repeating: "#", count: level), with: ""))</w:p>"
        : "<text:h text:outline-level=\"\(level)\">\(written)</text:h>"
    }
    guard isWord else {
      return isCentred
        ? "<text:p text:style-name=\"P1\">\(written)</text:p>" : "<text:p>\(written)</text:p>"
    }
    return "<w:p>\(isCentred ? "<w:pPr><w:jc w:val=\"center\"/></w:pPr>" : "")\(written)</w:p>"
  }

  private static func format(_ index: Int) -> String {
    index % 2 == 1 ? "<w:rPr><w:color w:val=\"0000FF\"/></w:rPr>" : ""
  }

  /// Merges in both orders, and compares with the document that is expected.
  private func check(
    _ form: OfficeForm, _ base: [String], _ ours: [String], _ theirs: [String], _ expected: [String]
  ) throws {
    // A paragraph before and one behind, which nobody changed.
    func file(_ paragraphs: [String]) throws -> [UInt8] {
      try document(form, ["The first words."] + paragraphs + ["The last line of all."])
    }
    let versions = [try file(base), try file(ours), try file(theirs)]
    let wanted = try DocumentLines(file: try file(expected))
    for order in [[0, 1, 2], [0, 2, 1]] {
      let outcome = try OfficeMerge.outcome(
        base: versions[order[0]], ours: versions[order[1]], theirs: versions[order[2]],
        policy: .balanced)
      let merged = try DocumentLines(
        file:
          try #require(outcome.document, "\(expected): \(outcome.conflicts)"))
      #expect(merged.shown.map(\.text) == wanted.shown.map(\.text))
      #expect(merged.isSame(as: wanted), "\(expected)")
    }
  }

  private static let split = (
    ["The wall was inspected by two engineers. It shows several cracks near the gate."],
    ["The wall was inspected by two engineers. ", "It shows several cracks near the gate."]
  )

  @Test(arguments: forms)
  func `formatting follows its words into a paragraph that was split`(form: OfficeForm) throws {
    let (whole, parts) = Self.split
    for (theirs, expected) in [
      (
        "The wall was inspected by two engineers. It shows *several cracks* near the gate.",
        ["The wall was inspected by two engineers. ", "It shows *several cracks* near the gate."]
      ),
      (
        "The wall was inspected by two *engineers. It shows* several cracks near the gate.",
        ["The wall was inspected by two *engineers. *", "*It shows* several cracks near the gate."]
      ),
      (
        "The wall was *inspected* by two engineers. It shows several [deep] cracks near the gate.",
        [
          "The wall was *inspected* by two engineers. ",
          "It shows several [deep] cracks near the gate.",
        ]
      ),
      (
        ">The wall was inspected by two engineers. It shows several cracks near the gate.",
        [">The wall was inspected by two engineers. ", ">It shows several cracks near the gate."]
      ),
    ] {
      try check(form, whole, parts, [theirs], expected)
    }
  }

  @Test(arguments: forms)
  func `formatting follows its words into three parts, the longest of which stands last`(
    form: OfficeForm
  ) throws {
    try check(
      form,
      ["One was here. Two came later on. The third had very many words and stayed the longest."],
      [
        "One was here. ", "Two came later on. ",
        "The third had very many words and stayed the longest.",
      ],
      [
        "*One* was here. Two *came* later on. The third had very many words and stayed the *longest*."
      ],
      [
        "*One* was here. ", "Two *came* later on. ",
        "The third had very many words and stayed the *longest*.",
      ])
  }

  @Test(arguments: forms)
  func `formatting and words follow into a paragraph that was joined with the next`(
    form: OfficeForm
  ) throws {
    let base = ["The council asked for a plan.", "This report says what was found."]
    let joined = ["The council asked for a plan. This report says what was found."]
    try check(
      form, base, joined,
      ["The council *asked* for a plan.", "This report says *what* was found."],
      ["The council *asked* for a plan. This report says *what* was found."])
    try check(
      form, base, joined, ["The council asked for a plan.", "This paper says what was found."],
      ["The council asked for a plan. This paper says what was found."])
  }

  @Test(arguments: forms)
  func `a word that replaces one is formatted as a whole`(form: OfficeForm) throws {
    for (base, ours, theirs, expected) in [
      (
        "It is near the northern gate today.", "It is near the eastern gate today.",
        "It is near the *northern gate* today.", "It is near the *eastern gate* today."
      ),
      (
        "Seen by two engineers today.", "Seen by three engineers today.",
        "Seen by *two engineers* today.", "Seen by *three engineers* today."
      ),
      (
        "Seen by two old engineers.", "Seen by many engineers.", "Seen *by two old* engineers.",
        "Seen *by many* engineers."
      ),
    ] {
      try check(form, [base], [ours], [theirs], [expected])
    }
  }

  @Test(arguments: forms)
  func `a mark around a word is around the word that replaces it`(form: OfficeForm) throws {
    try check(
      form, ["It was inspected in spring by two."], ["It was inspected in summer by two."],
      ["It was inspected in [spring] by two."], ["It was inspected in [summer] by two."])
    try check(
      form, ["It was inspected in spring."], ["It was inspected in summer."],
      ["It was [inspected in spring]."], ["It was [inspected in summer]."])
  }

  @Test(arguments: forms)
  func `a heading takes its level from one side, its words from the other`(form: OfficeForm) throws
  {
    let text = [
      "#Chapter", "Some words.", "##Background", "More words.", "##Tasks", "Words again.",
    ]
    func changed(_ heading: String) -> [String] {
      text.map { $0 == "##Background" ? heading : $0 }
    }
    try check(
      form, text, changed("#Background"), changed("##History of the wall"),
      changed("#History of the wall"))
    try check(
      form, text, changed("###Background"), changed("##Background of it"),
      changed("###Background of it"))
    // Two headings at one place are the person's to choose from.
    let versions = try [text, changed("##History of the wall"), changed("##Past")].map {
      try document(form, $0)
    }
    #expect(
      try OfficeMerge.document(
        base: versions[0], ours: versions[1], theirs: versions[2], policy: .balanced) == nil)
  }
}
