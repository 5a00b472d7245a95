package import DocMergeCore
import DocMergeLanguage

/// The structure of documents, found by their name and their contents.
package struct DocumentStructure: MergeStructure {
  /// The path of the document; empty when its name is not known.
  package var path: String
  /// The format that an attribute or option names, if any.
  package var formatName: String?

  /// Whether a program that is set for the format may be started.
  package var startsPrograms = false

  /// Whether a program is set for the format.
  package var hasProgram: Bool { formatName.flatMap(FormatRegistry.shared.merger) != nil }

  /// Whether the process ends after the merge: then nothing is freed, which saves a tenth of the time.
  package var isLast = false

  /// Whether program code is read by the grammar of its language.
  private var isRefined = false

  /// The structure by the grammar of a programming language, where that is installed.
  package var refinement: (any MergeStructure)? {
    guard !isRefined, !KnownFormat.refinements(path: path, name: formatName).isEmpty else {
      return nil
    }
    var refinement = self
    refinement.isRefined = true
    return refinement
  }

  /// All formats, those with the most detailed structure first.
  var refinedCandidates: [KnownFormat] {
    KnownFormat.refinements(path: path, name: formatName)
      + KnownFormat.candidates(path: path, name: formatName)
  }

  /// How the headings of prose look, by its notation.
  package var headings: HeadingForm? {
    candidates.lazy.compactMap { ($0.format as? ProseFormat)?.dialect.headings }.first
  }

  private var candidates: [KnownFormat] {
    isRefined
      ? KnownFormat.refinements(path: path, name: formatName)
      : KnownFormat.candidates(path: path, name: formatName)
  }

  /// The names of formats that an attribute or option can give; `none` means lines without a structure.
  package static var formatNames: [String] { KnownFormat.names }

  /// Whether a format of this name is known, or a program is set for it.
  package static func isFormat(_ name: String) -> Bool {
    formatNames.contains(name) || FormatRegistry.shared.knows(name)
  }

  /// Makes the structure of a document.
  package init(path: String, formatName: String? = nil) {
    self.path = path
    self.formatName = formatName
  }

  /// Whether documents of this name are notebooks, whose conflicts can be cells.
  package var isNotebook: Bool {
    KnownFormat.candidates(path: path, name: formatName).first?.format is NotebookFormat
  }

  /// The largest text, in bytes, that is searched for brackets, indentation or headings.
  ///
  /// Larger ones are made by programs; only their lines are merged, as fast as git does.
  static let outlineLimit = 1 << 20

  /// Checks a clean merge of texts in which only doubled parts can be wrong.
  package func expected(
    _ result: [UInt8], base: [UInt8], ours: [UInt8], theirs: [UInt8]
  ) -> ExpectedResult {
    var expected = ExpectedResult(result)
    let candidates = candidates
    let changes = InputChanges(Triple(base: base, ours: ours, theirs: theirs))
    guard candidates.count == 1, let candidate = candidates.first, !candidate.isKeyed,
      candidate.traits.isDisjoint(with: [.sequence, .markup]),
      LineGuards(changes, fileAt: path).faults(in: result).isEmpty,
      !Self.isLarge([base, ours, theirs, result])
    else { return expected }
    let format = candidate.settled(by: base.isEmpty ? ours : base).format
    guard let tree = try? format.tree(of: result) else { return expected }
    expected.reading = tree
    expected.isFaultless =
      !tree.isSound
      || !KeyGuard.isPossible(in: tree) && !NumberGuard.isPossible(in: tree)
        && !((format is OutlineFormat || format is CodeFormat)
          && (EntryNameGuard.isPossible(in: tree)
            || !changes.contestedWords.isEmpty))
        && (format as? ProseFormat).map { prose in
          !ProseGuard.isPossible(in: result, of: changes, prose.dialect)
            && changes.contestedWords.isEmpty
            && (prose.dialect != .markdown
              || FenceGuard([base, ours, theirs]).faults(in: result).isEmpty)
        } ?? true
    return expected
  }

  /// Whether a text has offsets that nodes cannot store.
  private static func isHuge(_ texts: [[UInt8]]) -> Bool {
    texts.contains { $0.count >= UInt32.max / 2 }
  }

  fileprivate static func isLarge(_ texts: [[UInt8]]) -> Bool {
    texts.contains { $0.count > outlineLimit }
  }

  /// Reads three texts, and the expected result with them: the first format that accepts all three is used.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes, for each format that may apply.
  package func read(
    base: [UInt8], ours: [UInt8], theirs: [UInt8], result: ExpectedResult?, pair: PairRunner
  ) -> any ReadStructure {
    if startsPrograms, let merger = formatName.flatMap(FormatRegistry.shared.merger) {
      return CommandMerge(merger, base: base, ours: ours, theirs: theirs, path: path)
    }
    var document = ReadDocument(
      base: base, ours: ours, theirs: theirs, expected: result, pair: pair)
    document.lineGuards = LineGuards(document.changes, fileAt: path)
    document.path = path
    let isLarge = Self.isLarge([base, ours, theirs])
    for (index, candidate) in candidates.enumerated() {
      do throws(FormatRefusal) {
        let isKeyed = candidate.settled(by: base.isEmpty ? ours : base).isKeyed
        if isLarge, !isKeyed || Self.isHuge([base, ours, theirs]) {
          throw FormatRefusal(at: 0, tr("the text is too large for its structure to be looked for"))
        }
        try document.read(as: candidate)
        guard document.isSound else {
          throw FormatRefusal(at: 0, tr("the structure is not understood"))
        }
        // The text has not the format that its name means: `haproxy.cfg`.
        if index > 0 {
          document.lineGuards = LineGuards(document.changes, fileAt: path, as: candidate)
        }
        break
      } catch {
        document.refusal = document.refusal ?? error
        (document.trees, document.known) = (nil, nil)
      }
    }
    // After a merge that is already clean, nothing else will be read.
    if isLast, result != nil { document.keep() }
    return document
  }
}

