/// A formula, cut into the references to cells and what stands between them.
///
///     FormulaText("=SUM(B2:B9)*$C$1", .excel).references  // B2:B9, $C$1
struct FormulaText: Sendable {
  /// How references are written.
  enum Syntax: Sendable {
    /// `Costs!B2`, as in Excel's files.
    case excel
    /// `[Costs.B2]`, as in OpenDocument's.
    case openFormula
  }

  enum Piece: Hashable, Sendable {
    case text(String)
    /// A reference, and how it is written.
    case reference(CellReference, String)
    /// The name of a sheet before something that is no reference, such as the name of a range.
    case sheet(String, String)
  }

  private(set) var pieces: [Piece] = []
  /// Whether it names the same cells of several sheets at once, which nothing here follows.
  private(set) var spansSheets = false
  private let syntax: Syntax
  private var text = String.UnicodeScalarView()

  /// Reads a formula.
  ///
  /// - Complexity: O(*n*), *n* being the number of characters.
  init(_ formula: some StringProtocol, _ syntax: Syntax) {
    self.syntax = syntax
    var rest = ArraySlice(Array(formula.unicodeScalars))
    while let next = rest.first {
      switch (next, syntax) {
      case ("\"", _): takeQuoted(&rest)
      case ("#", .excel): takeError(&rest)
      case ("[", .openFormula): takeBracketed(&rest)
      case ("[", .excel): takeBrackets(&rest)
      case ("'", .excel): takeSheet(&rest)
      case (_, .excel) where Self.startsName(next): takeName(&rest)
      default: text.append(rest.removeFirst())
      }
    }
    closeText()
  }

  var references: [CellReference] {
    pieces.compactMap { piece in
      if case .reference(let reference, _) = piece { return reference }
      return nil
    }
  }

  /// The formula with its references changed; `nil` where one cannot be.
  ///
  /// - Parameters:
  ///   - sheet: makes the name of a sheet before something that is no reference.
  ///   - change: makes a reference.
  /// - Returns: the formula.
  func mapping(
    sheet: (String) -> String? = { $0 }, _ change: (CellReference) -> CellReference?
  ) -> String? {
    var output = ""
    for piece in pieces {
      switch piece {
      case .text(let text): output += text
      case .reference(let reference, let source):
        guard let changed = change(reference) else { return nil }
        output += changed == reference ? source : Self.text(of: changed, syntax)
      case .sheet(let name, let source):
        guard let changed = sheet(name) else { return nil }
        output += changed == name ? source : Self.written(changed, dollar: false)
      }
    }
    return output
  }

  // MARK: - Reading

  private mutating func closeText() {
    guard !text.isEmpty else { return }
    pieces.append(.text(String(text)))
    text = String.UnicodeScalarView()
  }

  private mutating func add(_ reference: CellReference, _ source: ArraySlice<Unicode.Scalar>) {
    closeText()
    pieces.append(.reference(reference, String(String.UnicodeScalarView(source))))
  }

  /// Takes an error, which may stand in the place of a sheet or of a cell, as it is.
  private mutating func takeError(_ rest: inout ArraySlice<Unicode.Scalar>) {
    text.append(rest.removeFirst())
    while let next = rest.first, Self.startsName(next) || "/!?:".unicodeScalars.contains(next) {
      text.append(rest.removeFirst())
    }
  }

  /// Takes what stands between two quotes, doubled ones being part of it.
  private mutating func takeQuoted(_ rest: inout ArraySlice<Unicode.Scalar>) {
    let quote = rest.removeFirst()
    text.append(quote)
    while let next = rest.first {
      text.append(rest.removeFirst())
      guard next == quote else { continue }
      if rest.first != quote { return }
      text.append(rest.removeFirst())
    }
  }

