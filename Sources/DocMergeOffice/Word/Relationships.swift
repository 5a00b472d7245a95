import DocMergeArchive

/// The references of a part to others, and to addresses outside the document.
struct Relationships {
  /// A reference.
  struct Relationship: Hashable {
    var id: String
    var type: String
    var target: String
    var isExternal: Bool

    /// The last word of the type, such as `image`.
    var kind: String { type.split(separator: "/").last.map(String.init) ?? type }
  }

  /// The references, in order.
  private(set) var list: [Relationship] = []
  /// The folder of the part, with `/` at its end.
  let folder: String
  /// The name of the part that holds them.
  let name: String

  static let namespace = "http://schemas.openxmlformats.org/package/2006/relationships"

  /// Reads the references of a part; none where it has none.
  init(of part: String, in package: OfficePackage) throws(OfficeRefusal) {
    try self.init(named: Self.name(of: part), in: package)
  }

  /// The name of the part that holds the references of a part.
  static func name(of part: String) -> String {
    let slash = part.lastIndex(of: "/").map { part.index(after: $0) } ?? part.startIndex
    return "\(part[..<slash])_rels/\(part[slash...]).rels"
  }

  /// Reads the references in a part of that kind; none where there is no such part.
  init(named name: String, in package: OfficePackage) throws(OfficeRefusal) {
    self.name = name
    let pieces = name.split(separator: "/", omittingEmptySubsequences: false).dropLast(2)
    folder = pieces.isEmpty ? "" : pieces.joined(separator: "/") + "/"
    for element in try package.xml(name)?.root.elements ?? [] {
      guard let id = element["Id"], let type = element["Type"], let target = element["Target"]
      else { continue }
      list.append(
        Relationship(
          id: id, type: type, target: target, isExternal: element["TargetMode"] == "External"))
    }
  }

  subscript(id: String) -> Relationship? { list.first { $0.id == id } }

  /// The name of the part that a reference leads to.
  func part(of relationship: Relationship) -> String {
    guard !relationship.target.hasPrefix("/") else {
      return String(relationship.target.dropFirst())
    }
    var folders = folder.split(separator: "/").map(String.init)
    for piece in relationship.target.split(separator: "/") {
      if piece == ".." {
        _ = folders.popLast()
      } else if piece != "." {
        folders.append(String(piece))
      }
    }
    return folders.joined(separator: "/")
  }

  /// Adds a reference, and returns its id.
  mutating func add(type: String, target: String, isExternal: Bool) -> String {
    let numbers = list.compactMap { $0.id.hasPrefix("rId") ? Int($0.id.dropFirst(3)) : nil }
    let id = "rId\((numbers.filter { $0 < 1 << 30 }.max() ?? 0) + 1)"
    list.append(Relationship(id: id, type: type, target: target, isExternal: isExternal))
    return id
  }

  /// The same part without references.
  var emptied: Relationships {
    var relationships = self
    relationships.list = []
    return relationships
  }

  /// Keeps some references only.
  mutating func keep(where isKept: (Relationship) -> Bool) {
    list.removeAll { !isKept($0) }
  }

  /// The references as a part.
  var document: XMLDocument {
    let elements = list.map { relationship in
      var element = XMLElement(
        "Relationship",
        [
          .init("Id", relationship.id), .init("Type", relationship.type),
          .init("Target", relationship.target),
        ])
      if relationship.isExternal { element["TargetMode"] = "External" }
      return XMLElement.Child.element(element)
    }
    return XMLDocument(
      root: XMLElement("Relationships", [.init("xmlns", Self.namespace)], children: elements),
      isStandalone: true)
  }
}
