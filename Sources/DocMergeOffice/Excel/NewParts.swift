import DocMergeArchive

/// Parts that both sides added under one name without knowing of each other, such as their first charts.
struct NewParts {
  let base: ExcelDocument
  let ours: ExcelDocument

  /// The package of theirs, in which parts of sheets have other names than new parts of ours.
  ///
  /// - Throws: ``OfficeRefusal`` for references that cannot be read.
  func renamed(in theirs: ExcelDocument) throws(OfficeRefusal) -> OfficePackage {
    try theirs.package.renaming(try names(in: theirs))
  }

  /// The new names of the parts that meet others.
  private func names(in theirs: ExcelDocument) throws(OfficeRefusal) -> [String: String] {
    var names: [String: String] = [:]
    var taken = Set(base.package.names + ours.package.names + theirs.package.names)
    let parts = Set(try theirs.owners.keys).union(theirs.sheets.map(\.part))
    for part in parts.sorted() {
      guard base.package[part] == nil, let own = ours.package[part],
        let other = theirs.package[part], !own.holdsSame(as: other)
      else { continue }
      let dot = part.lastIndex(of: ".") ?? part.endIndex
      let stem = part[..<dot].reversed().drop { $0.isNumber }.reversed()
      var number = 1
      while taken.contains("\(String(stem))\(number)\(part[dot...])") { number += 1 }
      let name = "\(String(stem))\(number)\(part[dot...])"
      taken.insert(name)
      names[part] = name
      names[Relationships.name(of: part)] = Relationships.name(of: name)
    }
    return names
  }
}

extension OfficePackage {
  /// The package with other names of parts, and references to these.
  ///
  /// - Parameter names: the new names of parts, and of those with their references, by the old ones.
  /// - Returns: the package.
  /// - Throws: ``OfficeRefusal`` for references that cannot be read.
  func renaming(_ names: [String: String]) throws(OfficeRefusal) -> OfficePackage {
    guard !names.isEmpty else { return self }
    var package = self
    // References first, since those of a renamed part move with it.
    for name in self.names where name.hasSuffix(".rels") {
      try package.rename(referencesIn: name, names)
    }
    if var types = try package.xml(ContentTypes.part) {
      types.root.children = types.root.elements.map { element in
        var element = element
        if let part = element["PartName"], let name = names[String(part.dropFirst())] {
          element["PartName"] = "/" + name
        }
        return .element(element)
      }
      package.write(types, to: ContentTypes.part)
    }
    for (old, new) in names.sorted(by: { $0.key < $1.key }) {
      guard var member = package[old] else { continue }
      package[old] = nil
      member.name = new
      package[new] = member
    }
    return package
  }

  private mutating func rename(
    referencesIn name: String, _ names: [String: String]
  ) throws(OfficeRefusal) {
    guard var document = try xml(name) else { return }
    let references = try Relationships(named: name, in: self)
    var isChanged = false
    document.root.children = document.root.elements.map { element in
      var element = element
      if let id = element["Id"], let relationship = references[id], !relationship.isExternal,
        let new = names[references.part(of: relationship)]
      {
        element["Target"] = "/" + new
        isChanged = true
      }
      return .element(element)
    }
    if isChanged { write(document, to: name) }
  }
}
