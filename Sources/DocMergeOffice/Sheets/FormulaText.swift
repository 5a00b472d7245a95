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
    case reference(CellReference)
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
      if case .reference(let reference) = piece { return reference }
      return nil
    }
  }

  /// The formula with its references changed; `nil` where one cannot be.
  func mapping(_ change: (CellReference) -> CellReference?) -> String? {
    var output = ""
    for piece in pieces {
      switch piece {
      case .text(let text): output += text
      case .reference(let reference):
        guard let changed = change(reference) else { return nil }
        output += Self.text(of: changed, syntax)
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

  private mutating func add(_ reference: CellReference) {
    closeText()
    pieces.append(.reference(reference))
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
      depth += next == "[" ? 1 : next == "]" ? -1 : 0
      text.append(next)
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
      add(reference)
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
    if let reference = Self.range(of: nil, &rest) { return add(reference) }
    let name = rest.prefix { Self.startsName($0) }
    rest = rest.dropFirst(name.count)
    if rest.first == "!" {
      rest.removeFirst()
      if let reference = Self.range(of: String(String.UnicodeScalarView(name)), &rest) {
        return add(reference)
      }
    } else if rest.first == ":", isSpan(rest.dropFirst()) {
      spansSheets = true
      rest = rest.drop { $0 != "!" }.dropFirst()
      while let next = rest.first, Self.startsName(next) || next == ":" { rest.removeFirst() }
    }
    text.append(contentsOf: start[..<rest.startIndex])
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
      add(reference)
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
      || scalar == "′" || scalar == "″" || ("0"..."9").contains(scalar)
      || scalar.properties.isAlphabetic
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
        $0 == "_" || ("0"..."9").contains($0) || $0.properties.isAlphabetic
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
