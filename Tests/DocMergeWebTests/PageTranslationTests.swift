import DocMergeLanguage
import Testing

@testable import DocMergeWeb

/// The pages in the language of the program.
@Suite struct PageTranslationTests {
  private static func text(
    _ name: String, of page: PageFiles.Page = .session, in language: Language
  ) throws -> String {
    let file = try #require(PageFiles.file(named: name, of: page, in: language))
    return String(decoding: file.bytes, as: UTF8.self)
  }

  @Test(arguments: PageFiles.Page.allCases)
  func `in English, a page is sent as it is`(page: PageFiles.Page) throws {
    let html = try #require(PageFiles.file(named: "", of: page, in: .english))
    #expect(html.bytes == PageFiles.html(of: page))
    #expect(try Self.text("catalog.js", in: .english) == "export const translations = {};\n")
  }

  @Test(arguments: PageFiles.Page.allCases)
  func `in German, a page names its language and differs in words only`(
    page: PageFiles.Page
  ) throws {
    let (english, german) = try (
      Self.text("", of: page, in: .english), Self.text("", of: page, in: .german)
    )
    #expect(english.contains(#"<html lang="en">"#))
    #expect(german.contains(#"<html lang="de">"#))
    #expect(german.contains(#"<title translate="no">docmerge</title>"#))
    #expect(german.contains(#"title="Alle Tasten (?)" aria-label="Alle Tasten""#))
    func frame(_ html: String) -> [String] {
      html.matches(of: /<\w+[^>]*>/).map { tag in
        tag.output.replacing(/(lang|title|aria-label|placeholder)="[^"]*"/, with: "").description
      }
    }
    #expect(frame(german) == frame(english))
  }

  @Test(arguments: PageFiles.Page.allCases)
  func `every message of a page is in German`(page: PageFiles.Page) throws {
    let html = try Self.text("", of: page, in: .english)
    let texts = html.matches(of: /<[^>]*>\s*([^<]*\p{L}[^<]*?)\s*</)
      .filter { !$0.output.0.contains(#"translate="no""#) }.map { String($0.output.1) }
    let values = html.matches(of: /(?:title|aria-label|placeholder)="([^"]*)"/)
      .map { String($0.output.1) }
    #expect(texts.count > 3 && values.count > 15)
    for message in texts + values {
      #expect(Language.german.forms(of: message) != nil, "\(message)")
    }
  }

  @Test func `the catalog has the messages of all scripts`() throws {
    let catalog = try Self.text("catalog.js", in: .german)
    for entry in [
      #""Conflict {0} of {1}":["Konflikt {0} von {1}"]"#,
      #""suggestion":["Vorschlag","Vorschläge"]"#,
      #""{0} document differs":["{0} Dokument mit Unterschieden","{0} Dokumente mit Unterschieden"]"#,
    ] { #expect(catalog.contains(entry), "\(entry)") }
    // A message of the command alone.
    #expect(Language.german.forms(of: "Nothing is changed.") != nil)
    #expect(!catalog.contains("Nothing is changed."))
  }

  @Test(arguments: [
    (script: "toast(tr`Nothing was found.`)", patterns: ["Nothing was found."]),
    ("make(`tr.${kind}`, tr`Fold ${entry.path}`)", ["Fold {0}"]),
    ("tr`${decided} of ${total}`, trNodes`${count} decided`", ["{0} of {1}", "{0} decided"]),
    (
      "tr`${counted(all.filter(one => one.by).length, \"value\")} changed`",
      ["{0} changed", "value"]
    ),
    ("plural(n, form`${n} differs`, form`${n} differ`)", ["{0} differs", "{0} differ"]),
    ("counted(before - open, \"suggestion\")", ["suggestion"]),
    ("attr`no`; text`no`; `no`; \"no\"", []),
  ])
  func `messages are templates with a tag, and nouns`(script: String, patterns: [String]) {
    #expect(PageTranslation.patterns(in: script) == patterns)
  }
}
