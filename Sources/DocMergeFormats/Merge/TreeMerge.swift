import DocMergeCore

/// Merges three trees, as far as a policy allows without a person.
///
/// The outcome is three texts: settled parts are the same in all of them, and open parts are as
/// each input has them. A merge of their lines shows the open parts, and nothing else.
struct TreeMerge {
  let trees: Triple<SyntaxTree>
  private let texts: Triple<[UInt8]>
  let policy: MergePolicy
  private let traits: FormatTraits
  private let settler: any PartSettler
  /// Whether each child is where a side put it, see ``SlotRow/isSure``.
  private(set) var placesAreSure = true
  /// The decisions, in no order.
  private(set) var decisions: [TreeDecision] = []

  /// How many nodes are around the current place.
  private var depth = 0
  /// Deeper nodes are left as the texts have them.
  private static let depthLimit = nestingLimit / 2

  init(
    _ trees: Triple<SyntaxTree>, policy: MergePolicy, _ traits: FormatTraits,
    settler: any PartSettler
  ) {
    self.trees = trees
    texts = trees.map(\.text)
    self.policy = policy
    (self.traits, self.settler) = (traits, settler)
  }

  /// The three texts.
  mutating func merged() -> Triple<[UInt8]> {
    let roots = trees.map(\.root)
    var text = piece { $0.root.leading }
    text += body(of: Triple(base: roots.base, ours: roots.ours, theirs: roots.theirs))
    text += piece { $0.root.body.upperBound..<$0.root.range.upperBound }
    return text
  }

  private func piece(_ range: (SyntaxTree) -> Range<Int>) -> Triple<[UInt8]> {
    Triple<[UInt8]>(
      merging: trees.base.text[range(trees.base)], trees.ours.text[range(trees.ours)],
      trees.theirs.text[range(trees.theirs)])
  }

  /// The version of a node in each text; empty where it has no such node.
  private func pieces(
    of nodes: Triple<Node?>, _ range: (Node, [UInt8]) -> Range<Int>
  ) -> Triple<ArraySlice<UInt8>> {
    func slice(_ version: Version) -> ArraySlice<UInt8> {
      guard let node = nodes[version] else { return [] }
      let text = texts[version]
      return text[range(node, text)]
    }
    return Triple(base: slice(.base), ours: slice(.ours), theirs: slice(.theirs))
  }

  private func merging(
    _ nodes: Triple<Node?>, _ range: (Node, [UInt8]) -> Range<Int>
  ) -> Triple<[UInt8]> {
    let parts = pieces(of: nodes, range)
    return Triple<[UInt8]>(merging: parts.base, parts.ours, parts.theirs)
  }

  /// Whether the children of all versions with several are separated by one mark: a list in brackets is not
  /// printed as one with an item on each line.
  private static func haveOneMark(_ nodes: Triple<Node?>) -> Bool {
    let all = [nodes.base, nodes.ours, nodes.theirs].compactMap(\.self)
    // Where a list has several items now, a list of one item shows how they are separated, too, if its format has a
    // mark even then: the grammar of `implements Node & Named` finds none in `implements Node`.
    let isKnown = all.contains { $0.children.count == 1 && $0.mark != nil }
    let fewest = isKnown && all.contains { $0.children.count > 1 } ? 1 : 2
    let lists = all.filter { $0.children.count >= fewest }
    return lists.allSatisfy { $0.mark == lists.first?.mark }
  }

  /// Whether one side took all items out of a list in brackets, and the other added some: `[]` beside `[1, 2]`.
  private static func isEmptiedBesideAdditions(_ nodes: Triple<Node?>, _ slots: [Slot]) -> Bool {
    guard let base = nodes.base, base.kind == .items, base.mark != nil, !base.children.isEmpty
    else { return false }
    return [Version.ours, .theirs].contains { side in
      nodes[side]?.children.isEmpty == true
        && slots.contains { $0.inserter == side.opposite && $0.places.base == nil }
    }
  }

  /// Whether no side changed what stands between two parts, such as the operator between operands.
  private func haveOneOperator(_ nodes: Triple<Node?>) -> Bool {
    guard let base = nodes.base, let ours = nodes.ours, let theirs = nodes.theirs, base.hasTokens
    else { return true }
    let nodes = [(base, texts.base), (ours, texts.ours), (theirs, texts.theirs)]
    let operators = nodes.map { node, text -> [ArraySlice<UInt8>] in
      guard node.children.count == 2 else { return [] }
      return text[node.children[1].leading].split(whereSeparator: \.isWhite)
    }
    return operators.allSatisfy { $0 == operators[0] }
  }

