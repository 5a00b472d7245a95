import DocMergeCore

/// The guards that read the lines of a text, for the language of its file.
struct LineGuards: Sendable {
  private let inputs: [[UInt8]]
  private let changes: InputChanges
  private let imports: ImportNameGuard?
  private let requirements: RequirementLines.Notation?
  private let names: NamedLineGuard?
  private let subtitles: SubtitleGuard?
  /// Whether the texts are small enough for guards that compare each line with all others.
  private let isSmall: Bool
  private let isProse: Bool
  private let isPlain: Bool
  /// Whether lines can be labels and their values: everywhere but in program code.
  private let hasLabels: Bool
  /// Whether there may be blocks of settings below a name.
  private let hasBlocks: Bool
  private let kind: AddedLineGuards.Kind
  private let lines = ReadOnce<AddedLineGuards>()
  private let scalars: BlockScalarGuard?
  private let isTable: Bool
  private let isStyleSheet: Bool
  private let hasPlainComments: Bool
  private let code: LanguageFamily?
  /// The language, if names are known in blocks of statements.
  private let statements: LanguageFamily?
  private let spelling: NameSpelling
  private let counts = ReadOnce<CountGuard>()
  private let wraps = ReadOnce<WrapGuard>()
  private let crossings = ReadOnce<CrossingGuard>()
  private let uniformEdits = ReadOnce<UniformEditGuard>()
  private let records: RecordHeadGuard?
  private let replacements = ReadOnce<ReplacedLineGuards>()
  private let clauses: ClauseNotation?
  private let references: LineReferenceGuards
  private let splits: SplitContainerGuard
  private let language: LanguageFamily
  private let commentedOut = ReadOnce<CommentedOutGuard?>()
  private let replacedNames = ReadOnce<ReplacedNameGuard>()
  private let lostNames = ReadOnce<LostNameGuard>()
  private let markedNames = ReadOnce<MarkedNameGuard?>()
  private let path: String
  private let argumentForms = ReadOnce<ArgumentFormGuard>()
  private let deletedMembers = ReadOnce<DeletedMemberGuard?>()

  /// The most bytes of a text whose lines are compared with each other.
  private static let smallSize = 1 << 18

  /// Prepares for the base, ours and theirs of a file, in the format that its name means or another one.
  init(_ changes: InputChanges, fileAt path: String, as other: KnownFormat? = nil) {
    let inputs = changes.inputs
    (self.changes, self.inputs, self.path) = (changes, inputs, path)
    imports = ImportNameGuard(inputs, fileAt: path)
    requirements = RequirementLines.Notation(fileAt: path)
    names = NamedLineGuard(changes, fileAt: path)
    subtitles = SubtitleGuard(inputs, fileAt: path)
    code = OutlineFormat(path: path).codeFamily
    let isSchema = [".graphql", ".gql"].contains(where: path.hasSuffix)
    statements = isSchema ? nil : code?.ofStatements
    spelling = code.map { NameSpelling(fileAt: path, $0) } ?? .hyphens
    isSmall = inputs.allSatisfy { $0.count <= Self.smallSize }
    language = LanguageFamily.named(by: path) ?? LanguageFamily.guessed(from: inputs[0])
    let format = other ?? KnownFormat.candidates(path: path).first
    isProse = format?.format is ProseFormat
    let isPlain =
      (format?.format as? OutlineFormat)?.hasRecords == false && code == nil
      && format?.traits.contains(.markup) == false
    self.isPlain = isPlain
    hasBlocks = isPlain || TerraformGuard.applies(toFileAt: path)
    // The family of a bibliography is that of LaTeX.
    hasLabels = code == nil || format?.format is BibTeXFormat
    kind = AddedLineGuards.Kind(
      isCode: code != nil, isProse: format?.format is ProseFormat,
      isPage: format?.traits.contains(.page) == true,
      isList: format?.format is TableFormat || format?.format is ListedLineFormat,
      isTypeset: path.hasSuffix(".tex"),
      hasHeads: isPlain || format?.format is KeyValueFormat || path.hasSuffix(".txt"),
      hasMessages: path.hasSuffix(".proto"),
      subjects: .init(fileAt: path, format?.format, code))
    scalars = format?.format is YAMLFormat ? BlockScalarGuard(changes) : nil
    isTable = format?.format is TableFormat
    isStyleSheet = DeclarationGuard.applies(toFileAt: path)
    hasPlainComments = CommentGuard.applies(toFileAt: path)
    records = RecordHeadGuard(changes.texts, fileAt: path)
    clauses = ClauseNotation(fileAt: path, code)
    splits = SplitContainerGuard(changes, fileAt: path)
    references = LineReferenceGuards(inputs, fileAt: path, format, code, isPlain: isPlain)
  }

