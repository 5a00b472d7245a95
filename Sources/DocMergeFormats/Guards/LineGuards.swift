import DocMergeCore

/// The guards that read the lines of a text, for the language of its file.
struct LineGuards {
  private let inputs: [[UInt8]]
  private let imports: ImportNameGuard?
  private let requirements: RequirementLines.Notation?
  private let isStyleSheet: Bool
  private let hasPlainComments: Bool
  private let isCode: Bool

  init(_ inputs: [[UInt8]], fileAt path: String) {
    self.inputs = inputs
    imports = ImportNameGuard(inputs, fileAt: path)
    requirements = RequirementLines.Notation(fileAt: path)
    isStyleSheet = DeclarationGuard.applies(toFileAt: path)
    hasPlainComments = CommentGuard.applies(toFileAt: path)
    isCode = OutlineFormat(path: path).codeFamily != nil
  }

  /// The faults of a result that no input has.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of all texts.
  func faults(in result: [UInt8]) -> [StructureFault] {
    var faults = imports?.faults(in: result) ?? []
    if let requirements { faults += RequirementLines(result, requirements).faults(inputs) }
    if isStyleSheet { faults += DeclarationGuard(inputs).faults(in: result) }
    if hasPlainComments { faults += CommentGuard(inputs).faults(in: result) }
    if isCode { faults += DoubledHeadGuard(inputs).faults(in: result) }
    return faults
  }
}