  /// The body of a node that both sides have.
  private mutating func body(of nodes: Triple<Node?>) -> Triple<[UInt8]> {
    let bodies = pieces(of: nodes) { node, _ in node.body }
    if let settled = bodies.settled { return Triple<[UInt8]>(settled) }
    guard let ours = nodes.ours, let theirs = nodes.theirs else {
      return Triple<[UInt8]>(merging: bodies.base, bodies.ours, bodies.theirs)
    }
    let isJoined =
      nodes.base != nil || !traits.contains(.wholeAdditions) && !ours.isAddedWhole
      || ours.kind == .set
    if isJoined, ours.isContainer, ours.kind == theirs.kind,
      nodes.base?.kind ?? ours.kind == ours.kind, Self.haveOneMark(nodes),
      haveOneOperator(nodes),
      let children = children(of: nodes)
    {
      var text = merging(nodes) { node, _ in node.head }
      text += children
      text += merging(nodes) { node, _ in node.tail }
      return text
    }
    let isBase = nodes.map { $0?.content == nodes.base?.content }
    if ours.content == theirs.content {
      let isLayout = isBase.ours && bodies.ours == bodies.base
      return Triple<[UInt8]>(isLayout ? bodies.theirs : bodies.ours)
    }
    if isBase.ours {
      return Triple<[UInt8]>(
        bodies.theirs.withTrailingBlanks(of: bodies.ours, insteadOf: bodies.base))
    }
    if isBase.theirs {
      return Triple<[UInt8]>(
        bodies.ours.withTrailingBlanks(of: bodies.theirs, insteadOf: bodies.base))
    }
    return bodies.map { Array($0) }
  }

  /// A part that both sides have and that has a way to settle different changes.
  private mutating func settled(
    _ nodes: Triple<Node?>, among parents: Triple<Node?>
  ) -> Triple<[UInt8]>? {
    guard let ours = nodes.ours, let theirs = nodes.theirs, let settlement = ours.settlement,
      settlement == theirs.settlement
    else { return nil }
    let part = DisputedPart(
      nodes: nodes, siblings: parents.map { $0?.children ?? [] }, trees: trees, policy: policy)
    if settlement == .asCellText, let output = output(part, of: parents) { return output }
    let bodies = part.bodies
    if let settled = bodies.settled { return Triple<[UInt8]>(settled) }
    let contents = nodes.map { $0?.content }
    if contents.ours == contents.theirs || contents.theirs == contents.base {
      return Triple<[UInt8]>(bodies.ours)
    }
    if contents.ours == contents.base { return Triple<[UInt8]>(bodies.theirs) }
    guard let settled = settler.settled(part, as: settlement) else {
      return bodies.map { Array($0) }
    }
    decisions.append(TreeDecision(rule: settled.rule, ranges: nodes.map { $0?.range }))
    return Triple<[UInt8]>(settled.bytes)
  }

  /// The output of a cell of a notebook, where the text of the cell decides which side's output is kept.
  private mutating func output(
    _ part: DisputedPart, of cells: Triple<Node?>
  ) -> Triple<[UInt8]>? {
    guard MergeRule.outputsOfText.policy <= policy, let made = settler.output(part, of: cells)
    else { return nil }
    if part.bodies.settled != made {
      decisions.append(TreeDecision(rule: .outputsOfText, ranges: part.nodes.map { $0?.range }))
    }
    return Triple<[UInt8]>(made)
  }

  /// The children of a node, in one row; `nil` when both sides gave them different orders.
  private mutating func children(of nodes: Triple<Node?>) -> Triple<[UInt8]>? {
    guard let ours = nodes.ours, depth < Self.depthLimit else { return nil }
    var families = Triple(
      base: ChildMatch.Family(nodes.base, in: trees.base),
      ours: ChildMatch.Family(nodes.ours, in: trees.ours),
      theirs: ChildMatch.Family(nodes.theirs, in: trees.theirs))
    if ours.kind == .items { DeclaredKey.check(&families) }
    if ours.kind == .items { InferredKey.fill(&families) }
    guard
      let row = SlotRow(
        families, kind: ours.kind, isProse: traits.contains(.prose), keepsOrder: ours.keepsOrder)
    else { return nil }
    if Self.isEmptiedBesideAdditions(nodes, row.slots) { return nil }
    if !row.isSure { placesAreSure = false }
    depth += 1
    defer { depth -= 1 }
    let inherited = depth == 1 ? traits : traits.subtracting(.groupedRows)
    var rules = RowRules(row.slots, of: nodes, families, in: trees, policy: policy, inherited)
    rules.apply()
    // The tags of an element depend on its contents: where a side made it empty, neither tag can be alone.
    if ours.startTag != nil, rules.slots.contains(where: \.isOpen) { return nil }
    decisions += rules.decisions
    let text = ListPrinter(pieces(of: rules.slots, among: nodes), of: nodes, in: trees).text
    // The numbers of neither side count the additions and removals of the other.
    return rules.isCountedAnew ? text.map(settler.renumbered) : text
  }

