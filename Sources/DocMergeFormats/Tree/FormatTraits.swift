/// The traits of a format that its merges and guards depend on.
package struct FormatTraits: OptionSet, Sendable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  // MARK: - How parts depend on each other

  /// Prose: items of lists are independent.
  package static let prose = FormatTraits(rawValue: 1 << 0)
  /// Adjacent parts depend on each other, as those of drawings do.
  package static let dependentNeighbours = FormatTraits(rawValue: 1 << 1)
  /// Items with keys do not depend on each other, in any order.
  static let independentItems = FormatTraits(rawValue: 1 << 2)
  /// Entries are plain lines: two replacements of one line are two changes of it.
  static let plainLines = FormatTraits(rawValue: 1 << 3)
  /// Statements depend on others only by the names that they define and use.
  static let namedStatements = FormatTraits(rawValue: 1 << 4)
  /// The parts of a text are instructions that run one after the other.
  static let sequence = FormatTraits(rawValue: 1 << 5)
  /// What both sides add under one key is not combined.
  static let wholeAdditions = FormatTraits(rawValue: 1 << 6)
  /// Only the outline of a text is known: most of its parts have no key.
  static let outline = FormatTraits(rawValue: 1 << 7)
  /// A table whose rows are found by more than one column.
  static let groupedRows = FormatTraits(rawValue: 1 << 8)

  // MARK: - What texts consist of

  /// Texts refer to their containers by names, and no other guard looks for those.
  static let names = FormatTraits(rawValue: 1 << 9)
  /// Texts are JSON.
  static let json = FormatTraits(rawValue: 1 << 10)
  /// Texts are pages of HTML.
  static let page = FormatTraits(rawValue: 1 << 11)
  /// Texts consist of tags with attributes, and are read by their lines.
  package static let markup = FormatTraits(rawValue: 1 << 12)
}
