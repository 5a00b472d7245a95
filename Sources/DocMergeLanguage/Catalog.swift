import DocMergeCatalogs

/// The messages of one language, by their English patterns.
///
/// Read from a file in the format of GNU gettext (PO), which translators have tools for. Of its header, only what
/// is the same in all our catalogs is understood: UTF-8, and two plural forms, the first one for 1 alone.
struct Catalog: Sendable {
  private var forms: [String: [String]] = [:]

  /// The catalog of the language of the program; `nil` in English.
  static var current: Catalog? {
    switch Language.current {
    case .english: return nil
    case .german: return german
    }
  }

  private static let german: Catalog = {
    let text = docmerge_catalog_de()
    return Catalog(po: UnsafeBufferPointer(start: text.start, count: text.size))
  }()

  /// What a message is in the language; `nil` where the catalog lacks it.
  func text(of pattern: String) -> String? { forms[pattern]?.first }

  /// What a message about a number of things is in the language.
  ///
  /// - Parameters:
  ///   - pattern: the message in English about one thing.
  ///   - number: the number.
  /// - Returns: the form of the language for the number; `nil` where the catalog lacks the message.
  func text(of pattern: String, number: Int) -> String? {
    guard let forms = forms[pattern], forms.count == 2 else { return nil }
    return number == 1 ? forms[0] : forms[1]
  }

  /// A pattern with values in the places `{0}`, `{1}`, …; a place without a value stays as it is.
  static func fill(_ pattern: String, _ values: [String]) -> String {
    guard !values.isEmpty else { return pattern }
    var text = ""
    var rest = pattern[...]
    while let open = rest.firstIndex(of: "{") {
      text += rest[..<open]
      rest = rest[open...]
      guard let close = rest.firstIndex(of: "}"),
        let place = Int(rest[rest.index(after: open)..<close]), values.indices.contains(place)
      else {
        text.append(rest.removeFirst())
        continue
      }
      text += values[place]
      rest = rest[rest.index(after: close)...]
    }
    return text + rest
  }
}

// MARK: - Reading

extension Catalog {
  /// Reads a catalog; entries without a translation, and those marked as doubtful (`fuzzy`), are left out.
  init(po bytes: some Collection<UInt8>) {
    var reader = EntryReader()
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      reader.read(String(decoding: line, as: UTF8.self)[...])
    }
    reader.finishEntry()
    forms = reader.forms
  }
}

/// Reads the lines of a catalog.
private struct EntryReader {
  private(set) var forms: [String: [String]] = [:]

  private enum Part { case id, plural, form }
  private var id = ""
  private var texts: [String] = []
  private var isDoubtful = false
  private var part = Part.id

  mutating func read(_ line: Substring) {
    if line.hasPrefix("#") {
      finishEntry()
      if line.hasPrefix("#,"), line.contains("fuzzy") { isDoubtful = true }
    } else if line.hasPrefix("msgid ") {
      finishEntry()
      part = .id
    } else if line.hasPrefix("msgid_plural ") {
      part = .plural
    } else if line.hasPrefix("msgstr") {
      part = .form
      texts.append("")
    }
    guard let text = Self.quoted(line) else { return }
    switch part {
    case .id: id += text
    case .form: texts[texts.endIndex - 1] += text
    case .plural: break
    }
  }

  /// Ends an entry at the start of the next one.
  mutating func finishEntry() {
    guard !texts.isEmpty else { return }
    if !isDoubtful, !texts.contains("") { forms[id] = texts }
    (id, texts, isDoubtful) = ("", [], false)
  }

  /// The text between the first and the last quote of a line.
  private static func quoted(_ line: Substring) -> String? {
    guard let open = line.firstIndex(of: "\""), let close = line.lastIndex(of: "\""), open < close
    else { return nil }
    var text = ""
    var isEscaped = false
    for letter in line[line.index(after: open)..<close] {
      if isEscaped {
        text.append(letter == "n" ? "\n" : letter == "t" ? "\t" : letter)
        isEscaped = false
      } else if letter == "\\" {
        isEscaped = true
      } else {
        text.append(letter)
      }
    }
    return text
  }
}
