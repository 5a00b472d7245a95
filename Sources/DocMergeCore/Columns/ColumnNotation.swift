/// The signs by which the columns of a text are found: its comments, its quotes, and which of its lines are rows.
package struct ColumnNotation: Sendable, Hashable {
  /// Texts over several lines whose blanks are not padding.
  package struct Opaque: OptionSet, Sendable, Hashable {
    /// The bits.
    package let rawValue: UInt8
    /// Makes a set.
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Code of Markdown between lines such as ```` ``` ````.
    package static let fences = Opaque(rawValue: 1)
    /// Texts of YAML below `key: |`.
    package static let blockScalars = Opaque(rawValue: 1 << 1)
    /// Lines that start with a tab, which are commands in a makefile.
    package static let tabbedLines = Opaque(rawValue: 1 << 2)
    /// Lines indented by four blanks, which are code in Markdown.
    package static let indentedLines = Opaque(rawValue: 1 << 3)
    /// Lines that start with a blank, which continue the value above them.
    package static let continuations = Opaque(rawValue: 1 << 4)
  }

  /// The signs that start a comment behind blanks, such as `//`.
  package var comments: [[UInt8]] = []
  /// Whether blanks between quotes belong to a value.
  package var hasQuotes = true
  /// Whether lines that start with `|` or `+-` are rows of a table.
  package var hasTables = false
  /// Whether lines with cells between blanks are rows.
  package var hasColumns = true
  /// Whether the first word of a line is a column, as in `Name string`.
  package var hasWords = false
  /// The first words of lines that are no such rows, in lower case.
  package var statements: Set<[UInt8]> = []
  /// Whether two names before a mark are two columns, as in `int size = 4`.
  package var hasTypes = false
  /// Texts whose lines are no rows.
  package var opaque: Opaque = []
  /// The starts of strings over several lines; `nil` where there are none, as in prose.
  package var longStrings: LongStrings? = LongStrings()

  /// Makes a notation with these signs of comments.
  package init(comments: [String] = []) { self.comments = comments.map { Array($0.utf8) } }

  /// The notation for texts, without columns if one may hold a string over lines; `nil` if nothing is left.
  package func safe(for texts: [[UInt8]]) -> ColumnNotation? {
    var notation = self
    if let longStrings, texts.contains(where: longStrings.mayBe) { notation.hasColumns = false }
    return notation.hasColumns || hasTables ? notation : nil
  }
}
