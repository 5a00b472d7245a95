import DocMergeArchive

/// The places in parts of Excel that name cells.
enum ExcelReferences {
  /// Changes the references in an element.
  ///
  /// - Parameters:
  ///   - element: the element.
  ///   - change: makes the result of a formula; `nil` where the result lacks its cells.
  /// - Returns: `nil` where all that the element is about is gone.
  /// - Throws: what `change` throws.
  static func mapping(
    _ element: XMLElement, _ change: (String) throws(OfficeRefusal) -> String?
  ) throws(OfficeRefusal) -> XMLElement? {
    // How the sheets were looked at last moves no lines.
    if element.name == "sheetViews" { return element }
    var mapped = element
    for name in ["ref", "sqref"] {
      guard let value = mapped[name] else { continue }
      guard let changed = try ranges(value, change) else { return nil }
      mapped[name] = changed
    }
    if isFormula(element) {
      mapped.children = [.text(try formula(of: element, change))]
      return mapped
    }
    if element.localName == "sqref" {
      guard let changed = try ranges(element.text, change) else { return nil }
      mapped.children = [.text(changed)]
      return mapped
    }
    if try !mapPlace(&mapped, change) { return nil }
    let hadElements = !mapped.elements.isEmpty
    var children: [XMLElement.Child] = []
    for child in mapped.children {
      guard case .element(let inner) = child else {
        children.append(child)
        continue
      }
      if let inner = try mapping(inner, change) { children.append(.element(inner)) }
    }
    mapped.children = children
    if lists.contains(element.localName) {
      if hadElements, mapped.elements.isEmpty { return nil }
      if mapped["count"] != nil { mapped["count"] = String(mapped.elements.count) }
    }
    return mapped
  }

  private static func formula(
    of element: XMLElement, _ change: (String) throws(OfficeRefusal) -> String?
  ) throws(OfficeRefusal) -> String {
    let sign = element.text.hasPrefix("=") ? "=" : ""
    // Without its formula a rule or a chart would say something else.
    guard let changed = try change(String(element.text.dropFirst(sign.count))) else {
      throw .lostReference(cell: element["name"] ?? element.text)
    }
    return sign + changed
  }

  /// Elements that say nothing without others in them.
  private static let lists: Set = [
    "mergeCells", "hyperlinks", "dataValidations", "definedNames", "rowBreaks", "colBreaks",
    "ignoredErrors", "protectedRanges", "several",
  ]

  private static let formulas: Set = ["f", "formula", "formula1", "formula2", "definedName"]

  private static func isFormula(_ element: XMLElement) -> Bool {
    formulas.contains(element.localName) && element.elements.isEmpty && !element.text.isEmpty
  }

  /// Ranges with spaces between them; those that are gone are left out.
  private static func ranges(
    _ value: String, _ change: (String) throws(OfficeRefusal) -> String?
  ) throws(OfficeRefusal) -> String? {
    var changed: [String] = []
    for range in value.split(separator: " ") {
      if let range = try change(String(range)) { changed.append(range) }
    }
    return changed.isEmpty ? nil : changed.joined(separator: " ")
  }

  /// Changes a row or a column that is written as a number, such as where a chart stands.
  ///
  /// - Returns: whether the line is still there.
  private static func mapPlace(
    _ element: inout XMLElement, _ change: (String) throws(OfficeRefusal) -> String?
  ) throws(OfficeRefusal) -> Bool {
    if element.localName == "rowBreaks" || element.localName == "colBreaks" {
      let isRow = element.localName == "rowBreaks"
      var kept: [XMLElement.Child] = []
      for var inner in element.elements {
        // A break is behind the line of its number, which counts from 1.
        guard let id = inner["id"], let moved = try line(id, isRow: isRow, from: 1, change) else {
          continue
        }
        inner["id"] = moved
        kept.append(.element(inner))
      }
      element.children = kept
      return !kept.isEmpty
    }
    for (name, isRow) in [("row", true), ("col", false), ("Row", true), ("Column", false)]
    where element.localName == name && element.elements.isEmpty {
      guard let moved = try anchor(element.text, isRow: isRow, change) else { return false }
      element.children = [.text(moved)]
    }
    return true
  }

  /// The line that a drawing is fastened to, or the first one behind it that is still there.
  ///
  /// It is the start of a range of lines, which is made smaller where its first lines are gone.
  private static func anchor(
    _ text: String, isRow: Bool, _ change: (String) throws(OfficeRefusal) -> String?
  ) throws(OfficeRefusal) -> String? {
    func name(_ index: Int) -> String {
      isRow ? String(index + 1) : ColumnLetters.letters(of: index)
    }
    let last = isRow ? 1_048_575 : ColumnLetters.limit - 1
    if let number = Int(text), (0...last).contains(number) {
      // Where rows moved, those up to the end may no longer stand together.
      if let range = try? change("\(name(number)):\(name(last))") { return range }
      return try change("\(name(number)):\(name(number))")
    }
    let start = text.prefix { $0 != ":" }
    var changed = try? change(text)
    if changed == nil { changed = try change("\(start):\(start)") }
    guard let changed, let end = changed.split(separator: ":").first else {
      return nil
    }
    return (isRow ? Int(end).map { $0 - 1 } : ColumnLetters.column(of: end)).map(String.init)
  }

  /// A line that is written as a number, as a range of whole lines and back.
  ///
  /// - Parameters:
  ///   - text: the number, or the range that was made of it before.
  ///   - isRow: whether it is a row.
  ///   - first: the number of the first line.
  ///   - change: makes the result of a formula; `nil` where the result lacks its cells.
  /// - Returns: the range of a number, and the number of a range.
  /// - Throws: what `change` throws.
  private static func line(
    _ text: String, isRow: Bool, from first: Int,
    _ change: (String) throws(OfficeRefusal) -> String?
  ) throws(OfficeRefusal) -> String? {
    if let number = Int(text) {
      guard number >= first, number <= 1 << 24 else { return text }
      let line =
        isRow ? String(number - first + 1) : ColumnLetters.letters(of: number - first)
      return try change("\(line):\(line)")
    }
    guard let changed = try change(text), let end = changed.split(separator: ":").first else {
      return nil
    }
    let index = isRow ? Int(end).map { $0 - 1 } : ColumnLetters.column(of: end)
    return index.map { String($0 + first) }
  }
}
