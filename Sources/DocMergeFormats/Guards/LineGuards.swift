import DocMergeCore

/// The guards that read the lines of a text, for the language of its file.
struct LineGuards {
  private let inputs: [[UInt8]]
  private let imports: ImportNameGuard?
  private let requirements: RequirementLines.Notation?
  private let names: NamedLineGuard?
  private let subtitles: SubtitleGuard?
  private let isProse: Bool
  private let isPlain: Bool
  private let isStyleSheet: Bool
  private let hasPlainComments: Bool
  private let code: LanguageFamily?
  private let added = ReadOnce<AddedLines>()
  private let counts = ReadOnce<CountGuard>()
  private let clauses: ClauseNotation?

  init(_ inputs: [[UInt8]], fileAt path: String) {
    self.inputs = inputs
    imports = ImportNameGuard(inputs, fileAt: path)
    requirements = RequirementLines.Notation(fileAt: path)
    names = NamedLineGuard(inputs, fileAt: path)
    subtitles = SubtitleGuard(inputs, fileAt: path)
    code = OutlineFormat(path: path).codeFamily
    let format = KnownFormat.candidates(path: path).first
    isProse = format?.format is ProseFormat
    isPlain = format?.format is OutlineFormat && format?.isMarkup == false && code == nil
    isStyleSheet = DeclarationGuard.applies(toFileAt: path)
    hasPlainComments = CommentGuard.applies(toFileAt: path)
    clauses = ClauseNotation(fileAt: path)
  }

  /// The faults of a result that no input has.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of all texts.
  func faults(in result: [UInt8]) -> [StructureFault] {
    var faults = imports?.faults(in: result) ?? []
    faults += BlobGuard(inputs).faults(in: result)
    faults += counts.value { CountGuard(inputs) }.faults(in: result)
    faults += subtitles?.faults(in: result) ?? []
    if isProse { faults += HeadingLevelGuard(inputs).faults(in: result) }
    if isPlain { faults += SettingLineGuard(inputs).faults(in: result) }
    faults += names?.faults(in: result) ?? []
    if let requirements { faults += RequirementLines(result, requirements).faults(inputs) }
    if isStyleSheet { faults += DeclarationGuard(inputs).faults(in: result) }
    if hasPlainComments { faults += CommentGuard(inputs).faults(in: result) }
    if let code {
      faults += DoubledHeadGuard(inputs, clauses: clauses).faults(in: result)
      if !code.features.contains(.styles) {
        let added = added.value { AddedLines(inputs) }
        faults += CallGuard(inputs, added, code).faults(in: result)
        faults += ImmutableGuard(inputs, added)?.faults(in: result) ?? []
        faults += EnumeratedValueGuard(inputs, added)?.faults(in: result) ?? []
      }
    }
    return faults
  }
}
