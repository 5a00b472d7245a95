import DocMergeArchive
import Testing

@testable import DocMergeOffice

/// Slides and shapes have one name in all versions.
@Suite struct SlideNameTests {
  /// Slides by the texts of their shapes.
  private func text(_ slides: [[String]]) -> OfficeText {
    var text = OfficeText()
    for slide in slides {
      text.lines.append(.open(Container(name: "slide", element: XMLElement("draw:page"))))
      for words in slide {
        text.lines.append(.open(Container(name: "box", element: XMLElement("draw:frame"))))
        var paragraph = Paragraph()
        paragraph.append(words, Properties())
        text.lines += [.paragraph(paragraph), .close]
      }
      text.lines.append(.close)
    }
    return text
  }

  private func names(_ text: OfficeText) -> [String] { text.lines.compactMap(\.container?.name) }

  @Test func `a slide keeps the number of the base, and a new one has a sign`() {
    let base = text([["apples grow here"], ["ships sail north"], ["birds sing loud"]])
    let ours = text([["ships sail north"], ["birds sing loud"]])
    let theirs = text([
      ["apples grow here"], ["something quite different"], ["ships sail south"],
      ["birds sing loud"],
    ])
    let named = SlideNames.named(base: base, ours: ours, theirs: theirs)
    #expect(
      names(named.base) == [
        "slide 1", "slide 1, box", "slide 2", "slide 2, box", "slide 3", "slide 3, box",
      ])
    #expect(names(named.ours) == ["slide 2", "slide 2, box", "slide 3", "slide 3, box"])
    #expect(
      names(named.theirs) == [
        "slide 1", "slide 1, box", "slide 2″", "slide 2″, box 1″", "slide 2", "slide 2, box",
        "slide 3", "slide 3, box",
      ])
  }

  @Test func `a shape is known by its words where another one before it is gone`() {
    let base = text([["apples grow here", "ships sail north"]])
    let ours = text([["ships sail north"]])
    let named = SlideNames.named(base: base, ours: ours, theirs: base)
    #expect(names(named.ours) == ["slide 1", "slide 1, box 2"])
  }

  @Test func `what was read again has the names that it was written with`() {
    let base = text([["one"], ["two"]])
    let named = SlideNames.named(base: base, ours: text([["two"]]), theirs: base)
    #expect(SlideNames.named(text([["two"]]), like: named.ours) == named.ours)
  }

  @Test func `a result has the names of the versions that its slides are from`() {
    let base = text([["apples grow here"], ["ships sail north"], ["birds sing loud"]])
    let ours = text([["something of ours"], ["apples grow here"], ["birds sing loud"]])
    let theirs = text([
      ["apples grow here"], ["ships sail north"], ["birds sing loud"], ["an end of theirs"],
    ])
    let result = text([
      ["something of ours"], ["apples grow here"], ["birds sing loud"], ["an end of theirs"],
    ])
    let named = SlideNames.named(base: base, ours: ours, theirs: theirs, result: result)
    #expect(
      names(named[3]).filter { !$0.contains(",") } == [
        "slide 1′", "slide 1", "slide 3", "slide 4″",
      ])
    #expect(names(named[1]).first == "slide 1′")
    #expect(names(named[2]).contains("slide 4″"))
  }

  @Test func `lines of different slides are no versions of each other`() {
    let base = [":::: slide 1", "Agenda of the day", "::::"]
    let other = [":::: slide 2", "Agenda of the day", "::::"]
    #expect(LineMatch(base, other).partners.allSatisfy { $0 == nil })
    #expect(LineMatch(base, base).partners == [0, 1, 2])
  }
}
