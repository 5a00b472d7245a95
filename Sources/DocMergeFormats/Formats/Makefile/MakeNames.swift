/// Finds the names that the statements of a makefile define and use.
///
///     A := $(B)           defines `A`, uses the definition of `B` above it
///     a b: c              defines the targets `a` and `b`, uses `c`
///     	$(D) -o $@         uses `D`, wherever it is defined
struct MakeNames {
  private(set) var names = StatementNames()
  private let text: [UInt8]
  /// The targets that have a rule with two colons.
  private var doubleTargets: Set<[UInt8]> = []

  init(_ tree: SyntaxTree) {
    text = tree.text
    for node in tree.root.children { add(node, in: 0) }
    names.findMeanings()
  }

  private mutating func add(_ node: Node, in container: UInt64) {
    let line = node.body.lowerBound..<lineEnd(node.body)
    guard let parts = MakeLine(line, in: text) else { return }
    switch parts.kind {
    case .condition: addBranches(node, in: container)
    case .rule: addRule(node, parts, line)
    case .variable(let isAddition):
      addStatement(node.content, node.body)
      let name = variable(text[parts.name])
      let value = parts.value..<line.upperBound
      let isOwn = references(in: value).contains { name.bytes.elementsEqual(text[$0]) }
      names.define(name, in: container, isAddition: isAddition || isOwn)
      if isAddition { names.use(name, by: ContentHash.of(name.bytes), isAddition: true) }
      addReferences(in: value, by: ContentHash.of(name.bytes), isAddition || isImmediate(parts))
    case .definition:
      addStatement(node.content, node.body)
      let name = variable(text[parts.name])
      names.define(name, in: container)
      addReferences(
        in: line.upperBound..<node.body.upperBound, by: ContentHash.of(name.bytes), false)
    case .directive, .branch, .end, .definitionEnd:
      addStatement(node.content, node.body)
      addReferences(in: line, by: node.content, true)
      let words = text[line].split(whereSeparator: \.isBlankOrTab)
      guard words.first?.elementsEqual("export".utf8) == true else { return }
      for word in words.dropFirst() {
        names.use(variable(word), by: node.content, isOrdered: false)
      }
    }
  }

  private mutating func addBranches(_ node: Node, in container: UInt64) {
    let condition = ContentHash.of(text[node.body.lowerBound..<lineEnd(node.body)])
    for (index, branch) in node.children.enumerated() {
      let line = branch.body.lowerBound..<lineEnd(branch.body)
      let user = ContentHash.of(text[line])
      addStatement(user, line)
      addReferences(in: line, by: user, true)
      let words = text[line].split(whereSeparator: \.isBlankOrTab).drop {
        $0.elementsEqual("else".utf8)
      }
      if let verb = words.first,
        verb.elementsEqual("ifdef".utf8) || verb.elementsEqual("ifndef".utf8),
        let name = words.dropFirst().first
      {
        names.use(variable(name), by: user)
      }
      var inner = ContentHash()
      for part in [container, condition, user, UInt64(index)] { inner.add(hash: part) }
      for child in branch.children { add(child, in: inner.value) }
    }
  }

  private mutating func addRule(_ node: Node, _ parts: MakeLine, _ line: Range<Int>) {
    addStatement(ContentHash.of(text[line]), line)
    let head = text[parts.name]
    let user = ContentHash.of(head)
    addReferences(in: line, by: user, true)
    // `a: B = c` sets a variable for one target.
    if let colon = head.firstIndex(of: 0x3A) {
      names.define(
        StatementNames.Name(
          kind: .variable, scope: ContentHash.of(head[..<colon]),
          bytes: head[(colon + 1)...].filter { !$0.isWhite }))
      return
    }
    let targets = words(head).filter { !$0.elementsEqual("&".utf8) }
    guard targets.first.map({ $0.first != 0x2E || $0.contains(0x2F) }) == true else { return }
    let rest = text[parts.value..<line.upperBound].prefix { $0 != 0x23 }
    let isDouble = text[..<parts.value].suffix(2).elementsEqual("::".utf8)
    let hasRecipe = node.kind == .blocks || rest.contains(0x3B)
    define(targets.map(targetName), hasRecipe: hasRecipe, isDouble: isDouble, by: user)
    for word in words(rest.prefix { $0 != 0x3B })
    where !word.contains(where: { "$%|:".utf8.contains($0) }) {
      names.use(
        StatementNames.Name(kind: .target, bytes: targetName(word)), by: user, isOrdered: false)
    }
    for child in node.children where node.kind == .blocks { addRecipe(child) }
  }

  /// Defines the targets of a rule, and the recipe that makes them.
  private mutating func define(
    _ targets: [[UInt8]], hasRecipe: Bool, isDouble: Bool, by user: UInt64
  ) {
    for name in targets {
      names.define(StatementNames.Name(kind: .target, bytes: name), isAddition: true)
      guard hasRecipe || isDouble else {
        // A rule without a recipe adds to the one with the recipe.
        names.use(
          StatementNames.Name(kind: .recipe, bytes: name), by: user, isOrdered: false)
        continue
      }
      // One target can have several rules with two colons, but no rule with one colon besides them.
      let isFurther = isDouble && !doubleTargets.insert(name).inserted
      names.define(StatementNames.Name(kind: .recipe, bytes: name), isAddition: isFurther)
    }
  }

