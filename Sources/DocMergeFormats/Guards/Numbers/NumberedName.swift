import DocMergeCore
import DocMergeLanguage

/// A word with a number or letter behind it that names an item: `step 3`, `§ 7`, `Fig. 4`, `Anhang B`.
struct NumberedName {
  /// The usual form of the word.
  let word: String
  let label: ArraySlice<UInt8>
  /// Whether more than one number may follow: `steps 3 and 4`.
  let isPlural: Bool
  /// The word and the number.
  let place: Range<Int>

  /// Reads one at a place where a word can start; `nil` where there is none.
  init?(at start: Int, in text: ArraySlice<UInt8>) {
    guard text.indices.contains(start) else { return nil }
    // A blank that keeps words together starts with the byte 0xC2.
    var word = text[start...].prefix { $0.isLetter && $0 != 0xC2 }
    if text[start...].starts(with: "§".utf8) {
      word = text[start...].prefix { "§".utf8.contains($0) }
    }
    guard !word.isEmpty, word.count <= 20 else { return nil }
    var rest = text[word.endIndex...]
    if rest.first == 0x2E { rest = rest.dropFirst() }
    let gap = rest.prefix { $0.isBlankOrTab || $0 == UInt8(ascii: "~") || $0 == 0xC2 || $0 == 0xA0 }
    let isSign = word.first == 0xC2
    guard !gap.isEmpty || isSign else { return nil }
    rest = rest[gap.endIndex...]
    if rest.first == UInt8(ascii: "#") { rest = rest.dropFirst() }
    guard let label = Self.label(at: rest.startIndex, in: text) else { return nil }
    let lower = String(decoding: word.map(\.lowercased), as: UTF8.self)
    let usual = Self.usualForm(of: lower)
    let isNumber = label.first?.isDecimalDigit == true
    guard Self.isKnown(usual), isNumber || Self.lettered.contains(usual) else { return nil }
    self.word = usual
    self.label = label
    isPlural = Self.plurals.contains(lower) || word.count > 2 && isSign
    place = start..<label.endIndex
  }

  /// A number such as `3` or `3.2`, or a capital, that ends there.
  static func label(at start: Int, in text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var label = text[start...].prefix { $0.isDecimalDigit || $0 == 0x2E }
    while label.last == 0x2E { label = label.dropLast() }
    if label.isEmpty {
      label = text[start...].prefix(1)
      guard label.first?.isCapital ?? false else { return nil }
    }
    let next = text[label.endIndex...].first ?? 0x0A
    let isNumber = label.first?.isDecimalDigit == true
    guard !next.isPartOfName, !"%$/°'".utf8.contains(next), label.count <= 8,
      isNumber || next != 0x27
    else { return nil }
    return label
  }

  /// Words whose items can have letters.
  private static let lettered: WordList = "appendix exhibit option"

  /// Words for the items of a list.
  static let listed: WordList = "step item rule question task resolution"
  /// Words for numbered headings.
  static let headed: WordList = "section chapter clause"

  private static let plurals: WordList = """
    steps schritte schritten étapes pasos passi stappen items points punkte punkten rules regeln questions fragen \
    tasks aufgaben sections abschnitte abschnitten chapters kapiteln figures figs abbildungen tables tabellen articles \
    clauses days weeks phases
    """

  /// The usual forms of words, with other words for the same.
  private static let synonyms: [(usual: String, others: WordList)] = [
    (
      "step",
      "steps schritt schritte schritten étape étapes etape paso pasos passo passi stap stappen krok"
    ),
    (
      "item",
      "items point points punkt punkte punkten punto position pos ziffer eintrag entry posten"
    ),
    ("rule", "rules regel regeln règle regla regola"),
    ("question", "questions frage fragen pregunta domanda"),
    ("task", "tasks aufgabe aufgaben exercise übung tâche"),
    (
      "resolution",
      "resolutions decision decisions motion motions beschluss beschlüsse beschlusses antrag anträge vedtak décision"
    ),
    ("section", "sections sec sect abschnitt abschnitte abschnitten sección sezione"),
    ("chapter", "chapters kapitel kapiteln chapitre capítulo capitolo"),
    ("clause", "clauses"),
    ("figure", "figures fig figs abbildung abbildungen abb bild figura"),
    ("table", "tables tabelle tabellen tab tableau tabla tabella"),
    ("article", "articles art artikel artículo articolo"),
    ("appendix", "anhang annex annexe anlage"),
    ("day", "days tag tage jour día giorno"), ("week", "weeks woche wochen semaine semana"),
    ("phase", "phases phasen"), ("§", "§§"),
  ]

  /// More words; those of versions and of places, such as `Python 3` and `room 3`, are none.
  private static let others: WordList = """
    slide folie scene szene act lesson lektion unit part teil round runde verse strophe problem theorem lemma \
    definition satz equation listing example beispiel requirement goal ziel option exhibit box diagram note
    """

  private static func isKnown(_ word: String) -> Bool {
    synonyms.contains { $0.usual == word } || others.contains(word)
  }

  private static func usualForm(of word: String) -> String {
    synonyms.first { $0.others.contains(word) }?.usual ?? word
  }
}
