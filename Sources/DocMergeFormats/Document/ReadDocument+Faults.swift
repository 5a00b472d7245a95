import DocMergeCore
import DocMergeLanguage

// The guards of a result, by the format of the texts.
extension ReadDocument {
  func faults(in result: [UInt8], isWhole: Bool) -> [StructureFault] {
    let (ofLines, ofTree) = pair.run(size: TreeReader.size(of: result)) { [lineGuards] in
      lineGuards?.faults(in: result) ?? []
    } _: {
      treeFaults(in: result, isWhole: isWhole)
    }
    return ofLines + ofTree
  }

  /// The faults that the tree of the result shows.
  private func treeFaults(in result: [UInt8], isWhole: Bool) -> [StructureFault] {
    guard let known, let trees else { return [] }
    var faults: [StructureFault] = []
    faults += markupFaults(in: result, known, isWhole: isWhole)
    do throws(FormatRefusal) {
      let forms = known.isKeyed ? recordForms.value { RecordFormGuard(trees) } : nil
      guard let tree = try resultTree(of: result, known, forms, &faults), tree.isSound else {
        return faults
      }
      let inputs = [trees.base, trees.ours, trees.theirs]
      faults += Self.broken(tree, inputs)
      faults += KeyGuard(inputs).faults(in: tree)
      faults += NumberGuard(inputs, isTable: tableDelimiter != nil).faults(in: tree)
      faults += forms?.faults(in: tree) ?? []
      if known.isKeyed { faults += valueKinds.value { ValueKindGuard(trees) }.faults(in: tree) }
      guard tableDelimiter == nil else { return faults }
      faults += EditedEntryGuard(trees, isProse: known.traits.contains(.prose))
        .faults(in: tree, isWhole: isWhole)
      faults += deletedNameFaults(in: tree, known, trees)
      faults += dataFaults(in: tree, known, trees, isWhole: isWhole)
      faults += formatFaults(in: tree, known, trees)
      faults += nameFaults(in: tree, known, trees, isWhole: isWhole)
    } catch {
      guard isWhole else { return faults }
      faults.append(Self.fault(error, in: result))
    }
    return faults
  }

  /// The tree of a result, whose rows are found as those of the inputs are; `nil` for a table whose rows all have keys.
  ///
  /// Rows of a table with one id are added to the faults.
  private func resultTree(
    of result: [UInt8], _ known: KnownFormat, _ forms: RecordFormGuard?,
    _ faults: inout [StructureFault]
  ) throws(FormatRefusal) -> SyntaxTree? {
    guard let format = known.format as? TableFormat else {
      if let expectedTree, result == expected?.text { return expectedTree }
      return try known.format.tree(of: result)
    }
    let table = try Table(result, delimiter: format.delimiter)
    faults += rowIds?.faults(in: table) ?? []
    faults += rowReferences?.faults(in: table) ?? []
    guard let rowKey, !rowKey.isWholeRow else { return try format.tree(of: result) }
    let rows = TableRows(table, from: table.hasHeader ? 1 : 0, columns: Array(rowKey.columns))
    let hasNewForms = forms?.isPossible == true
    if rows.areDistinct, !NumberGuard.isPossible(in: table), !hasNewForms { return nil }
    return TableTree(
      table, .members, hasHeader: table.hasHeader && table.rowCount > 0,
      keyColumns: rowKey.columns, namesColumns: table.hasHeader,
      cells: hasNewForms ? .ofAll : .ofHeader
    ).tree
  }

  /// The uses of names that a side deleted.
  private func deletedNameFaults(
    in tree: SyntaxTree, _ known: KnownFormat, _ trees: Triple<SyntaxTree>
  ) -> [StructureFault] {
    if known.traits.contains(.prose) {
      return RenamedWordGuard(changes, .prose).faults(in: tree.text)
        + DeletedWordGuard(changes, .prose).faults(in: tree.text)
        + MarkedReferenceGuard(changes).faults(in: tree.text)
    }
    guard !known.traits.contains(.sequence) else { return [] }
    let outline = known.format as? OutlineFormat
    let code = outline?.codeFamily
    let grammar = known.format as? CodeFormat
    let isCode =
      grammar.map { !$0.profile.isData } ?? code.map { !$0.features.contains(.styles) } ?? false
    var faults = ReferencedNameGuard(changes, isCode: isCode).faults(in: tree.text)
    // Values of records, such as states, can be replaced alike by chance.
    let isStyles = OutlineFormat(path: path).codeFamily?.features.contains(.styles) == true
    if let kind = renamedWords(
      known, isCode: isCode, isStyles: isStyles || known.traits.contains(.page))
    {
      faults += RenamedWordGuard(changes, kind).faults(in: tree.text)
    }
    faults += DeletedWordGuard(changes, isCode ? .code : .data).faults(in: tree.text)
    faults += MarkedReferenceGuard(changes).faults(in: tree.text)
    guard known.traits.contains(.names) else { return faults }
    let words = changes.contestedWords
    return faults + RenamedNameGuard(trees, words, isCode ? code : nil).faults(in: tree)
      + DeletedNameGuard(trees, words, code: code, quotesNames: outline == nil).faults(in: tree)
  }

