/// A cell, a range of cells, or whole rows or columns, as formulas name them.
struct CellReference: Hashable, Sendable {
  /// A row or a column of a reference.
  struct Place: Hashable, Sendable {
    var name: LineName
    /// Whether it stays the same where the formula is copied: `$`.
    var isAbsolute: Bool
    /// Whether it is the row of the formula itself, written `@`.
    var isOwn = false
  }

  /// One corner; a range of whole rows has no columns, one of whole columns no rows.
  struct Corner: Hashable, Sendable {
    var column: Place?
    var row: Place?
  }

  /// The sheet as it is written, without its sign; `nil` for that of the formula.
  var sheet: String?
  var first: Corner
  var last: Corner?
  /// Whether the last corner names the sheet again.
  var repeatsSheet = false

  /// The lines of the range along one axis.
  func places(_ axis: KeyPath<Corner, Place?>) -> (first: Place, last: Place)? {
    guard let start = first[keyPath: axis] else { return nil }
    return (start, last?[keyPath: axis] ?? start)
  }
}

extension CellReference.Corner {
  /// The corner as it is written, such as `$B4` or `B4′`.
  var text: String {
    var text = ""
    if let column {
      text += (column.isAbsolute ? "$" : "") + ColumnLetters.letters(of: column.name.index)
      text += column.name.sign
    }
    guard let row else { return text }
    if row.isOwn { return text + "@" }
    return text + (row.isAbsolute ? "$" : "") + String(row.name.index + 1) + row.name.sign
  }

  /// Reads a corner at the start of a text; `nil` where there is none.
  ///
  /// - Parameter text: the text; what was read is taken from it.
  init?(reading text: inout ArraySlice<Unicode.Scalar>) {
    var rest = text
    let column = Self.column(&rest)
    let row = Self.row(&rest)
    guard column != nil || row != nil else { return nil }
    // What goes on is a longer name.
    if let next = rest.first, Self.continuesName(next) { return nil }
    self.init(column: column, row: row)
    text = rest
  }

  static func continuesName(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar == "." || scalar == "(" || scalar == "!" || scalar == "$"
      || isOfName(scalar)
  }

  /// Whether a character is a letter of a name, a mark on one, or a digit.
  static func isOfName(_ scalar: Unicode.Scalar) -> Bool {
    if ("0"..."9").contains(scalar) || scalar.properties.isAlphabetic { return true }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark, .format: return true
    default: return false
    }
  }

  private static func version(_ rest: inout ArraySlice<Unicode.Scalar>) -> Side {
    let version: Side =
      switch rest.first {
      case "′": .ours
      case "″": .theirs
      default: .base
      }
    if version != .base { rest.removeFirst() }
    return version
  }

  private static func column(
    _ text: inout ArraySlice<Unicode.Scalar>
  ) -> CellReference.Place? {
    var rest = text
    let isAbsolute = rest.first == "$"
    if isAbsolute { rest.removeFirst() }
    // Programs write capitals, people who write files need not.
    let letters = rest.prefix { ("A"..."Z").contains($0) || ("a"..."z").contains($0) }
    guard !letters.isEmpty, letters.count <= 3,
      let index = ColumnLetters.column(of: String(String.UnicodeScalarView(letters)).uppercased())
    else { return nil }
    rest = rest.dropFirst(letters.count)
    text = rest
    return .init(name: LineName(version(&text), index), isAbsolute: isAbsolute)
  }

  private static func row(_ text: inout ArraySlice<Unicode.Scalar>) -> CellReference.Place? {
    var rest = text
    if rest.first == "@" {
      text.removeFirst()
      return .init(name: LineName(.base, 0), isAbsolute: false, isOwn: true)
    }
    let isAbsolute = rest.first == "$"
    if isAbsolute { rest.removeFirst() }
    let digits = rest.prefix { ("0"..."9").contains($0) }
    guard !digits.isEmpty, digits.count <= 7, digits.first != "0",
      let number = Int(String(String.UnicodeScalarView(digits))), number <= 1 << 20
    else { return nil }
    text = rest.dropFirst(digits.count)
    return .init(name: LineName(version(&text), number - 1), isAbsolute: isAbsolute)
  }
}
