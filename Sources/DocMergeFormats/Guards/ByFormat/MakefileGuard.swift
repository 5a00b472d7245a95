import DocMergeCore
import DocMergeLanguage

/// Finds a merged makefile whose first rule is not the one that a side put there, since that one is made by default,
/// and names with a different meaning than in the sides.
struct MakefileGuard {
  private let inputs: Triple<SyntaxTree>
  private let names: Triple<StatementNames>

  init(_ inputs: Triple<SyntaxTree>, _ names: Triple<StatementNames>) {
    (self.inputs, self.names) = (inputs, names)
  }

  /// The first rule where each side put another one in front, comments that include the next line, and names with
  /// another meaning.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
  func faults(in tree: SyntaxTree, isWhole: Bool) -> [StructureFault] {
    firstRuleFaults(tree)
      + ContinuedCommentGuard(
        [inputs.base, inputs.ours, inputs.theirs], continuesLines: true
      ).faults(in: tree)
      + StatementNameGuard(names).faults(
        in: MakeNames(tree).names, isWhole: isWhole)
  }

  private func firstRuleFaults(_ tree: SyntaxTree) -> [StructureFault] {
    let first = inputs.map { Self.firstRule(in: $0)?.key }
    guard first.settled == nil, let rule = Self.firstRule(in: tree) else { return [] }
    let name = rule.key.map { tree.text[$0.range].excerpt } ?? ""
    return [StructureFault(places: [rule.body], reason: tr("`\(name)` would be made by default"))]
  }

  /// The first rule whose target does not start with a dot.
  private static func firstRule(in tree: SyntaxTree) -> Node? {
    tree.root.children.first { node in
      guard let key = node.key, tree.text[node.head.isEmpty ? node.body : node.head].first != 0x2E,
        key.range.upperBound < tree.text.count
      else { return false }
      return MakeLine(
        node.body.lowerBound..<(tree.text[node.body].firstIndex(of: 0x0A) ?? node.body.upperBound),
        in: tree.text)?.kind == .rule
    }
  }
}