  /// Where names of a text are, for those whose definitions no other guard finds.
  private func renamedWords(
    _ known: KnownFormat, isCode: Bool, isStyles: Bool
  ) -> RenamedWordGuard.Kind? {
    if isStyles { return .styles }
    if known.format is ListedLineFormat { return .prose }
    let isScript = path.split(separator: ".").last.map {
      RenamedWordGuard.scripts.contains($0.lowercased())
    }
    let isKnown =
      known.format is OutlineFormat || known.format is YAMLFormat || known.format is KeyValueFormat
      || known.format is SQLFormat
    return isKnown && (!isCode || isScript == true) ? .settings : nil
  }

  /// The faults of tags and attributes, which are found without a tree.
  private func markupFaults(
    in result: [UInt8], _ known: KnownFormat, isWhole: Bool
  ) -> [StructureFault] {
    guard !known.traits.isDisjoint(with: [.markup, .page]) else { return [] }
    var faults = AttributeGuard([base, ours, theirs]).faults(in: result)
    faults += cellCounts.value { CellCountGuard(changes) }.faults(in: result)
    if known.traits.contains(.markup) {
      faults += ElementGuard([base, ours, theirs]).faults(in: result)
      faults += PairGuard([base, ours, theirs]).faults(in: result)
    }
    let members = markupMembers.value { changes.texts.map(MarkupMembers.tree) }
    // Elements around parts of a page are changed: only named ones are looked for.
    return faults
      + MemberGuard(members).faults(in: MarkupMembers.tree(of: result), isWhole: isWhole)
  }

  /// The faults of entries that are found by keys.
  private func dataFaults(
    in tree: SyntaxTree, _ known: KnownFormat, _ trees: Triple<SyntaxTree>, isWhole: Bool
  ) -> [StructureFault] {
    guard known.isKeyed else { return [] }
    let isXML = known.format is XMLFormat
    let mixtures = MixtureGuard(trees, looksIntoItems: isXML).faults(in: tree)
    guard !known.traits.contains(.page) else { return mixtures }
    let members = MemberGuard(
      trees.map(MemberTree.init), looksIntoItems: !(known.format is NotebookFormat))
    return RecordGuard([trees.base, trees.ours, trees.theirs]).faults(in: tree)
      + members.faults(in: MemberTree(tree), isWhole: isWhole)
      + mixtures
      + replacedKeys.value { ReplacedKeyGuard(trees, usesKeys: !isXML) }.faults(in: tree)
  }

