import DocMergeCatalogs

/// The messages of one language, by their English patterns.
///
/// Read from a file in the format of GNU gettext (PO), which translators have tools for. Of its header, only what
/// is the same in all our catalogs is understood: UTF-8, and two plural forms, the first one for 1 alone.
struct Catalog: Sendable {
  private var forms: [String: [String]] = [:]

  /// The catalog of the language of the program; `nil` in English.
  static var current: Catalog? { of(.current) }

  /// The catalog of a language; `nil` for English.
  static func of(_ language: Language) -> Catalog? {
    switch language {
    case .english: nil
    case .german: german
    }
  }

  private static let german: Catalog = {
    let text = docmerge_catalog_de()
    return Catalog(po: UnsafeBufferPointer(start: text.start, count: text.size))
  }()

  /// The forms of a message: one, or two for a message about a number of things; `nil` where the catalog lacks it.
  func forms(of pattern: String) -> [String]? { forms[pattern] }

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
    for line in Array(bytes).split(separator: UInt8(ascii: "\n")) { reader.read(line) }
    reader.finishEntry()
    forms = reader.forms
  }
}

/// Reads the lines of a catalog, byte by byte: text by characters takes thirty times as long.
private struct EntryReader {
  private(set) var forms: [String: [String]] = [:]

  private enum Part { case id, plural, form }
  private var id: [UInt8] = []
  private var texts: [[UInt8]] = []
  private var isDoubtful = false
  private var part = Part.id

  init() { forms.reserveCapacity(4096) }

  mutating func read(_ line: ArraySlice<UInt8>) {
    if line.first == UInt8(ascii: "#") {
      finishEntry()
      let isFlag = line.dropFirst().first == UInt8(ascii: ",")
      if isFlag, String(decoding: line, as: UTF8.self).contains("fuzzy") { isDoubtful = true }
      return
    }
    if line.starts(with: "msgid ".utf8) {
      finishEntry()
      part = .id
    } else if line.starts(with: "msgid_plural ".utf8) {
      part = .plural
    } else if line.starts(with: "msgstr".utf8) {
      part = .form
      texts.append([])
    }
    switch part {
    case .id: Self.append(line, to: &id)
    case .form: Self.append(line, to: &texts[texts.endIndex - 1])
    case .plural: break
    }
  }

  /// Ends an entry at the start of the next one.
  mutating func finishEntry() {
    guard !texts.isEmpty else { return }
    if !isDoubtful, !texts.contains([]) {
      forms[String(decoding: id, as: UTF8.self)] = texts.map { String(decoding: $0, as: UTF8.self) }
    }
    (id, texts, isDoubtful, part) = ([], [], false, .id)
  }

  /// Appends the text between the first and the last quotation mark of a line.
  private static func append(_ line: ArraySlice<UInt8>, to text: inout [UInt8]) {
    let mark = UInt8(ascii: "\"")
    guard let open = line.firstIndex(of: mark), let close = line.lastIndex(of: mark), open < close
    else { return }
    var isEscaped = false
    for byte in line[(open + 1)..<close] {
      if isEscaped {
        text.append(
          byte == UInt8(ascii: "n") ? 0x0A : byte == UInt8(ascii: "t") ? 0x09 : byte)
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else {
        text.append(byte)
      }
    }
  }
}
