import DocMergeLanguage

/// The outline of a text of no known format: code, markup, settings, notes.
///
/// The structure is found by brackets, tags, words that open and close something, indentation and
/// blank lines; strings and comments are left alone. Lists with commas or the like between their items
/// are nodes of kind `items`, imports are a `set`, all other containers are `blocks`.
package struct OutlineFormat: DocumentFormat {
  /// The name by which `docmerge-format` chooses the format.
  package var name: String { "outline" }

  package var traits: FormatTraits { [.outline, .names] }

  /// The language; `nil` to guess it from each text.
  private let family: LanguageFamily?

  /// The language of program code; `nil` for other texts, and for one that is not known.
  var codeFamily: LanguageFamily? {
    family.flatMap { $0.isData || $0.features.contains(.markup) ? nil : $0 }
  }

  /// Whether the texts are data, such as settings, whose entries have names of their own.
  var isData: Bool { family?.isData == true }

  /// Whether the texts consist of records, in which lines of different records may be equal.
  var hasRecords: Bool { family?.features.contains(.records) == true }

  /// Makes the format for texts at a path, whose extension gives the language.
  package init(path: String = "") {
    family = LanguageFamily.named(by: path)
  }

  private init(_ family: LanguageFamily) { self.family = family }

  /// The language of a text.
  func family(of sample: [UInt8]) -> LanguageFamily {
    family ?? LanguageFamily.guessed(from: sample)
  }

  /// The format with the language that a text seems to have, so that other versions of it are read in the same way.
  package func settled(by sample: [UInt8]) -> OutlineFormat {
    OutlineFormat(family(of: sample))
  }

  /// Finds the containers of a text and their contents.
  ///
  /// - Throws: ``FormatRefusal`` for a text with a NUL byte or the markers of a conflict.
  /// - Complexity: O(*n*), *n* being the number of bytes.
  package func tree(of text: [UInt8]) throws(FormatRefusal) -> SyntaxTree {
    if let place = text.firstIndex(of: 0) { throw FormatRefusal(at: place, tr("a NUL byte")) }
    guard text.count < UInt32.max else { throw FormatRefusal(at: 0, tr("more than 4 GB")) }
    let family = family ?? LanguageFamily.guessed(from: text)
    var lexer = OutlineLexer(text, family)
    lexer.scan()
    for line in lexer.lines where Self.isMarker(text, at: line.start) {
      throw FormatRefusal(at: line.start, tr("a conflict marker"))
    }
    let builder = OutlineBuilder(lexer, family)
    return SyntaxTree(text: text, root: builder.root())
  }

  /// Whether a line starts with `<<<<<<<` or `>>>>>>>` and a blank or nothing.
  private static func isMarker(_ text: [UInt8], at start: Int) -> Bool {
    let cursor = ByteCursor(text, at: start)
    guard cursor.next == 0x3C || cursor.next == 0x3E else { return false }
    guard cursor.isAt("<<<<<<<") || cursor.isAt(">>>>>>>") else { return false }
    guard let after = cursor.byte(ahead: 7) else { return true }
    return after == 0x20 || after == 0x0A
  }
}
