import Testing

@testable import DocMergeLanguage

/// Which language the environment asks for.
struct LanguageTests {
  private static func language(_ variables: [String: String]) -> Language {
    Language { variables[$0] }
  }

  @Test func `a page gets the forms of messages, and the tag of the language`() {
    #expect(Language.allCases.map(\.tag) == ["en", "de"])
    #expect(Language.german.forms(of: "document") == ["Dokument", "Dokumente"])
    #expect(Language.german.forms(of: "{0} of {1}") == ["{0} von {1}"])
    #expect(Language.german.forms(of: "not a message") == nil)
    #expect(Language.english.forms(of: "document") == nil)
  }

  @Test(arguments: [
    (variables: [:], language: Language.english),
    (["LANG": "de_DE.UTF-8"], .german), (["LANG": "de"], .german),
    (["LANG": "de_AT@euro"], .german), (["LANG": "nn_NO.UTF-8"], .english),
    (["LANG": "de_DE.UTF-8", "LC_MESSAGES": "en_GB.UTF-8"], .english),
    (["LANG": "de_DE.UTF-8", "LC_ALL": "C"], .english),
    (["LANG": "de_DE.UTF-8", "LC_ALL": "C.UTF-8"], .english),
    (["LANG": "en_US.UTF-8", "LC_ALL": "de_DE.UTF-8"], .german),
    (["LANG": "de_DE.UTF-8", "LC_ALL": ""], .german),
    (["LANG": "en_US.UTF-8", "LANGUAGE": "de:en"], .german),
    (["LANG": "en_US.UTF-8", "LANGUAGE": "nn:de"], .german),
    (["LANG": "de_DE.UTF-8", "LANGUAGE": "en_GB:de"], .english),
    (["LANG": "C", "LANGUAGE": "de"], .english), (["LANGUAGE": "de"], .english),
  ])
  func `the environment names a language as in gettext`(
    variables: [String: String], language: Language
  ) {
    #expect(Self.language(variables) == language)
  }
}
