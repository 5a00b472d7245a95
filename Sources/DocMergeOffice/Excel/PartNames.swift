import DocMergeArchive

/// Names of parts that a program gave anew while it saved a workbook, such as those of charts.
struct PartNames {
  let base: OfficePackage

  /// A version of the workbook with the names that the base has for the same parts.
  ///
  /// A part is the same where the same reference of the same part leads to it, and only its name is another.
  ///
  /// - Throws: ``OfficeRefusal`` for references that cannot be read.
  func restored(in side: OfficePackage) throws(OfficeRefusal) -> OfficePackage {
    var names: [String: String] = [:]
    var taken: Set<String> = []
    for name in side.names where Self.isOfSheets(name) && base[name] != nil {
      let (own, old) = (
        try Relationships(named: name, in: side), try Relationships(named: name, in: base)
      )
      for relationship in own.list where !relationship.isExternal {
        guard let known = old[relationship.id], known.type == relationship.type, !known.isExternal
        else { continue }
        let (part, partner) = (own.part(of: relationship), old.part(of: known))
        guard side[partner] == nil, base[part] == nil, side[part] != nil,
          taken.insert(partner).inserted
        else { continue }
        names[part] = partner
        names[Relationships.name(of: part)] = Relationships.name(of: partner)
      }
    }
    return try side.renaming(names)
  }

  private static func isOfSheets(_ name: String) -> Bool {
    name.hasSuffix(".rels")
      && (name.hasPrefix("xl/worksheets/") || name.hasPrefix("xl/drawings/"))
  }
}