  /// Adds the names that a line of a recipe uses.
  private mutating func addRecipe(_ line: Node) {
    addStatement(line.content, line.body)
    addReferences(in: line.body, by: line.content, false, isRecipe: true)
    for target in madeTargets(in: text[line.body]) {
      names.use(
        StatementNames.Name(kind: .target, bytes: targetName(target)), by: line.content,
        isOrdered: false)
    }
  }

  /// The targets that a line of a recipe makes in the same folder: `$(MAKE) a b`.
  private func madeTargets(in line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    guard
      let call = line.firstRange(of: Array("$(MAKE) ".utf8))
        ?? line.firstRange(of: Array("${MAKE} ".utf8))
    else { return [] }
    let words = words(line[call.upperBound...].prefix { !";&|#".utf8.contains($0) })
    guard !words.contains(where: { $0.starts(with: "-C".utf8) || $0.starts(with: "-f".utf8) })
    else { return [] }
    return words.filter { word in
      word.first != 0x2D && !word.contains { "=$>".utf8.contains($0) }
    }
  }

  // MARK: - References

  /// Records the variables that a range refers to, up to a comment.
  private mutating func addReferences(
    in range: Range<Int>, by user: UInt64, _ isOrdered: Bool, isRecipe: Bool = false
  ) {
    for name in references(in: range, isRecipe: isRecipe) {
      names.use(variable(text[name]), by: user, isOrdered: isOrdered)
    }
  }

  /// The names of variables that a range refers to, up to a comment; the comment of a recipe is for the shell.
  private func references(in range: Range<Int>, isRecipe: Bool = false) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var place = range.lowerBound
    while place + 1 < range.upperBound {
      let (byte, next) = (text[place], text[place + 1])
      if byte == 0x23, !isRecipe, place == range.lowerBound || text[place - 1] != 0x5C { break }
      guard byte == 0x24, next != 0x24 else {
        place += byte == 0x24 ? 2 : 1
        continue
      }
      place += 1
      if let name = reference(behind: place, before: range.upperBound) {
        found.append(name.indices)
      }
    }
    return found
  }

  private static let namingFunctions = ["call", "origin", "value", "flavor"]

  /// The name of `$(NAME)`, `${NAME:.c=.o}`, `$(call NAME,…)` or `$N`, after the dollar sign.
  private func reference(behind place: Int, before end: Int) -> ArraySlice<UInt8>? {
    guard text[place] == 0x28 || text[place] == 0x7B else {
      return text[place].isASCIILetter ? text[place...place] : nil
    }
    let rest = text[(place + 1)..<end]
    let name = rest.prefix { !$0.isWhite && !"(){}:,$=#".utf8.contains($0) }
    guard let stop = text[name.endIndex..<end].first, !name.isEmpty else { return nil }
    if ")}:".utf8.contains(stop) { return name }
    guard stop.isWhite, Self.namingFunctions.contains(where: { name.elementsEqual($0.utf8) }) else {
      return nil
    }
    let inner = text[name.endIndex..<end].drop(while: \.isWhite)
    let named = inner.prefix { !$0.isWhite && !"(){},$".utf8.contains($0) }
    return named.isEmpty ? nil : named
  }

  // MARK: - Parts of lines

  /// The target that a word names: `./a` is `a`.
  private func targetName(_ word: ArraySlice<UInt8>) -> [UInt8] {
    Array(word.starts(with: "./".utf8) && word.count > 2 ? word.dropFirst(2) : word)
  }

  private func variable(_ name: ArraySlice<UInt8>) -> StatementNames.Name {
    StatementNames.Name(kind: .variable, bytes: Array(name))
  }

  /// Whether the value of a variable is evaluated at its definition: `:=`, `::=`, `!=`.
  private func isImmediate(_ line: MakeLine) -> Bool {
    let sign = text[..<line.value].dropLast().last
    return sign == 0x3A || sign == 0x21
  }

  private func words(_ slice: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    slice.split { $0.isWhite || $0 == 0x5C }
  }

  /// The end of the first line of a node, with its continuation lines.
  private func lineEnd(_ body: Range<Int>) -> Int {
    var place = body.lowerBound
    while let end = text[place..<body.upperBound].firstIndex(of: 0x0A) {
      let slashes = text[body.lowerBound..<end].reversed().prefix { $0 == 0x5C }.count
      if slashes % 2 == 0 { return ByteCursor(text, at: end).trimmed(downTo: body.lowerBound) }
      place = end + 1
    }
    return body.upperBound
  }

  private mutating func addStatement(_ content: UInt64, _ place: Range<Int>) {
    names.add(StatementNames.Statement(content: content, place: place))
  }
}
