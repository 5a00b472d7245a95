extension CodeBuilder {
  /// The node of something with parts in a fixed order: each part is found by its place.
  func parts(_ index: Int, _ scope: Scope) -> Node {
    let whole = body(index)
    let isTyped = isTyped(index)
    let isDeclaration =
      (scope.isDeclarative || profile.isData) && name(of: index) != nil && !isTyped
    var node = Node(isDeclaration ? .members : .blocks, range: whole, body: whole)
    node.hasTokens = true
    var names: [UInt64: Int] = [:]
    var begin = whole.lowerBound
    let inner = scope.inner(isDeclarative: isType(index), floor: begin)
    let pieces = pieces(of: index)
    let doubled = Self.doubledNames(pieces)
    for piece in pieces {
      var child = part(
        piece, of: index,
        Scope(isDeclarative: inner.isDeclarative, depth: inner.depth, floor: begin))
      guard child.body.lowerBound >= begin, !child.body.isEmpty else { continue }
      var hash = ContentHash()
      for byte in piece.name.utf8 { hash.add(byte) }
      let count = names[hash.value, default: 0]
      names[hash.value] = count + 1
      for _ in 0..<count { hash.add(0xFF) }
      child.key = Node.Key(hash: hash.value, at: child.body.lowerBound..<child.body.lowerBound)
      if doubled.contains(piece.name) {
        node.kind = .blocks
        child.key = piece.children.first.flatMap {
          key(of: $0, isDeclarative: scope.isDeclarative)
        }
      }
      child.range = begin..<child.body.upperBound
      if isTyped { child.dependence = dependence(of: child, field: piece.name) }
      begin = child.body.upperBound
      node.children.append(child)
    }
    guard !node.children.isEmpty else { return node }
    node.inner = whole.lowerBound..<begin
    return node
  }

  /// One part: a node of the grammar, or several that are a list without a node of its own.
  struct Piece {
    /// The key of the part.
    var name: String
    /// The nodes, including brackets and marks.
    var children: ArraySlice<Int>
    /// The run of a profile that the children are.
    var run: LanguageProfile.Run?
    /// Whether the children are a list in brackets.
    var isBracketed = false
    /// Whether the grammar gives the part no place of its own.
    var isFieldless = false
    /// Whether the children are between the last node of a header and the word that ends them.
    var isEnded = false
  }

  /// The names without a field that several parts have: such parts have no fixed places.
  private static func doubledNames(_ pieces: [Piece]) -> Set<String> {
    var (known, doubled): (Set<String>, Set<String>) = ([], [])
    for piece in pieces where piece.isFieldless && !known.insert(piece.name).inserted {
      doubled.insert(piece.name)
    }
    return doubled
  }

  /// The parts of a node, in the order of the text.
  private func pieces(of index: Int) -> [Piece] {
    let children = code.children(index)
    let type = code.type(index)
    let start = profile.ended.contains(type) ? startOfBody(children) : nil
    let brackets = code.bracketRuns(start.map { Array(children[..<$0]) } ?? children)
    var pieces: [Piece] = []
    var place = 0
    while place < children.count {
      if place == start {
        pieces.append(
          Piece(name: "body", children: children[(place - 1)...], isBracketed: true, isEnded: true))
        break
      } else if let run = brackets.first(where: { $0.lowerBound == place }), run.count > 2 {
        let name = code.type(children[place]) + code.field(children[place])
        pieces.append(Piece(name: name, children: children[run], isBracketed: true))
        place = run.upperBound + 1
      } else if let (run, end) = run(from: place, in: children, of: type) {
        pieces.append(Piece(name: run.child + run.mark, children: children[place..<end], run: run))
        place = end
      } else {
        if !code.isToken(children[place]), !code.isComment(children[place]) {
          let field = code.field(children[place])
          pieces.append(
            Piece(
              name: field.isEmpty ? code.type(children[place]) : field,
              children: children[place...place], isFieldless: field.isEmpty))
        }
        place += 1
      }
    }
    return pieces
  }

  /// The first child below the lines of the header of a node that a word ends; `nil` for none.
  private func startOfBody(_ children: [Int]) -> Int? {
    guard let last = children.indices.last,
      code.isToken(children[last]) || code.type(children[last]).hasPrefix("end_"),
      text[body(children[last])].last?.isPartOfName == true
    else { return nil }
    return children.indices.dropFirst().dropLast().first { place in
      !body(children[place]).isEmpty && lines.startsLine(body(children[place]).lowerBound)
    }
  }

  /// The longest run of a profile that starts at a child, and where it ends.
  private func run(
    from start: Int, in children: [Int], of type: String
  ) -> (LanguageProfile.Run, end: Int)? {
    var longest: (LanguageProfile.Run, end: Int)?
    for run in profile.runs
    where (run.parent.isEmpty || run.parent == type) && belongs(children[start], to: run) {
      let end = end(of: run, from: start, in: children)
      if end > longest?.end ?? start { longest = (run, end) }
    }
    return longest
  }

  private func end(of run: LanguageProfile.Run, from start: Int, in children: [Int]) -> Int {
    var end = start + 1
    while end < children.count {
      if run.child.isEmpty || run.mark.isEmpty, belongs(children[end], to: run) {
        end += 1
      } else if !run.mark.isEmpty, end + 1 < children.count, code.type(children[end]) == run.mark,
        belongs(children[end + 1], to: run)
      {
        end += 2
      } else {
        break
      }
    }
    return end
  }

  private func belongs(_ index: Int, to run: LanguageProfile.Run) -> Bool {
    guard !code.isToken(index) || run.mark.isEmpty, !code.isComment(index) else { return false }
    return run.child.isEmpty
      || run.child.split(separator: "|").contains {
        code.field(index) == $0 || code.type(index) == $0
      }
  }

  /// Finds the items of a set by their names, if the profile gives them, otherwise by their text.
  private func setKeys(of set: inout Node, of piece: Piece) {
    let items = piece.children.filter { !code.isToken($0) && !code.isComment($0) }
    let haveNames =
      !profile.imports.contains(piece.run?.parent ?? "") && items.count == set.children.count
      && items.allSatisfy { index in profile.names.contains { $0.key == code.type(index) } }
    for place in set.children.indices {
      set.children[place].key =
        haveNames
        ? key(of: items[place], isDeclarative: true)
        : Node.Key(set.children[place].body, in: text)
    }
    if haveNames, set.children.allSatisfy({ $0.key != nil }) { set.kind = .members }
  }

  private func part(_ piece: Piece, of parent: Int, _ scope: Scope) -> Node {
    guard let first = piece.children.first, let last = piece.children.last else {
      return node(parent, scope)
    }
    guard piece.isBracketed || piece.run != nil else { return node(first, scope) }
    let (start, end) = (body(first).lowerBound, body(last).upperBound)
    guard piece.isBracketed else {
      let marks = piece.run.flatMap { $0.mark.utf8.first }.map { [$0] }
      var row = Row(
        start: start, end: end, children: piece.children, isBracketed: false,
        marks: marks ?? Row.usualMarks,
        hasLongChildren: piece.run?.child.isEmpty == true && piece.run?.mark.isEmpty == false)
      row.hasSemicolons = marks == [0x3B]
      let isWords = piece.run?.mark.isEmpty ?? false
      var node = list(
        row, type: code.type(parent), in: scope, isSet: isWords && piece.run?.isSet == true)
      if let run = piece.run, run.isSet || !isWords {
        node.kind = run.isSet ? .set : .items
        node.mark = run.mark.utf8.first
        if run.isSet, !isWords { setKeys(of: &node, of: piece) }
      }
      return node
    }
    let isEnded = piece.isEnded
    var row = Row(
      start: isEnded ? body(first).upperBound : code.nodes[first].range.upperBound,
      end: code.nodes[last].range.lowerBound,
      children: piece.children.dropFirst().dropLast(), isBracketed: true,
      opener: isEnded ? 0 : code.opener(first) ?? 0)
    let type = code.type(parent) + (piece.isEnded ? "" : code.type(first))
    if profile.tokenLists.contains(type) { (row.hasLongChildren, row.marks) = (true, [0x2C]) }
    row.hasSemicolons = profile.semicolonLists.contains(code.type(parent))
    if !piece.isEnded { flatten(&row) }
    var node = list(row, type: type, in: scope)
    node.body = (piece.isEnded ? body(first).upperBound : start)..<end
    node.range = node.body
    node.separator = end..<end
    return node
  }
}
