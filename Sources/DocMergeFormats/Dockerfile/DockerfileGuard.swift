import DocMergeCore

/// Finds another stage at the end of a merged Dockerfile than one that a side put there: that one is built.
struct DockerfileGuard {
  private let inputs: Triple<SyntaxTree>

  init(_ inputs: Triple<SyntaxTree>) { self.inputs = inputs }

  /// The last stages, where both sides added one at the end.
  func faults(in tree: SyntaxTree) -> [StructureFault] {
    let last = inputs.map { Self.lastStage(in: $0)?.key }
    guard last.settled == nil, let stage = Self.lastStage(in: tree) else { return [] }
    let places = tree.root.children.suffix(2).map(\.body)
    let name =
      stage.key.map { String(decoding: tree.text[$0.range].prefix(60), as: UTF8.self) } ?? ""
    return [StructureFault(places: places, reason: "the stage `\(name)` would be what is built")]
  }

  private static func lastStage(in tree: SyntaxTree) -> Node? {
    tree.root.children.last { $0.kind == .blocks && $0.key != nil }
  }
}