  /// The faults that only one format has.
  private func formatFaults(
    in tree: SyntaxTree, _ known: KnownFormat, _ trees: Triple<SyntaxTree>
  ) -> [StructureFault] {
    let inputs = [trees.base, trees.ours, trees.theirs]
    let locks = LockGuard(inputs, of: known.format).faults(in: tree)
    switch known.format {
    case is XMLFormat: return XMLGuard(inputs).faults(in: tree) + locks
    case is YAMLFormat:
      return YAMLGuard(inputs).faults(in: tree)
        + YAMLLinkGuard(trees, changes.contestedWords).faults(in: tree) + locks
        + (changes.mayInsertByBoth ? OrderedListGuard(trees).faults(in: tree) : [])
        + Self.emptied(tree, inputs)
    case is OpenStepFormat:
      return Self.openStepFaults(in: tree, inputs) + locks
        + StructureFault.doubledNames(in: tree.text, inputs) { OpenStepLists($0).doubled }
    case is TOMLFormat: return TOMLGuard(inputs).faults(in: tree) + locks
    case is UnityFormat: return UnityGuard(inputs).faults(in: tree) + locks
    case is SQLFormat: return SQLGuard(inputs).faults(in: tree) + locks
    case let prose as ProseFormat:
      return ProseGuard(inputs, prose.dialect).faults(in: tree) + locks
    case is POFormat: return POGuard(inputs).faults(in: tree) + locks
    case is NotebookFormat:
      return NotebookGuard(inputs).faults(in: tree)
        + notebookCode.value { NotebookCodeGuard(trees) }.faults(in: tree) + locks
    case let lines as ListedLineFormat:
      return ListedLineGuard(trees, lines.dialect).faults(in: tree) + locks
    case is CrontabFormat: return CrontabGuard(trees).faults(in: tree) + locks
    case is CalendarFormat: return CalendarGuard(inputs).faults(in: tree) + locks
    case let outline as OutlineFormat:
      return EntryNameGuard(inputs).faults(in: tree)
        + (outline.isData
          ? replacedKeys.value { ReplacedKeyGuard(trees, usesKeys: true) }.faults(in: tree) : [])
        + locks
    case is CodeFormat:
      let guards = outlineGuards.value {
        OutlineGuards(changes, fileAt: path)
      }
      return EntryNameGuard(inputs).faults(in: tree) + (guards?.faults(in: tree.text) ?? [])
        + layout.value { LayoutGuard([base, ours, theirs]) }.faults(in: tree.text)
    default: return locks
    }
  }

  /// The identifiers of objects that the result has not, and that each input with them has.
  private static func openStepFaults(
    in tree: SyntaxTree, _ inputs: [SyntaxTree]
  ) -> [StructureFault] {
    let ids = inputs.reduce(into: Set<Node.Key>()) {
      $0.formUnion(OpenStepReferences.objects(of: $1))
    }
    var dangling = OpenStepReferences(in: tree, known: ids).dangling
    for input in inputs where !dangling.isEmpty {
      let known = Set(OpenStepReferences(in: input, known: ids).dangling.map { input.text[$0] })
      dangling.removeAll { known.contains(tree.text[$0]) }
    }
    return dangling.map { place in
      let name = tree.text[place].excerpt
      return StructureFault(
        places: [place], reason: tr("the reference `\(name)` would lead nowhere"))
    }
  }

  /// The faults of names that statements define and use.
  private func nameFaults(
    in tree: SyntaxTree, _ known: KnownFormat, _ trees: Triple<SyntaxTree>, isWhole: Bool
  ) -> [StructureFault] {
    switch known.format {
    case is DockerfileFormat:
      let names = inputNames.value { trees.map { DockerNames($0).names } }
      return DockerfileGuard(trees, names).faults(in: tree, isWhole: isWhole)
    case is MakefileFormat:
      let names = inputNames.value { trees.map { MakeNames($0).names } }
      return MakefileGuard(trees, names).faults(in: tree, isWhole: isWhole)
    case is CMakeFormat:
      let names = inputNames.value { trees.map { CMakeStatements($0).names } }
      return CMakeGuard(trees, names).faults(in: tree, isWhole: isWhole)
    default: return []
    }
  }

  /// The fault of a file that is left without contents: an empty text is no mapping, and no list.
  private static func emptied(_ tree: SyntaxTree, _ inputs: [SyntaxTree]) -> [StructureFault] {
    guard tree.root.children.isEmpty, !inputs.contains(where: { $0.root.children.isEmpty }) else {
      return []
    }
    return [StructureFault(places: [], reason: tr("nothing would be left of the file"))]
  }

  /// The fault of a result that its format rejects.
  private static func fault(_ refusal: FormatRefusal, in result: [UInt8]) -> StructureFault {
    let line = 1 + result[..<min(refusal.offset, result.count)].count { $0 == 0x0A }
    var fault = StructureFault(
      places: [refusal.offset..<refusal.offset],
      reason: tr("line \(line) would break the file: \(refusal.reason)"))
    fault.hidesOthers = true
    return fault
  }

  /// The places of a result that a tolerant parser does not understand, although it understood the inputs.
  private static func broken(_ result: SyntaxTree, _ inputs: [SyntaxTree]) -> [StructureFault] {
    let known = inputs.map(\.brokenPlaces.count).max() ?? 0
    guard result.brokenPlaces.count > known, let place = result.brokenPlaces.first else {
      return []
    }
    let line = 1 + result.text[..<place.lowerBound].count { $0 == 0x0A }
    return [
      StructureFault(
        places: result.brokenPlaces,
        reason: tr("line \(line) would break the grammar of the language"))
    ]
  }
}
