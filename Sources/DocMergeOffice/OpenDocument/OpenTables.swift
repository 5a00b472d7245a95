import DocMergeArchive

/// Tables, which a text knows by their names.
extension OpenDocument {
  /// The document with other names for tables that the other side added under these names too.
  ///
  /// Programs count tables, so that both sides call the first one that they add alike.
  ///
  /// - Parameters:
  ///   - other: the other side.
  ///   - base: what both sides were made from.
  /// - Returns: the document.
  /// - Throws: ``OfficeRefusal`` as for any document.
  func withTables(
    unlike other: OpenDocument, base: OpenDocument
  ) throws(OfficeRefusal) -> OpenDocument {
    let (own, others, old) = (tables, other.tables, base.tables)
    var taken = Set(own.keys).union(others.keys).union(old.keys)
    var names: [String: String] = [:]
    for (name, text) in own.sorted(by: { $0.key < $1.key })
    where old[name] == nil && !charted.contains(name) {
      guard let second = others[name], second != text else { continue }
      let free = Self.free(behind: name, taken)
      taken.insert(free)
      names[name] = free
    }
    guard !names.isEmpty else { return self }
    var package = package
    var content = content
    content.root = content.root.mapping { Self.renamed($0, names) } ?? content.root
    package.write(content, to: Self.contentPart)
    return try OpenDocument(package, bodyName: bodyName)
  }

  /// What stands in each table.
  private var tables: [String: String] {
    var tables: [String: String] = [:]
    body.forEach { element in
      if element.name == "table:table", let name = element["table:name"] {
        tables[name] = element.elements.map(\.text).joined(separator: "|")
      }
    }
    return tables
  }

  /// The tables that charts show, which name them in parts of their own.
  private var charted: Set<String> {
    var names: Set<String> = []
    body.forEach { element in
      element["draw:notify-on-update-of-ranges"].map { _ = names.insert($0) }
    }
    return names
  }

  /// The first name that is free behind another: `Table4` behind `Table3`.
  private static func free(behind name: String, _ taken: Set<String>) -> String {
    let digits = name.reversed().prefix { $0.isASCII && $0.isNumber }.count
    let number = Int(name.suffix(digits)) ?? 1
    let stem = name.dropLast(digits)
    var next = number < 1 << 30 ? number + 1 : 2
    while taken.contains("\(stem)\(next)") { next += 1 }
    return "\(stem)\(next)"
  }

  /// The element with other names of tables, where it is one or refers to one.
  private static func renamed(_ element: XMLElement, _ names: [String: String]) -> XMLElement {
    var element = element
    for index in element.attributes.indices {
      let attribute = element.attributes[index]
      if element.name == "table:table", attribute.name == "table:name" {
        element.attributes[index].value = names[attribute.value] ?? attribute.value
      } else if attribute.name.hasSuffix("formula") || attribute.name == "xlink:href" {
        element.attributes[index].value = names.reduce(attribute.value) { value, name in
          value.replacing("<\(name.key).", with: "<\(name.value).")
            .replacing("#\(name.key)|table", with: "#\(name.value)|table")
        }
      }
    }
    return element
  }
}
