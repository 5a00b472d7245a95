import DocMergeCore
import DocMergeLanguage

/// Finds a merged Dockerfile whose last stage is not the one that a side put at the end, since the last one is built,
/// and stages and variables with a different meaning than in the sides.
struct DockerfileGuard {
  private let inputs: Triple<SyntaxTree>
  private let names: Triple<StatementNames>

  init(_ inputs: Triple<SyntaxTree>, _ names: Triple<StatementNames>) {
    (self.inputs, self.names) = (inputs, names)
  }

  /// Two stages added at the end, misplaced directives and comments, instructions in another context, and names with
  /// another meaning.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
  func faults(in tree: SyntaxTree, isWhole: Bool) -> [StructureFault] {
    let all = [inputs.base, inputs.ours, inputs.theirs]
    return lastStageFaults(tree) + directiveFaults(tree)
      + ContinuedCommentGuard(all, continuesLines: false).faults(in: tree)
      + DockerContextGuard(inputs).faults(in: tree)
      + StatementNameGuard(names).faults(
        in: DockerNames(tree).names, isWhole: isWhole)
  }

  /// The first line, if the directives for the parser would differ from those of the sides.
  private func directiveFaults(_ tree: SyntaxTree) -> [StructureFault] {
    let found = inputs.map { DockerDirectives($0.text).lines }
    let made = DockerDirectives(tree.text)
    guard let settled = found.settled, settled != made.lines else { return [] }
    return [
      StructureFault(
        places: [made.end..<made.end], reason: tr("a directive would not be on the first lines"))
    ]
  }

  private func lastStageFaults(_ tree: SyntaxTree) -> [StructureFault] {
    let last = inputs.map { Self.lastStage(in: $0)?.key }
    guard last.settled == nil, let stage = Self.lastStage(in: tree) else { return [] }
    let places = tree.root.children.suffix(2).map(\.body)
    let name = stage.key.map { tree.text[$0.range].excerpt } ?? ""
    return [
      StructureFault(
        places: places, reason: tr("`\(name)` would become the last stage, which is built"))
    ]
  }

  private static func lastStage(in tree: SyntaxTree) -> Node? {
    tree.root.children.last { $0.kind == .blocks && $0.key != nil }
  }
}
