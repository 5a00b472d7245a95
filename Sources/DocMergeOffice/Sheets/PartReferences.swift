import DocMergeArchive

/// How references in parts beside the sheets, such as charts, are brought together.
struct PartReferences {
  let names: ReferenceNames
  let sheets: [String: ReferenceNames.NumberedSheet]

  /// Whether references are the same in all versions and in the result.
  let areUnchanged: Bool

  /// The sheet that the result calls by a name, in all versions.
  func match(ofResult name: String) -> SheetMatch? {
    names.pairs.sheets.first { sheets[$0.name]?.name == name }
  }

  /// What references call a sheet of ours.
  private func name(of sheet: String) -> String {
    names.pairs.sheet(named: sheet, in: .ours)?.name ?? ""
  }

  /// A formula of a version as all versions name its cells.
  func named(_ formula: String, in version: Side, sheet: String) -> String? {
    names.named(formula, in: version, sheet: sheet)
  }

  /// A formula as the result writes it.
  func numbered(_ formula: String, sheet: String) throws(OfficeRefusal) -> String? {
    try names.numbered(formula, sheet: sheet, sheets)
  }

  // MARK: - Parts

  /// A version of a part that names cells.
  struct Version {
    var package: OfficePackage
    /// The name that the version has for the sheet of the part; empty where the part names its sheets.
    var sheet: String
  }

  /// Merges a part that names cells, where lines moved.
  ///
  /// - Parameters:
  ///   - name: the name of the part.
  ///   - versions: the base, ours and theirs.
  ///   - codec: what knows the places that name cells.
  ///   - package: the package of the result, which gets the part, or loses it.
  /// - Throws: ``OfficeRefusal`` where both sides changed it differently, or it means a cell that is gone.
  func merge<Codec: WorkbookCodec>(
    _ name: String, of versions: [Side: Version], _ codec: Codec.Type,
    into package: inout OfficePackage
  ) throws(OfficeRefusal) {
    let sheet = versions[.ours].map { self.name(of: $0.sheet) } ?? ""
    guard let merged = try merged(name, versions, codec, sheet: sheet) else {
      package[name] = nil
      return
    }
    let side: Side = versions[.ours]?.package[name] != nil ? .ours : .theirs
    guard let source = versions[side], var document = try source.package.xml(name) else { return }
    let owner = names.pairs.sheet(named: source.sheet, in: side)?.name ?? source.sheet
    let root = try codec.mapping(merged) { formula throws(OfficeRefusal) in
      try numbered(formula, sheet: owner)
    }
    guard let root else {
      package[name] = nil
      return
    }
    if package[name] == nil { package[name] = source.package[name] }
    guard document.root != root else { return }
    document.root = root
    package.write(document, to: name)
  }

  /// The part with the names that all versions have for its cells; `nil` where it is gone.
  private func merged<Codec: WorkbookCodec>(
    _ name: String, _ versions: [Side: Version], _ codec: Codec.Type, sheet: String
  ) throws(OfficeRefusal) -> XMLElement? {
    var roots: [Side: XMLElement] = [:]
    for (version, part) in versions {
      guard let root = try part.package.xml(name)?.root else { continue }
      roots[version] = try codec.mapping(root) { formula throws(OfficeRefusal) in
        guard let named = named(formula, in: version, sheet: part.sheet) else {
          throw names.pairs.followsMoves ? .movedRange(sheet: name) : .movedLines(cell: name)
        }
        return named
      }
    }
    roots = ChartCaches.settled(roots)
    let (base, ours, theirs) = (roots[.base], roots[.ours], roots[.theirs])
    if ours == theirs || theirs == base { return ours }
    if ours == base { return theirs }
    let settled = XMLElement.merged(base, ours, theirs, key: \.identity) { old, mine, other in
      codec.union(old, mine, other) { names.union($0, $1, $2, sheet: sheet) }
    }
    guard let settled else { throw .bothChanged(part: name) }
    return settled
  }
}
