import DocMergeCore

extension RowRules {
  /// Settles the additions of both sides between two children that all texts have.
  mutating func settleAdditions(_ gap: Range<Int>) {
    if gap.contains(where: { slots[$0].isOpen && slots[$0].inserter != nil }) {
      // A settled neighbour of an open addition would separate it from the other open ones.
      for index in gap { slots[index].isOpen = true }
      return
    }
    let ours = gap.filter { slots[$0].inserter == .ours }
    let theirs = gap.filter { slots[$0].inserter == .theirs }
    guard !ours.isEmpty, !theirs.isEmpty else { return openReplacements(in: gap) }
    let arrangement = arrangement(gap, ours, theirs)
    guard let rule = rule(forAdding: ours, theirs, in: gap, sorted: arrangement),
      rule.policy <= policy, !hasLastItem(ours, theirs), !holdsEnd(of: gap, ours, theirs)
    else {
      for index in gap where slots[index].places.ours == nil || slots[index].places.theirs == nil {
        slots[index].isOpen = true
      }
      return
    }
    decide(rule, gap)
    if let arrangement, !hasHeadedGroup(ours, .ours), !hasHeadedGroup(theirs, .theirs) {
      sort(gap, ours, theirs, in: arrangement)
    } else {
      sortParagraphs(gap, ours, theirs)
    }
  }

  /// Leaves a removal of one side to a person if the other side replaced the child by something similar.
  private mutating func openReplacements(in gap: Range<Int>) {
    guard isReplacing(gap) else { return }
    // A settled addition of both sides would separate the child from what replaced it.
    for index in gap { slots[index].isOpen = true }
  }

  /// Whether an addition of a gap shares much text with a child that both sides removed there.
  private func isReplacing(_ gap: Range<Int>) -> Bool {
    let removed = gap.filter(isRemovedByBoth).compactMap { node(slots[$0], .base) }
    return gap.contains { index in
      guard let side = slots[index].inserter, let added = node(slots[index], side) else {
        return false
      }
      return removed.contains { old in
        Likeness.isRewritten(old, in: trees.base.text, as: added, in: trees[side].text)
      }
    }
  }

  private func isRemovedByBoth(_ index: Int) -> Bool {
    slots[index].places.ours == nil && slots[index].places.theirs == nil
  }

  private func rule(
    forAdding ours: [Int], _ theirs: [Int], in gap: Range<Int>, sorted order: ListOrder.Arrangement?
  ) -> MergeRule? {
    switch kind {
    case .members, .set: ruleOfMembers(ours, theirs, in: gap, sorted: order)
    case .items: ruleOfItems(ours, theirs, in: gap, sorted: order)
    case .blocks: ruleOfBlocks(ours, theirs, in: gap)
    case .scalar, .text: nil
    }
  }

  private func ruleOfMembers(
    _ ours: [Int], _ theirs: [Int], in gap: Range<Int>, sorted order: ListOrder.Arrangement?
  ) -> MergeRule? {
    // Nothing may follow a case for all other values.
    if !traits.contains(.plainLines), hasGroupStart(ours, .ours) || hasGroupStart(theirs, .theirs) {
      return nil
    }
    if isReplacing(gap) || traits.contains(.independentItems) && sharesNewCode(ours, theirs) {
      return nil
    }
    if traits.contains(.plainLines), gap.contains(where: isRemovedByBoth) { return nil }
    // A statement of one side that uses what one of the other side sets is no other entry.
    let isCode = traits.contains(.outline) && !traits.contains(.plainLines)
    if isCode, assigns(theirs, .theirs, namesIn: ours, .ours) { return nil }
    if isCode, assigns(ours, .ours, namesIn: theirs, .theirs) { return nil }
    if kind == .members, hasKeyless(ours, .ours), hasKeyless(theirs, .theirs) {
      return gap.upperBound == slots.count ? .appendedItems : .bothAdded
    }
    return order?.rule ?? .addedEntries
  }

  private func ruleOfItems(
    _ ours: [Int], _ theirs: [Int], in gap: Range<Int>, sorted order: ListOrder.Arrangement?
  ) -> MergeRule? {
    guard !gap.contains(where: { slots[$0].places.base != nil }),
      isProse || families.base.children.count > 0
    else { return nil }
    if !isProse, sharesNewWord(ours, theirs) { return nil }
    if let order { return order.rule }
    // An addition of both sides follows the ones of each side before it: `--user`, `root`.
    if !isProse, gap.contains(where: { slots[$0].isSharedAddition }) { return nil }
    // A numbered list of prose must be renumbered.
    if isProse, numbers == nil, isCounted(ours, .ours) || isCounted(theirs, .theirs) { return nil }
    // The first item can be a header.
    let isOnTop = gap.lowerBound == 0 || gap.lowerBound == 1 && slots.count - gap.count > 2
    if isOnTop { return .itemsOnTop }
    if isProse { return .addedProseItems }
    return gap.upperBound == slots.count ? .appendedItems : .bothAdded
  }