/// Three texts, and their trees if a format accepts all of them.
struct ReadDocument: ReadStructure, Sendable {
  let base: [UInt8]
  let ours: [UInt8]
  let theirs: [UInt8]
  var known: KnownFormat?
  var trees: Triple<SyntaxTree>?
  /// Why the likeliest format rejects the texts.
  var refusal: FormatRefusal?
  /// The probable result.
  let expected: ExpectedResult?
  /// The tree of the expected result, once it was read.
  private(set) var expectedTree: SyntaxTree?
  let pair: PairRunner
  /// The members of texts of markup, which are read when a result is first examined.
  let markupMembers = ReadOnce<Triple<MemberTree>>()
  /// The lines that each side changed.
  let changes: InputChanges
  private(set) var overridesLines = false
  /// The guards for lines of the language.
  var lineGuards: LineGuards?
  /// The path of the document.
  var path = ""
  /// Whether a side renamed columns of a table.
  private var hasRenamedColumns = false
  /// The columns by which the rows of a table are found.
  private(set) var rowKey: TableKey?
  private(set) var rowIds: TableIds?
  /// The columns that refer to rows; `nil` for other formats.
  private(set) var rowReferences: TableReferences?
  /// The names that the statements of the texts define and use, which guards need for each result in doubt.
  let inputNames = ReadOnce<Triple<StatementNames>>()
  let replacedKeys = ReadOnce<ReplacedKeyGuard>()
  /// The guards of the outline, for program code that is read by a grammar.
  let outlineGuards = ReadOnce<OutlineGuards?>()
  let notebookCode = ReadOnce<NotebookCodeGuard>()
  /// The gaps in lines of program code.
  let layout = ReadOnce<LayoutGuard>()
  /// The lists whose records one side gave another form.
  let recordForms = ReadOnce<RecordFormGuard>()
  let valueKinds = ReadOnce<ValueKindGuard>()
  let cellCounts = ReadOnce<CellCountGuard>()

  var isKnown: Bool { known != nil }

  /// Programs make texts that are too large to be read; their lines are only merged.
  var hasGuards: Bool {
    isKnown || lineGuards != nil && !DocumentStructure.isLarge([base, ours, theirs])
  }

  var isKeyed: Bool { known?.isKeyed == true }

  var repeatsLines: Bool { (known?.format as? OutlineFormat)?.hasRecords == true }

  var headings: HeadingForm? { (known?.format as? ProseFormat)?.dialect.headings }

  /// The delimiter of a table; `nil` for other texts.
  var tableDelimiter: UInt8? { (known?.format as? TableFormat)?.delimiter }

  init(
    base: [UInt8], ours: [UInt8], theirs: [UInt8], expected: ExpectedResult?, pair: PairRunner
  ) {
    (self.base, self.ours, self.theirs) = (base, ours, theirs)
    (self.expected, self.pair) = (expected, pair)
    let texts = Triple(base: base, ours: ours, theirs: theirs)
    changes = InputChanges(texts)
  }

  /// Holds the trees until the process ends.
  fileprivate func keep() {
    final class Holder: Sendable {
      let trees: [SyntaxTree]
      init(_ trees: [SyntaxTree]) { self.trees = trees }
    }
    let held = [trees?.base, trees?.ours, trees?.theirs, expectedTree].compactMap(\.self)
    _ = Unmanaged.passRetained(Holder(held))
  }