  /// The children of a merged node; adjacent ones that are equal in all texts are one piece.
  private mutating func pieces(
    of slots: [Slot], among parents: Triple<Node?>
  ) -> [ListPrinter.Piece] {
    let runs = AlikeRuns(slots, of: parents, in: trees)
    let changes = traits.contains(.prose) ? [:] : indentationChanges(slots, of: parents)
    var pieces: [ListPrinter.Piece] = []
    var index = 0
    while index < slots.count {
      if let run = runs.run(from: index) {
        pieces.append(run.piece)
        index = run.end
      } else {
        pieces.append(indentedPiece(of: slots[index], among: parents, changes))
        index += 1
      }
    }
    return pieces
  }

  /// The indentations that sides gave to all children, by the sides that did not.
  private func indentationChanges(
    _ slots: [Slot], of parents: Triple<Node?>
  ) -> [Version: IndentationChange] {
    var changes: [Version: IndentationChange] = [:]
    for side in [Version.ours, .theirs] where slots.contains(where: { $0.inserter == side }) {
      changes[side] = IndentationChange(slots, of: parents, in: texts, by: side.opposite)
    }
    return changes
  }

  /// One child, with the indentation that the other side gave to those beside it.
  private mutating func indentedPiece(
    of slot: Slot, among parents: Triple<Node?>, _ changes: [Version: IndentationChange]
  ) -> ListPrinter.Piece {
    guard let side = slot.inserter, !slot.isOpen, let change = changes[side] else {
      return piece(of: slot, among: parents)
    }
    var piece = piece(of: slot, among: parents)
    piece.text = piece.text.map { change.applied(to: $0[...]) }
    return piece
  }

  /// One child of a merged node.
  private mutating func piece(of slot: Slot, among parents: Triple<Node?>) -> ListPrinter.Piece {
    func node(_ version: Version) -> Node? {
      slot.places[version].flatMap { parents[version]?.children[$0] }
    }
    let nodes = Triple(base: node(.base), ours: node(.ours), theirs: node(.theirs))
    let isInAll = Triple(base: true, ours: true, theirs: true)
    let own = nodes.map { $0 != nil }
    func raw(_ isThere: Triple<Bool>) -> ListPrinter.Piece {
      let text = pieces(of: nodes) { node, _ in node.range.lowerBound..<node.body.upperBound }
      let comment = pieces(of: nodes) { slot.isOpen ? $0.restOfLine(in: $1) : $0.comment(in: $1) }
      return ListPrinter.Piece(
        slot: slot, text: text.map { Array($0) }, comment: comment.map { Array($0) },
        isThere: isThere)
    }
    if slot.isOpen { return raw(own) }
    if let side = slot.inserter, let node = nodes[side] {
      let text = texts[side]
      return ListPrinter.Piece(
        slot: slot, text: Triple<[UInt8]>(text[node.range.lowerBound..<node.body.upperBound]),
        comment: Triple<[UInt8]>(text[node.comment(in: text)]), isThere: isInAll)
    }
    if nodes.ours == nil || nodes.theirs == nil {
      return raw(Triple(base: false, ours: false, theirs: false))
    }
    var text = merging(nodes) { node, _ in node.leading }
    let body = settled(nodes, among: parents) ?? body(of: nodes)
    text += body
    var isThere = isInAll
    if nodes.base == nil, body.base.isEmpty { isThere.base = body.isSettled }
    return ListPrinter.Piece(
      slot: slot, text: text, comment: merging(nodes) { $0.comment(in: $1) }, isThere: isThere)
  }
}

extension ArraySlice<UInt8> {
  /// The text with the change of the other side to the blanks at its end, or at the ends of all its lines.
  fileprivate func withTrailingBlanks(
    of new: ArraySlice<UInt8>, insteadOf old: ArraySlice<UInt8>
  ) -> [UInt8] {
    if old.hasBlanksAtLineEnds, !new.hasBlanksAtLineEnds {
      let lines = split(separator: 0x0A, omittingEmptySubsequences: false)
      return Array(lines.map { $0.dropLast($0.blanksAtEnd.count) }.joined(separator: [0x0A]))
    }
    let (before, after) = (old.blanksAtEnd, new.blanksAtEnd)
    guard before != after, blanksAtEnd == before else { return Array(self) }
    return Array(dropLast(before.count)) + after
  }

  private var hasBlanksAtLineEnds: Bool {
    split(separator: 0x0A).contains { $0.last?.isBlankOrTab == true }
  }

  private var blanksAtEnd: ArraySlice<UInt8> {
    suffix(from: lastIndex { !$0.isBlankOrTab }.map { $0 + 1 } ?? startIndex)
  }
}
