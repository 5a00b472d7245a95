/// Finds cells whose text one side changed and whose outputs the other one changed.
///
/// A merge by lines keeps both; the outputs are then those of a text that is gone.
struct StaleOutputs {
  /// Whether there is such a cell, so that a clean merge of lines misleads.
  ///
  /// - Complexity: That of a comparison of the cells.
  static func areIn(_ trees: Triple<SyntaxTree>) -> Bool {
    let lists = trees.map { NotebookParts.lists(in: $0.root) }
    guard lists.base.count == lists.ours.count, lists.base.count == lists.theirs.count else {
      return false
    }
    return lists.base.indices.contains { index in
      areIn(
        Triple(
          base: ChildMatch.Family(lists.base[index], in: trees.base),
          ours: ChildMatch.Family(lists.ours[index], in: trees.ours),
          theirs: ChildMatch.Family(lists.theirs[index], in: trees.theirs)))
    }
  }

  private static func areIn(_ found: Triple<ChildMatch.Family>) -> Bool {
    var families = found
    DeclaredKey.check(&families)
    let ours = ChildMatch(families.base, families.ours, inAnyOrder: false).partners
    let theirs = ChildMatch(families.base, families.theirs, inAnyOrder: false).partners
    return families.base.children.indices.contains { index in
      guard let one = ours[index], let other = theirs[index] else { return false }
      let cells = Triple<Node?>(
        base: families.base.children[index], ours: families.ours.children[one],
        theirs: families.theirs.children[other])
      guard cells.ours?.content != cells.base?.content,
        cells.theirs?.content != cells.base?.content
      else { return false }
      return CellOutputs(of: cells).source != nil
    }
  }
}
