import DocMergeArchive

/// Widths and places that a program rounds anew at each save: such a difference is no edit.
enum WidthNoise {
  /// The properties that hold lengths in twentieths of a point; people give the spacing of paragraphs in points.
  fileprivate static let properties: Set = [
    "w:tblGrid", "w:tblW", "w:tcW", "w:tblInd", "w:ind", "w:pgSz", "w:pgMar",
    "w:tblCellMar", "w:tcMar", "w:trHeight", "w:tabs", "w:wBefore", "w:wAfter",
  ]
  private static let lengths: Set = [
    "w:w", "w:h", "w:left", "w:right", "w:start", "w:end", "w:hanging", "w:firstLine", "w:top",
    "w:bottom", "w:header", "w:footer", "w:gutter", "w:pos",
  ]
  /// How many twentieths of a point are no edit.
  private static let limit: UInt = 3

  /// Whether two values differ by nothing else.
  fileprivate static func isNear(_ one: XMLElement, _ other: XMLElement) -> Bool {
    guard one.name == other.name, one.attributes.count == other.attributes.count,
      one.elements.count == other.elements.count
    else { return false }
    return one.attributes.allSatisfy { attribute in
      guard let value = other[attribute.name] else { return false }
      if value == attribute.value { return true }
      let isLength =
        lengths.contains(attribute.name) || one.name == "w:trHeight" && attribute.name == "w:val"
      guard isLength, let old = Int(value), let new = Int(attribute.value) else { return false }
      let gap = old.subtractingReportingOverflow(new)
      // Nothing is not rounded to something.
      return !gap.overflow && gap.partialValue.magnitude <= limit && (old == 0) == (new == 0)
    } && zip(one.elements, other.elements).allSatisfy { isNear($0, $1) }
  }
}

extension Properties {
  /// The properties with the values of the base where they differ from these by noise only.
  func withoutNoise(like base: Properties) -> Properties {
    var settled = self
    // A property may be named with its type, such as `w:tcW dxa`.
    for property in list where WidthNoise.properties.contains(property.value.name) {
      guard let old = base[property.name], old != property.value,
        WidthNoise.isNear(property.value, old)
      else { continue }
      settled[property.name] = old
    }
    return settled
  }
}

extension DocumentLines.Shown {
  /// Takes what the base has where the line differs from it by noise only.
  mutating func settleNoise(like base: Line) {
    switch (line, base) {
    case (.paragraph(var paragraph), .paragraph(let old)):
      paragraph.properties = paragraph.properties.withoutNoise(like: old.properties)
      line = .paragraph(paragraph)
    case (.table(let properties), .table(let old)):
      line = .table(properties.withoutNoise(like: old))
    case (.row(let row), .row(let old)): line = .row(row.withoutNoise(like: old))
    default: break
    }
  }
}

extension Row {
  fileprivate func withoutNoise(like base: Row) -> Row {
    var row = self
    row.properties = properties.withoutNoise(like: base.properties)
    guard cells.count == base.cells.count else { return row }
    for (index, old) in base.cells.enumerated() {
      row.cells[index].properties = cells[index].properties.withoutNoise(like: old.properties)
      guard cells[index].paragraphs.count == old.paragraphs.count else { continue }
      for (number, paragraph) in old.paragraphs.enumerated() {
        row.cells[index].paragraphs[number].properties =
          cells[index].paragraphs[number].properties.withoutNoise(like: paragraph.properties)
      }
    }
    return row
  }
}
