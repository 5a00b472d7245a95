import DocMergeArchive

/// The places in parts of OpenDocument that name cells.
enum OpenReferences {
  /// Attributes that hold addresses, with spaces between them.
  private static let addresses: Set = [
    "table:cell-range-address", "table:base-cell-address", "table:target-range-address",
    "table:end-cell-address", "table:cell-address", "table:print-ranges",
    "table:source-cell-range-addresses", "calcext:target-range-address",
    "calcext:base-cell-address", "chart:values-cell-range-address", "chart:label-cell-address",
    "table:target-cell-address", "draw:notify-on-update-of-ranges", "ref",
  ]

  /// Attributes that hold formulas, or conditions made of them.
  private static let formulas: Set = [
    "table:expression", "table:condition", "calcext:value", "style:condition",
    "calcext:expression", "table:formula",
  ]

  /// Addresses without which an element is about nothing.
  private static let needed: Set = [
    "table:cell-range-address", "calcext:target-range-address", "ref", "table:target-range-address",
  ]

  /// Elements that say nothing without others in them.
  private static let lists: Set = [
    "mergeCells", "shapes", "calcext:conditional-formats", "table:named-expressions",
    "table:database-ranges",
  ]

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
    var mapped = element
    for (index, attribute) in element.attributes.enumerated() {
      if addresses.contains(attribute.name) {
        let changed = try self.changed(addresses: attribute.value, change)
        guard let changed else {
          if attribute.name.hasPrefix("chart:") || element.name == "table:named-range" {
            throw .lostReference(cell: element["table:name"] ?? attribute.value)
          }
          if needed.contains(attribute.name) { return nil }
          mapped[attribute.name] = nil
          continue
        }
        mapped.attributes[mapped.attributes.count - element.attributes.count + index].value =
          changed
      } else if formulas.contains(attribute.name) {
        // Without its formula a rule would say something else.
        guard let changed = try change(attribute.value) else {
          throw .lostReference(cell: element["table:name"] ?? attribute.value)
        }
        mapped.attributes[mapped.attributes.count - element.attributes.count + index].value =
          changed
      }
    }
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
    if lists.contains(element.name), hadElements, mapped.elements.isEmpty { return nil }
    return mapped
  }

  /// Addresses are written as in formulas, without brackets.
  private static func changed(
    addresses: String, _ change: (String) throws(OfficeRefusal) -> String?
  ) throws(OfficeRefusal) -> String? {
    var output: [String] = []
    for address in pieces(of: addresses) {
      guard let changed = try change("[\(address)]") else { continue }
      output.append(String(changed.dropFirst().dropLast()))
    }
    return output.isEmpty && !addresses.isEmpty ? nil : output.joined(separator: " ")
  }

  /// The addresses of a list; names of sheets in quotes may have spaces.
  private static func pieces(of addresses: String) -> [String] {
    var (pieces, piece, isQuoted) = ([String](), "", false)
    for sign in addresses {
      if sign == "'" { isQuoted.toggle() }
      if sign == " ", !isQuoted {
        if !piece.isEmpty { pieces.append(piece) }
        piece = ""
      } else {
        piece.append(sign)
      }
    }
    return piece.isEmpty ? pieces : pieces + [piece]
  }
}