  private func ruleOfBlocks(_ ours: [Int], _ theirs: [Int], in gap: Range<Int>) -> MergeRule? {
    guard !gap.contains(where: { slots[$0].places.base != nil }), !sharesNewWord(ours, theirs),
      !assigns(theirs, .theirs, namesIn: ours, .ours),
      !assigns(ours, .ours, namesIn: theirs, .theirs)
    else { return nil }
    // Two statements after one line are no list.
    let isKeyed =
      ours.allSatisfy { node(slots[$0], .ours)?.key != nil }
      && theirs.allSatisfy { node(slots[$0], .theirs)?.key != nil }
    if isKeyed { return .addedEntries }
    // Both made the section: its texts are two versions of one.
    return isProse && !families.base.children.isEmpty ? .bothAdded : nil
  }

  /// Whether siblings below an addition depend on it.
  private func hasGroupStart(_ indices: [Int], _ side: Version) -> Bool {
    indices.contains { node(slots[$0], side)?.startsGroup == true }
  }

  /// Whether an addition is found only by its text, so that its order among similar ones matters.
  private func hasKeyless(_ indices: [Int], _ side: Version) -> Bool {
    indices.contains { index in
      slots[index].places[side].map { families[side].keys[$0] == nil } ?? false
    }
  }

  /// Whether an item starts with a number.
  private func isCounted(_ indices: [Int], _ version: Version) -> Bool {
    indices.contains { index in
      guard let node = node(slots[index], version) else { return false }
      let text = trees[version].text[node.body].drop(while: \.isWhite)
      let digits = text.prefix(while: \.isDecimalDigit)
      let next = text[digits.endIndex...].first
      return !digits.isEmpty && (next == UInt8(ascii: ".") || next == UInt8(ascii: ")"))
    }
  }

  private func words(_ indices: [Int], of version: Version) -> Set<UInt64> {
    indices.reduce(into: []) { words, index in
      guard let node = node(slots[index], version) else { return }
      Likeness.forEachWord(of: node.body, in: trees[version].text) { words.insert($0) }
    }
  }

  /// Whether additions of both sides contain a word that the base does not: they may be about one thing.
  private func sharesNewWord(_ ours: [Int], _ theirs: [Int]) -> Bool {
    // Declarations of different names are different things; one that uses the other belongs to it.
    if traits.contains(.namedStatements) || kind == .blocks && !isProse,
      let names = self.names(ours, .ours),
      let others = self.names(theirs, .theirs)
    {
      // Both may declare one name for different things, such as methods of different receivers.
      let shared = declareTheSame(ours, theirs) ? [] : names.intersection(others)
      let used = names.subtracting(shared).intersection(words(theirs, of: .theirs))
        .union(others.subtracting(shared).intersection(words(ours, of: .ours)))
      return !used.isSubset(of: trees.base.words)
    }
    let shared = words(ours, of: .ours).intersection(words(theirs, of: .theirs))
    guard !shared.isEmpty else { return false }
    return !shared.isSubset(of: trees.base.words)
  }

  /// Whether both sides declare one function, whose versions only differ by the types of their parameters.
  private func declareTheSame(_ ours: [Int], _ theirs: [Int]) -> Bool {
    func declared(_ indices: [Int], _ side: Version) -> Set<UInt64> {
      Set(indices.compactMap { node(slots[$0], side)?.key?.name }.filter { $0 != 0 })
    }
    return !declared(ours, .ours).isDisjoint(with: declared(theirs, .theirs))
  }

  /// Whether some statements give a value to a name that others hold: `x = g(x)` beside `y = x + 1`.
  private func assigns(
    _ indices: [Int], _ side: Version, namesIn others: [Int], _ other: Version
  ) -> Bool {
    let assigned = indices.compactMap { index -> UInt64? in
      guard let node = node(slots[index], side), !node.isContainer, let key = node.key?.range,
        !key.isEmpty, key.upperBound <= node.body.upperBound,
        Self.isAssignment(trees[side].text[key.upperBound..<node.body.upperBound])
      else { return nil }
      var name: UInt64?
      Likeness.forEachWord(of: key, in: trees[side].text) { name = $0 }
      return name
    }
    return !assigned.isEmpty && !words(others, of: other).isDisjoint(with: assigned)
  }

  /// Whether the text behind a name assigns a value to it: `= …`, or `<- …` of R.
  private static func isAssignment(_ rest: ArraySlice<UInt8>) -> Bool {
    let rest = rest.drop(while: \.isBlankOrTab)
    return rest.first == 0x3D || rest.starts(with: "<-".utf8)
  }

  /// The words of the names of some statements; `nil` where one has none.
  private func names(_ indices: [Int], _ version: Version) -> Set<UInt64>? {
    var names: Set<UInt64> = []
    for index in indices {
      guard let key = node(slots[index], version)?.key else { return nil }
      Likeness.forEachWord(of: key.range, in: trees[version].text) { names.insert($0) }
    }
    return names
  }