  /// Whether the trees own all bytes of the texts.
  fileprivate var isSound: Bool {
    guard let trees else { return false }
    return trees.base.isSound && trees.ours.isSound && trees.theirs.isSound
  }

  /// Reads the texts in a format.
  fileprivate mutating func read(as candidate: KnownFormat) throws(FormatRefusal) {
    guard !(candidate.format is TableFormat) else { return try readTables() }
    var settled = candidate.settled(by: base.isEmpty ? ours : base)
    if let yaml = settled.format as? YAMLFormat {
      settled.format = yaml.settled(by: [base, ours, theirs])
    }
    if let xml = settled.format as? XMLFormat {
      settled.format = try readElements(in: xml)
    } else {
      try readTrees(in: settled.format)
    }
    known = settled
    if settled.format is NotebookFormat, let trees { overridesLines = StaleOutputs.areIn(trees) }
  }

  private mutating func readTrees(in format: any DocumentFormat) throws(FormatRefusal) {
    let texts = Triple(base: base, ours: ours, theirs: theirs)
    let read = try TreeReader(texts, result: expected, pair: pair).trees(in: format)
    try Self.checkBroken(read.inputs)
    (trees, expectedTree) = (read.inputs, read.result)
  }

  /// Reads the texts as XML, whose keys they settle together; returns the format with these keys.
  private mutating func readElements(in format: XMLFormat) throws(FormatRefusal) -> XMLFormat {
    try readTrees(in: format.withoutKeys)
    guard var trees else { return format }
    self.trees = nil
    let settled = format.settled(over: &trees, result: &expectedTree)
    self.trees = trees
    return settled
  }

  /// Reads the texts as tables, in the shape that a side may have given them.
  private mutating func readTables() throws(FormatRefusal) {
    let shape = try TableShape(base: base, ours: ours, theirs: theirs, pair: pair)
    let reshape = try shape.flatMap { shape throws(FormatRefusal) in try TableReshape(shape) }
    let tables: TableTrees
    if let reshape {
      tables = try TableTrees(
        base: reshape.base, ours: reshape.ours, theirs: reshape.theirs,
        delimiter: reshape.delimiter, pair: pair)
      overridesLines = true
    } else if let shape {
      tables = try TableTrees([shape.base, shape.ours, shape.theirs], pair: pair)
    } else {
      tables = try TableTrees(
        base: base, ours: ours, theirs: theirs,
        delimiter: TableFormat.likelyDelimiter(of: ours), pair: pair)
    }
    (rowKey, rowIds) = (tables.key, tables.ids)
    rowReferences = tables.references
    hasRenamedColumns = tables.hasRenamedColumns
    trees = Triple(base: tables.base, ours: tables.ours, theirs: tables.theirs)
    known = KnownFormat(TableFormat(delimiter: tables.delimiter))
  }

  func settled(by policy: MergePolicy) -> StructuredTexts? {
    guard let known, let trees else { return nil }
    if overridesLines || hasRenamedColumns, policy < .balanced { return nil }
    var traits = known.traits
    if rowKey.map({ $0.columns.count > 1 && !$0.isWholeRow }) == true {
      traits.insert(.groupedRows)
    }
    var merge = TreeMerge(trees, policy: policy, traits, settler: Self.settler)
    let texts = merge.merged()
    var settled = StructuredTexts(
      base: texts.base, ours: texts.ours, theirs: texts.theirs,
      rest: known.isKeyed || traits.contains(.markup) ? .values : .words,
      usualRule: known.usualRule,
      decisions: merge.decisions.map {
        .init(
          rule: $0.rule, base: $0.ranges.base, ours: $0.ranges.ours, theirs: $0.ranges.theirs)
      })
    settled.mayDrop = known.format is NotebookFormat
    settled.placesAreSure = merge.placesAreSure
    return settled
  }

  private static let settler = FormatSettler { DocumentStructure(path: $0) }

  /// Refuses texts if a side breaks the grammar where the base does not: its tree is not reliable then.
  private static func checkBroken(_ trees: Triple<SyntaxTree>) throws(FormatRefusal) {
    for side in [trees.ours, trees.theirs] where !trees.base.text.isEmpty {
      guard side.brokenPlaces.count > trees.base.brokenPlaces.count,
        let place = side.brokenPlaces.first
      else { continue }
      throw FormatRefusal(at: place.lowerBound, tr("the grammar of the language is broken here"))
    }
  }
}
