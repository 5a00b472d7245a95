import DocMergeCore

/// The guards of the outline, for results that were merged by the grammar of a language.
///
/// A grammar finds declarations and lists. The outline finds a label of a switch or a key of a literal that stands
/// twice, and a use of a deleted function, whether a grammar is installed or not.
struct OutlineGuards: Sendable {
  private let format: OutlineFormat
  private let trees: Triple<SyntaxTree>
  private let words: ContestedWords

  /// Reads the inputs; `nil` where one of them has no outline.
  init?(_ changes: InputChanges, fileAt path: String) {
    let texts = changes.texts
    format = OutlineFormat(path: path).settled(by: texts.base.isEmpty ? texts.ours : texts.base)
    guard let base = try? format.tree(of: texts.base), let ours = try? format.tree(of: texts.ours),
      let theirs = try? format.tree(of: texts.theirs)
    else { return nil }
    trees = Triple(base: base, ours: ours, theirs: theirs)
    words = changes.contestedWords
  }

  /// The faults of a result that no input has; none for a result without an outline, which the grammar has read.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of all texts.
  func faults(in result: [UInt8]) -> [StructureFault] {
    guard let tree = try? format.tree(of: result), tree.isSound else { return [] }
    let inputs = [trees.base, trees.ours, trees.theirs]
    let doubled = KeyGuard(inputs).faults(in: tree)
      .filter { !Self.areOverloads($0.places.map { result[$0] }) }
    return doubled + EntryNameGuard(inputs).faults(in: tree)
      + NumberGuard(inputs).faults(in: tree)
      + DeletedNameGuard(trees, words, code: format.codeFamily).faults(in: tree)
      + RenamedNameGuard(trees, words, format.codeFamily).faults(in: tree)
  }

  /// Whether declarations have parameters of different types, which the grammar tells apart.
  private static func areOverloads(_ declarations: [ArraySlice<UInt8>]) -> Bool {
    let types = declarations.compactMap(ParameterTypes.of)
    return types.count == declarations.count && Set(types).count == types.count
  }
}