  /// Takes columns of tables, `Costs[Price]`, and cells of other files, `[1]Costs!B2`, as they are.
  private mutating func takeBrackets(_ rest: inout ArraySlice<Unicode.Scalar>) {
    var depth = 0
    repeat {
      let next = rest.removeFirst()
      text.append(next)
      // In the name of a column each sign may stand behind a `'`.
      if next == "'", depth > 0, let escaped = rest.popFirst() {
        text.append(escaped)
        continue
      }
      depth += next == "[" ? 1 : next == "]" ? -1 : 0
    } while depth > 0 && !rest.isEmpty
    while let next = rest.first, Self.startsName(next) || next == "!" || next == ":" {
      text.append(rest.removeFirst())
    }
  }

  /// Takes a reference behind the quoted name of its sheet.
  private mutating func takeSheet(_ rest: inout ArraySlice<Unicode.Scalar>) {
    let start = rest
    guard let sheet = Self.quoted(&rest), rest.first == "!" else {
      rest = start
      return takeQuoted(&rest)
    }
    rest.removeFirst()
    // Names of other files and of several sheets stand in the quotes too.
    let isOfOneSheet = !sheet.contains("[") && !sheet.contains(":")
    if sheet.contains(":") { spansSheets = true }
    if isOfOneSheet, let reference = Self.range(of: sheet, &rest) {
      add(reference, start[..<rest.startIndex])
    } else if isOfOneSheet {
      add(sheet: sheet, start[..<rest.startIndex].dropLast())
      takeWord(&rest)
    } else {
      text.append(contentsOf: start[..<rest.startIndex])
      while let next = rest.first, Self.startsName(next) || next == ":" {
        text.append(rest.removeFirst())
      }
    }
  }

  private static func quoted(_ rest: inout ArraySlice<Unicode.Scalar>) -> String? {
    guard rest.first == "'" else { return nil }
    var (name, after) = (String.UnicodeScalarView(), rest.dropFirst())
    while let next = after.popFirst() {
      if next == "'" {
        guard after.first == "'" else {
          rest = after
          return String(name)
        }
        after.removeFirst()
      }
      name.append(next)
    }
    return nil
  }

  private mutating func takeName(_ rest: inout ArraySlice<Unicode.Scalar>) {
    let start = rest
    if let reference = Self.range(of: nil, &rest) {
      return add(reference, start[..<rest.startIndex])
    }
    let name = rest.prefix { Self.startsName($0) }
    rest = rest.dropFirst(name.count)
    if rest.first == "!" {
      rest.removeFirst()
      let sheet = String(String.UnicodeScalarView(name))
      if let reference = Self.range(of: sheet, &rest) {
        return add(reference, start[..<rest.startIndex])
      }
      add(sheet: sheet, name)
      return takeWord(&rest)
    } else if rest.first == ":", isSpan(rest.dropFirst()) {
      spansSheets = true
      rest = rest.drop { $0 != "!" }.dropFirst()
      while let next = rest.first, Self.startsName(next) || next == ":" { rest.removeFirst() }
    }
    text.append(contentsOf: start[..<rest.startIndex])
  }

  private mutating func add(sheet: String, _ source: ArraySlice<Unicode.Scalar>) {
    closeText()
    pieces.append(.sheet(sheet, String(String.UnicodeScalarView(source))))
  }

  /// Takes what stands behind the name of a sheet, and is no reference.
  private mutating func takeWord(_ rest: inout ArraySlice<Unicode.Scalar>) {
    text.append("!")
    while let next = rest.first, Self.startsName(next) { text.append(rest.removeFirst()) }
  }

  /// Whether the name of a second sheet follows.
  private func isSpan(_ rest: ArraySlice<Unicode.Scalar>) -> Bool {
    let name = rest.prefix { Self.startsName($0) }
    return !name.isEmpty && rest.dropFirst(name.count).first == "!"
  }

  /// Reads `B2`, `B2:C9`, `B:C` or `2:9`; `nil` for anything else.
  private static func range(
    of sheet: String?, _ text: inout ArraySlice<Unicode.Scalar>
  ) -> CellReference? {
    var rest = text
    guard let first = CellReference.Corner(reading: &rest) else { return nil }
    let isCell = first.column != nil && first.row != nil
    var after = rest.dropFirst()
    guard rest.first == ":", let last = CellReference.Corner(reading: &after),
      (last.column == nil) == (first.column == nil), (last.row == nil) == (first.row == nil)
    else {
      guard isCell else { return nil }
      text = rest
      return CellReference(sheet: sheet, first: first)
    }
    text = after
    return CellReference(sheet: sheet, first: first, last: last)
  }

