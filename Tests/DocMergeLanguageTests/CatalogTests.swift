import Testing

@testable import DocMergeLanguage

/// Catalogs, and what they make of messages.
struct CatalogTests {
  private let catalog = Catalog(
    po: Array(
      """
      # A catalog.
      msgid ""
      msgstr ""
      "Language: de\\n"

      #: List.swift
      msgid "Moved {0} to {1}"
      msgstr "Nach {1} verschoben: {0}"

      msgid "document"
      msgid_plural "documents"
      msgstr[0] "Dokument"
      msgstr[1] "Dokumente"

      #, fuzzy
      msgid "Saved"
      msgstr "Gespeichert?"

      msgid "Not yet"
      msgstr ""

      msgid ""
      "First\\n"
      "\\t\\"second\\"\\\\\\n"
      msgstr ""
      "Erstens\\n"
      "\\t\\"zweitens\\"\\\\\\n"
      """.utf8))

  @Test func `a message has the text of the catalog`() {
    #expect(catalog.text(of: "Moved {0} to {1}") == "Nach {1} verschoben: {0}")
    #expect(catalog.text(of: "First\n\t\"second\"\\\n") == "Erstens\n\t\"zweitens\"\\\n")
  }

  @Test(arguments: ["Saved", "Not yet", "Unknown", "Moved"])
  func `a message without a sure translation has none`(pattern: String) {
    #expect(catalog.text(of: pattern) == nil)
  }

  @Test func `one thing and more have forms`() {
    #expect(catalog.text(of: "document", number: 1) == "Dokument")
    #expect(catalog.text(of: "document", number: 0) == "Dokumente")
    #expect(catalog.text(of: "document", number: 2) == "Dokumente")
    #expect(catalog.text(of: "Moved {0} to {1}", number: 2) == nil)
  }

  @Test(arguments: [
    (pattern: "Nach {1}: {0}", values: ["a", "b"], text: "Nach b: a"),
    ("{0}{0}", ["{0}"], "{0}{0}"), ("{1} {x} { {0", ["a"], "{1} {x} { {0"), ("{0}", [], "{0}"),
    ("}{0}{", ["a"], "}a{"), ("", ["a"], ""),
  ])
  func `values stand where the translation wants them`(
    pattern: String, values: [String], text: String
  ) {
    #expect(Catalog.fill(pattern, values) == text)
  }

  @Test func `in English, a message is what it says`() {
    let name = "a.md"
    #expect(tr("Moved \(name) to \(3)") == "Moved a.md to 3")
    #expect(tr(1, one: "\(1) is", other: "\(1) are") == "1 is")
    #expect(tr(0, one: "\(0) is", other: "\(0) are") == "0 are")
    #expect(counted(1, "document") == "1 document")
    #expect(counted(12, "document") == "12 documents")
  }
}
