import DocMergeCore

/// Finds faults of a merged text of prose that involve several blocks, each of which is as a side has it.
struct ProseGuard {
  private let inputs: [SyntaxTree]
  private let dialect: ProseFormat.Dialect

  init(_ inputs: [SyntaxTree], _ dialect: ProseFormat.Dialect) {
    (self.inputs, self.dialect) = (inputs, dialect)
  }

  /// Whether a result can have any such fault.
  static func isPossible(
    in text: [UInt8], of changes: InputChanges, _ dialect: ProseFormat.Dialect
  ) -> Bool {
    DefinedNameGuard.isPossible(in: text, dialect) || ReferenceGuard.isPossible(in: text, dialect)
      || dialect == .latex && PackageGuard.isPossible(in: text)
      || dialect == .org && OrgGuard.isPossible(in: text)
      || dialect == .markdown && FrontMatterGuard.isPossible(in: text)
      || DoubledLabelGuard.isPossible(in: text, of: changes)
      || dialect == .plainText && DoubledLineGuard.isPossible(in: text, of: changes)
      || dialect.hasUnderlines && UnderlineGuard.isPossible(in: text)
  }

  /// Names defined twice, packages in a wrong order, wrong counts and formulas, none of them in an input.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
  func faults(in tree: SyntaxTree) -> [StructureFault] {
    let names =
      DefinedNameGuard(inputs, dialect).faults(in: tree)
      + ReferenceGuard(inputs, dialect).faults(in: tree)
      + DoubledLabelGuard(inputs.map(\.text)).faults(in: tree.text)
    switch dialect {
    case .latex: return names + PackageGuard(inputs).faults(in: tree)
    case .org: return names + OrgGuard(inputs).faults(in: tree)
    case .reStructuredText, .asciiDoc: return names + UnderlineGuard(inputs).faults(in: tree)
    case .markdown:
      let texts = inputs.map(\.text)
      return names + FenceGuard(texts).faults(in: tree.text)
        + FrontMatterGuard(texts).faults(in: tree.text)
    case .plainText: return names + DoubledLineGuard(inputs.map(\.text)).faults(in: tree.text)
    }
  }
}
