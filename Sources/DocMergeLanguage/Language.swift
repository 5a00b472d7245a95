import Glibc
import Synchronization

/// A language that messages can have.
///
/// Messages stand in the code in English. Every other language has a catalog, which says what each message is in
/// it: `Sources/DocMergeCatalogs/de.po`.
package enum Language: UInt8, CaseIterable, Sendable {
  case english
  case german

  /// The language of messages: at first what the environment asks for.
  package static var current: Language {
    if let language = Language(rawValue: chosen.load(ordering: .relaxed)) { return language }
    let language = Language { name in getenv(name).map { String(cString: $0) } }
    chosen.store(language.rawValue, ordering: .relaxed)
    return language
  }

  /// Chooses the language of all later messages; the environment no longer counts.
  ///
  /// - Parameter language: the language. Output for programs is always in English.
  package static func use(_ language: Language) {
    chosen.store(language.rawValue, ordering: .relaxed)
  }

  private static let unknown = UInt8.max
  private static let chosen = Atomic<UInt8>(unknown)

  /// The language that an environment asks for, as in GNU gettext: the first of `LC_ALL`, `LC_MESSAGES` and `LANG`
  /// that is set names the locale; with any locale but C, `LANGUAGE` can list languages, the preferred one first.
  ///
  /// - Parameter variable: the value of an environment variable; `nil` where it is not set.
  package init(of variable: (String) -> String?) {
    func value(_ name: String) -> String? { variable(name).flatMap { $0.isEmpty ? nil : $0 } }
    let locale = value("LC_ALL") ?? value("LC_MESSAGES") ?? value("LANG") ?? "C"
    self = .english
    guard !["C", "POSIX"].contains(Self.name(of: locale)) else { return }
    let wanted = value("LANGUAGE")?.split(separator: ":").map(String.init) ?? [locale]
    self = wanted.lazy.compactMap { Language(named: Self.name(of: $0)) }.first ?? .english
  }

  /// The part of a locale before its country, encoding and variant: `de` of `de_AT.UTF-8@euro`.
  private static func name(of locale: String) -> String {
    String(locale.prefix { !"_.@-".contains($0) })
  }

  private init?(named name: String) {
    switch name {
    case "en": self = .english
    case "de": self = .german
    default: return nil
    }
  }
}

// MARK: - For pages

extension Language {
  /// The tag that names it in a page (BCP 47): `en`, `de`.
  package var tag: String {
    switch self {
    case .english: "en"
    case .german: "de"
    }
  }

  /// The forms of a message in the language, for a page that fills in the values itself.
  ///
  /// - Parameter pattern: the message in English, with `{0}`, `{1}`, … for values; of a message about a number of
  ///   things, the one about 1.
  /// - Returns: one form, or two for a message about a number of things, the first one for 1; `nil` in English, and
  ///   where the catalog lacks the message.
  package func forms(of pattern: String) -> [String]? { Catalog.of(self)?.forms(of: pattern) }
}

// MARK: - Numbers

extension Language {
  /// The sign between whole numbers and decimals: `1.5` in English, `1,5` in German.
  package var decimalSign: String {
    switch self {
    case .english: "."
    case .german: ","
    }
  }
}
