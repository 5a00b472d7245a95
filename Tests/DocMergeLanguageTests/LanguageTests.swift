import Testing

@testable import DocMergeLanguage

/// Which language the environment asks for.
struct LanguageTests {
  private static func language(_ variables: [String: String]) -> Language {
    Language { variables[$0] }
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