  /// The faults of a result that no input has.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of all texts.
  func faults(in result: [UInt8]) -> [StructureFault] {
    var faults = imports?.faults(in: result) ?? []
    faults += BlobGuard(changes).faults(in: result)
    faults += counts.value { CountGuard(changes) }.faults(in: result)
    faults += HeaderLineGuard(inputs).faults(in: result)
    if isSmall {
      let guards = lines.value {
        AddedLineGuards(changes, kind)
      }
      faults += guards.faults(in: result)
    }
    faults += kindFaults(in: result)
    faults += scalars?.faults(in: result) ?? []
    faults += names?.faults(in: result) ?? []
    faults += records?.faults(in: result) ?? []
    faults += references.faults(in: result) { addedLines }
    faults += splits.faults(in: result)
    faults += changedPartFaults(in: result)
    faults += languageFaults(in: result)
    if let requirements { faults += RequirementLines(result, requirements).faults(inputs) }
    if isStyleSheet { faults += DeclarationGuard(inputs).faults(in: result) }
    if hasPlainComments { faults += CommentGuard(inputs).faults(in: result) }
    return faults + codeFaults(in: result)
  }

  /// The faults of tables, prose, subtitles and plain lines.
  private func kindFaults(in result: [UInt8]) -> [StructureFault] {
    var faults = subtitles?.faults(in: result) ?? []
    if isTable {
      faults += RewrittenTableGuard(changes.texts).faults(in: result)
      faults += ComposedCellGuard(changes).faults(in: result)
    }
    if isProse, HeadingLevelGuard.isPossible(changes) {
      faults += HeadingLevelGuard(inputs).faults(in: result)
    }
    if isProse { faults += ListSpacingGuard(changes).faults(in: result) }
    guard isPlain else { return faults }
    return faults + SettingLineGuard(inputs, addedLines).faults(in: result)
      + doubledLines(in: result)
  }

  /// The faults that the parts show which the sides changed; those of tables say nothing of their lines.
  private func changedPartFaults(in result: [UInt8]) -> [StructureFault] {
    guard !isTable else { return [] }
    let guards = replacements.value {
      ReplacedLineGuards(
        changes, isProse: isProse, isPlain: isPlain, hasLabels: hasLabels, hasBlocks: hasBlocks)
    }
    let faults =
      uniformEdits.value { UniformEditGuard(changes) }.faults(in: result)
      + crossings.value { CrossingGuard(changes) }.faults(in: result)
      + guards.faults(in: result)
    return isProse ? faults : faults + wraps.value { WrapGuard(changes) }.faults(in: result)
  }

  /// The faults of program code.
  private func codeFaults(in result: [UInt8]) -> [StructureFault] {
    guard let code else { return [] }
    var faults = DoubledHeadGuard(inputs, clauses: clauses).faults(in: result)
    faults += AnnotationGuard(inputs).faults(in: result)
    guard !code.features.contains(.styles) else { return faults }
    faults += callFaults(in: result)
    faults += ImmutableGuard(inputs, addedLines)?.faults(in: result) ?? []
    faults += JumpGuard(changes)?.faults(in: result) ?? []
    return faults + (EnumeratedValueGuard(inputs, addedLines)?.faults(in: result) ?? [])
  }

  /// The faults that the comments and the members of a language show.
  private func languageFaults(in result: [UInt8]) -> [StructureFault] {
    let enclosed = commentedOut.value { CommentedOutGuard(changes, language) }
    let hasMembers = language.features.isDisjoint(with: [.markup, .tex, .prose])
    let members =
      hasMembers ? deletedMembers.value { DeletedMemberGuard(changes, language) } : nil
    return (enclosed?.faults(in: result) ?? []) + (members?.faults(in: result) ?? [])
      + replacedNameFaults(in: result)
  }

  /// The faults of names and calls alone: for texts that are code in parts only.
  func nameFaults(in result: [UInt8]) -> [StructureFault] {
    replacedNameFaults(in: result) + callFaults(in: result)
  }

  private func callFaults(in result: [UInt8]) -> [StructureFault] {
    code.map { CallGuard(inputs, addedLines, $0).faults(in: result) } ?? []
  }

  /// The names and the forms of calls that one side replaced and the other put in.
  private func replacedNameFaults(in result: [UInt8]) -> [StructureFault] {
    guard isSmall, !isTable else { return [] }
    let faults =
      replacedNames.value { ReplacedNameGuard(changes, statements, spelling) }.faults(in: result)
      + lostNames.value { LostNameGuard(changes, statements, spelling) }.faults(in: result)
      + (markedNames.value { MarkedNameGuard(changes, fileAt: path, code) }?.faults(in: result)
        ?? [])
    guard code != nil || !isProse else { return faults }
    let forms = argumentForms.value { ArgumentFormGuard(changes, code ?? language, spelling) }
    return faults + forms.faults(in: result)
  }

  private var addedLines: AddedLines { changes.addedLines }

  /// The lines that stand twice in a paragraph of a file without sections.
  private func doubledLines(in result: [UInt8]) -> [StructureFault] {
    guard changes.haveCommonLines.written else { return [] }
    let hasSections = result.split(separator: 0x0A).contains { $0.trimmed.first == 0x5B }
    return hasSections ? [] : DoubledLineGuard(inputs).faults(in: result)
  }
}