  /// Whether additions of both sides contain one code, such as `MSB3894`, that the base does not.
  private func sharesNewCode(_ ours: [Int], _ theirs: [Int]) -> Bool {
    let shared = codes(ours, of: .ours).intersection(codes(theirs, of: .theirs))
    guard !shared.isEmpty else { return false }
    let text = trees.base.text
    return !shared.isSubset(of: Self.codes(in: text[text.indices]))
  }

  private func codes(_ indices: [Int], of version: Version) -> Set<ArraySlice<UInt8>> {
    indices.reduce(into: []) { codes, index in
      guard let node = node(slots[index], version) else { return }
      codes.formUnion(Self.codes(in: trees[version].text[node.body]))
    }
  }

  /// The fewest letters and digits of a code, so that a name with a number is none.
  private static var leastCode: Int { 5 }

  /// Runs of capital letters with digits after them.
  private static func codes(in text: ArraySlice<UInt8>) -> Set<ArraySlice<UInt8>> {
    Set(
      text.split { !$0.isPartOfName }.filter { word in
        let digits = word.drop { $0 >= 0x41 && $0 <= 0x5A }
        return word.count >= leastCode && digits.count < word.count && digits.count > 2
          && digits.allSatisfy(\.isDecimalDigit)
      })
  }

  // MARK: - Paragraphs

  /// Puts additions of theirs to the entries above in front of a paragraph, or of entries with a comment, that ours added.
  private mutating func sortParagraphs(_ gap: Range<Int>, _ ours: [Int], _ theirs: [Int]) {
    let starts = (ours: paragraphStart(ours, .ours), theirs: paragraphStart(theirs, .theirs))
    guard starts.ours < ours.count, starts.theirs > 0 else { return }
    let others = gap.filter { slots[$0].inserter == nil }.map { slots[$0] }
    let row =
      ours[..<starts.ours] + theirs[..<starts.theirs] + ours[starts.ours...]
      + theirs[starts.theirs...]
    slots.replaceSubrange(gap, with: others + row.map { slots[$0] })
  }

  /// How many additions precede the first one that a blank line or a comment separates from the line above it, or
  /// that the line below it depends on.
  private func paragraphStart(_ added: [Int], _ side: Version) -> Int {
    let text = trees[side].text
    return added.firstIndex { index in
      guard let node = node(slots[index], side) else { return false }
      if node.startsGroup || isHeaded(index, side) { return true }
      let above = text[..<node.range.lowerBound].reversed().prefix { $0.isWhite }
      return above.count { $0 == 0x0A } > 1
    } ?? added.count
  }

  /// Whether an addition has a comment of its own above it, or is one.
  private func isHeaded(_ index: Int, _ side: Version) -> Bool {
    guard let node = node(slots[index], side) else { return false }
    let text = trees[side].text
    return text[node.leading].contains { !$0.isWhite }
      || !isProse && text[node.body].starts(with: "# ".utf8)
  }

  /// Whether a comment of an addition can be the heading of several: another one without a comment follows it.
  private func hasHeadedGroup(_ added: [Int], _ side: Version) -> Bool {
    zip(added, added.dropFirst()).contains { one, next in
      next == one + 1 && isHeaded(one, side) && !isHeaded(next, side)
    }
  }

  // MARK: - Sorted lists

  /// How many children on either side of a place are examined.
  private static var orderReach: Int { 4 }

  /// The order of the additions of both sides in a gap, if the list is sorted.
  private mutating func arrangement(
    _ gap: Range<Int>, _ ours: [Int], _ theirs: [Int]
  ) -> ListOrder.Arrangement? {
    // Numbers that are assigned anew are no order.
    guard numbers == nil else { return nil }
    func nodes(_ indices: some Sequence<Int>, _ version: Version) -> [Node] {
      indices.compactMap { node(slots[$0], version) }
    }
    let order =
      order
      ?? ListOrder(nodes(slots.indices.filter { slots[$0].isAnchor }, .base), in: trees.base)
    self.order = order
    let row = slots
    let before = (0..<gap.lowerBound).reversed().lazy.filter { row[$0].isAnchor }
    let behind = (gap.upperBound..<row.count).lazy.filter { row[$0].isAnchor }
    return order.arranged(
      ListOrder.Place(
        around: (
          nodes(before.prefix(Self.orderReach).reversed(), .base),
          nodes(behind.prefix(Self.orderReach), .base)
        ), added: (nodes(ours, .ours), nodes(theirs, .theirs)), trees: trees))
  }

  /// Puts the additions of both sides in the order of the list.
  private mutating func sort(
    _ gap: Range<Int>, _ ours: [Int], _ theirs: [Int], in order: ListOrder.Arrangement
  ) {
    let others = gap.filter { slots[$0].inserter == nil }.map { slots[$0] }
    var added = (ours: ours[...], theirs: theirs[...])
    let sorted = order.sides.map { side in
      slots[side == .ours ? added.ours.removeFirst() : added.theirs.removeFirst()]
    }
    slots.replaceSubrange(gap, with: others + sorted)
  }
}