  /// Takes what OpenDocument writes in brackets: `[.B2:.B9]`, `[$Costs.B2]`.
  private mutating func takeBracketed(_ rest: inout ArraySlice<Unicode.Scalar>) {
    let inner = rest.dropFirst().prefix { $0 != "]" }
    let after = rest.dropFirst(inner.count + 2)
    var part = inner
    guard let (sheet, first) = Self.sheetAndCorner(&part) else {
      text.append(contentsOf: rest[..<after.startIndex])
      rest = after
      return
    }
    var reference = CellReference(sheet: sheet, first: first)
    if part.first == ":" {
      part.removeFirst()
      let end = Self.sheetAndCorner(&part)
      if let end, end.sheet != nil, end.sheet != sheet { spansSheets = true }
      reference.last = end?.corner
      reference.repeatsSheet = end?.sheet != nil
    }
    if part.isEmpty, !spansSheets {
      add(reference, rest[..<after.startIndex])
    } else {
      text.append(contentsOf: rest[..<after.startIndex])
    }
    rest = after
  }

  private static func sheetAndCorner(
    _ text: inout ArraySlice<Unicode.Scalar>
  ) -> (sheet: String?, corner: CellReference.Corner)? {
    var rest = text
    let isFixed = rest.first == "$"
    if isFixed { rest.removeFirst() }
    let name: String
    if let quoted = quoted(&rest) {
      name = quoted
    } else {
      let plain = rest.prefix { $0 != "." && $0 != "#" && $0 != ":" }
      name = String(String.UnicodeScalarView(plain))
      rest = rest.dropFirst(plain.count)
    }
    guard rest.first == ".", !isFixed || !name.isEmpty else { return nil }
    rest.removeFirst()
    guard let corner = CellReference.Corner(reading: &rest) else { return nil }
    text = rest
    return (name.isEmpty ? nil : (isFixed ? "$" : "") + name, corner)
  }

  private static func startsName(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "$" || scalar == "_" || scalar == "." || scalar == "\\" || scalar == "@"
      || scalar == "′" || scalar == "″" || scalar == "?"
      || CellReference.Corner.isOfName(scalar)
  }

  // MARK: - Writing

  private static func text(of reference: CellReference, _ syntax: Syntax) -> String {
    switch syntax {
    case .excel:
      let sheet = reference.sheet.map { Self.written($0, dollar: false) + "!" } ?? ""
      return sheet + reference.first.text + (reference.last.map { ":" + $0.text } ?? "")
    case .openFormula:
      let sheet = reference.sheet.map { Self.written($0, dollar: true) } ?? ""
      return "[\(sheet).\(reference.first.text)"
        + (reference.last.map { ":\(reference.repeatsSheet ? sheet : "").\($0.text)" } ?? "") + "]"
    }
  }

  /// The name of a sheet, quoted where it needs to be.
  private static func written(_ name: String, dollar: Bool) -> String {
    let isFixed = dollar && name.hasPrefix("$")
    let bare = isFixed ? String(name.dropFirst()) : name
    let isPlain =
      bare.unicodeScalars.allSatisfy {
        $0 == "_" || CellReference.Corner.isOfName($0)
      } && !("0"..."9").contains(bare.unicodeScalars.first ?? "0")
    // `B2` would be a cell.
    var scalars = ArraySlice(Array(bare.unicodeScalars))
    let isCell = CellReference.Corner(reading: &scalars) != nil
    let text =
      isPlain && !isCell
      ? bare
      : "'"
        + bare.split(separator: "'", omittingEmptySubsequences: false)
        .joined(separator: "''") + "'"
    return (isFixed ? "$" : "") + text
  }
}
