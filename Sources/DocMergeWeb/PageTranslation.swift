import DocMergeLanguage
import Foundation

/// The pages in a language: their HTML is translated when it is sent, and their scripts load a catalog.
///
/// Of an HTML page, every text and every `title`, `aria-label` and `placeholder` with a letter is a message, except
/// in an element with `translate="no"`. The messages of scripts are literals with tags:
///
///     tr`Conflict ${number} of ${total}`   // the pattern `Conflict {0} of {1}`
///     counted(open, "conflict")            // the noun `conflict`
///
/// `Scripts/page_messages.py` finds the same messages, to compare them with the catalogs.
struct PageTranslation {
  private let language: Language

  init(_ language: Language) {
    self.language = language
  }

  // MARK: - HTML

  /// A page in the language.
  func html(_ bytes: [UInt8]) -> [UInt8] {
    guard language != .english else { return bytes }
    let html = String(decoding: bytes, as: UTF8.self)
      .replacing(#"<html lang="en">"#, with: #"<html lang="\#(language.tag)">"#)
    var (page, rest, isKept) = ("", html[...], true)
    while let tag = rest.firstMatch(of: /<[^>]*>/) {
      let text = rest[..<tag.range.lowerBound]
      page += isKept ? String(text) : translated(text)
      isKept = tag.output.contains(#"translate="no""#)
      page += isKept ? String(tag.output) : withAttributes(translated: tag.output)
      rest = rest[tag.range.upperBound...]
    }
    return Array((page + rest).utf8)
  }

  private func withAttributes(translated tag: Substring) -> String {
    tag.replacing(/(title|aria-label|placeholder)="(.*?)"/) { match in
      #"\#(match.1)="\#(translated(match.2))""#
    }.description
  }

  /// A text or a value of HTML in the language, with the white space around it; as it is where the catalog lacks it.
  private func translated(_ text: Substring) -> String {
    let words = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard words.contains(where: \.isLetter), let form = language.forms(of: words)?.first,
      let range = text.range(of: words)
    else { return String(text) }
    return text.replacingCharacters(in: range, with: Self.escaped(form))
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }

  // MARK: - Scripts

  /// A module with the translations of the messages in scripts, by their patterns; empty in English.
  ///
  ///     export const translations = {"Undo":["Rückgängig"],"suggestion":["Vorschlag","Vorschläge"]};
  func catalog(of scripts: some Sequence<[UInt8]>) -> [UInt8] {
    var forms: [String: [String]] = [:]
    if language != .english {
      for script in scripts {
        for pattern in Self.patterns(in: String(decoding: script, as: UTF8.self)) {
          forms[pattern] = language.forms(of: pattern)
        }
      }
    }
    let names = forms.keys.sorted()
    let entries = names.map { name in
      let values = (forms[name] ?? []).map(Self.literal)
      return "\(Self.literal(name)):[\(values.joined(separator: ","))]"
    }
    return Array("export const translations = {\(entries.joined(separator: ","))};\n".utf8)
  }

  /// The patterns of the messages in a script, of both forms of a number of things, and then its nouns.
  static func patterns(in script: String) -> [String] {
    let templates = script.matches(of: template).map { pattern(of: $0.1) }
    let nouns = script.matches(of: noun).map { String($0.1) }
    return templates + nouns
  }

  private static var template: Regex<(Substring, Substring)> {
    /\b(?:tr|trNodes|form)`([^`]*)`/.wordBoundaryKind(.simple)
  }

  private static var noun: Regex<(Substring, Substring)> {
    /\bcounted\([^"`;]*"([^"]*)"\)/.wordBoundaryKind(.simple)
  }

  /// The pattern of a template, which has `{0}`, `{1}`, … in the places of values.
  private static func pattern(of template: Substring) -> String {
    var (pattern, count, rest) = ("", 0, template)
    while let value = rest.firstMatch(of: /\$\{[^}]*\}/) {
      pattern += rest[..<value.range.lowerBound] + "{\(count)}"
      rest = rest[value.range.upperBound...]
      count += 1
    }
    return pattern + rest
  }

  /// A text as a string literal of JavaScript.
  private static func literal(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      .replacing("\n", with: "\\n")
    return "\"\(escaped)\""
  }
}
