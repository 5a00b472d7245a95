/// The cells of a merge with conflicts, taken from ours and from theirs, in one row.
struct NotebookRows {
  /// A cell in the version of each side; `nil` where a side lacks it.
  struct Row {
    var cells: Triple<Node?>
  }

  private(set) var rows: [Row] = []

  /// Puts matching cells side by side; those of theirs alone follow their predecessors.
  init(_ lists: Triple<Node?>, in trees: Triple<SyntaxTree>) {
    var families = Triple(
      base: ChildMatch.Family(lists.base, in: trees.base),
      ours: ChildMatch.Family(lists.ours, in: trees.ours),
      theirs: ChildMatch.Family(lists.theirs, in: trees.theirs))
    DeclaredKey.check(&families)
    let partners = ChildMatch(families.ours, families.theirs, inAnyOrder: false).partners
    let bases = ChildMatch(families.ours, families.base, inAnyOrder: false).partners
    var next = 0
    let paired = Set(partners.compactMap(\.self))
    func passTheirs(upTo end: Int, _ rows: inout [Row]) {
      while next < end {
        if !paired.contains(next) {
          let cell = families.theirs.children[next]
          rows.append(Row(cells: Triple(base: nil, ours: nil, theirs: cell)))
        }
        next += 1
      }
    }
    for (index, cell) in families.ours.children.enumerated() {
      let partner = partners[index]
      if let partner { passTheirs(upTo: partner, &rows) }
      rows.append(
        Row(
          cells: Triple(
            base: bases[index].map { families.base.children[$0] }, ours: cell,
            theirs: partner.map { families.theirs.children[$0] })))
    }
    passTheirs(upTo: families.theirs.children.count, &rows)
  }
}
