extension CodeBuilder {
  /// Children of a container: the text before the first and after the last, and their separators.
  struct Row {
    /// After the bracket that opens the container, or where its first line starts.
    var start: Int
    /// The place of the closing bracket, or the end of the last child.
    var end: Int
    /// The nodes of the grammar, including marks and comments.
    var children: ArraySlice<Int>
    /// Whether they are in brackets.
    var isBracketed: Bool
    /// The bracket that opens it; 0 for none.
    var opener: UInt8 = 0
    /// The marks that can be between its children.
    var marks = Row.usualMarks
    /// Whether a child can be several nodes between two marks.
    var hasLongChildren = false
    /// Whether a semicolon is a mark between children, not the end of a statement.
    var hasSemicolons = false

    /// The marks between the children of most lists: `,`, `;`, `|` and `&`.
    static let usualMarks: [UInt8] = [0x2C, 0x3B, 0x7C, 0x26]
  }

  /// One child, with the text that belongs to it.
  struct Element {
    /// The node of the grammar.
    var index: Int
    /// The start of its attributes, or of the node itself.
    var start: Int
    /// After the node, or after the mark that ends it as a statement.
    var end: Int
    /// The mark between it and the next one.
    var separator: Range<Int>?
    /// Its attributes.
    var attributes: [Int] = []
    /// The nodes that continue it.
    var continuations: [Int] = []
    /// Whether it is several nodes.
    var isJoined = false
  }

  /// The node of a container.
  func container(_ index: Int, _ scope: Scope, isRoot: Bool = false) -> Node {
    let body = isRoot ? 0..<text.count : body(index)
    let type = code.type(index)
    let children = profile.chains.contains(type) ? links(of: index) : code.children(index)
    var row = Row(
      start: body.lowerBound, end: body.upperBound, children: children[...], isBracketed: false)
    if code.isBracketed(children), let first = children.first, let last = children.last {
      row = Row(
        start: code.nodes[first].range.upperBound, end: code.nodes[last].range.lowerBound,
        children: children.dropFirst().dropLast(), isBracketed: true,
        opener: code.opener(first) ?? 0)
    }
    if profile.tokenLists.contains(type) { (row.hasLongChildren, row.marks) = (true, [0x2C]) }
    row.hasSemicolons = profile.semicolonLists.contains(type)
    if profile.chains.contains(type), let first = children.first(where: { !code.isToken($0) }) {
      // The word or mark before them is none of them.
      row.children = children[...].drop { index in
        code.isToken(index) && !(mark(index).map(row.marks.contains) ?? false)
      }
      row.start = self.body(row.children.first ?? first).lowerBound
    }
    flatten(&row)
    if !row.isBracketed, !isRoot {
      row.start = lines.lineStart(of: row.start, notBefore: scope.floor)
    }
    var node = list(row, type: type, in: scope, isRoot: isRoot)
    node.body = min(body.lowerBound, row.start)..<body.upperBound
    node.range = node.body
    node.separator = node.body.upperBound..<node.body.upperBound
    return node
  }

  /// The key of a word of a set: the word, or one key for all words of visibility.
  private func modifierKey(of body: Range<Int>) -> Node.Key {
    let isVisibility = profile.visibilities.contains { text[body].elementsEqual($0.utf8) }
    return isVisibility ? Node.Key(meaning: "visibility".utf8, at: body) : Node.Key(body, in: text)
  }

  /// The children of a chain; a chain at its start is replaced by its own children.
  private func links(of index: Int) -> [Int] {
    var links: [Int] = []
    var rest = code.children(index)
    while let first = rest.first, code.type(first) == code.type(index) {
      links = Array(rest.dropFirst()) + links
      rest = code.children(first)
    }
    return rest + links
  }

  /// Replaces a lone body between brackets by the body's children.
  func flatten(_ row: inout Row) {
    let named = row.children.filter { !code.isToken($0) && !code.isComment($0) }
    guard row.isBracketed, named.count == 1, let only = named.first else { return }
    let isTokenList = profile.tokenLists.contains(code.type(only))
    if isTokenList { (row.hasLongChildren, row.marks) = (true, [0x2C]) }
    guard isTokenList || profile.bodies.contains(code.type(only)) else { return }
    row.children = row.children.flatMap { $0 == only ? code.children($0) : [$0] }[...]
  }

  /// What the children of a row are to each other.
  private struct ListForm {
    var kind = Node.Kind.blocks
    var elements: [Element]
    /// The mark between all of them; `nil` for none.
    var mark: UInt8?
    /// The keys of cases of a choice, by their labels; `nil` for children of another kind.
    var cases: [Node.Key?]?
    /// Whether the children declare names that are visible to the rest of the text.
    var isDeclarative: Bool
    /// Whether each child is found by its name, although the list declares none.
    var isOfNames = false
    /// Whether the children are the words before a declaration.
    var isOfModifiers = false
  }

  /// The node of the children in a row; its body is the text that they own.
  func list(
    _ row: Row, type: String, in scope: Scope, isRoot: Bool = false, isSet: Bool = false
  ) -> Node {
    var form = form(of: row, type, isSet: isSet || profile.sets.contains(type))
    form.isDeclarative = isRoot || isDeclarative(type, scope)
    form.isOfModifiers = isSet || type.contains("modifier")
    var children: [Node] = []
    let first = row.isBracketed ? firstStart(of: row, form.elements) : row.start
    var begin = first
    for place in form.elements.indices {
      var child = child(at: place, of: form, in: scope, from: begin)
      child.key = key(of: child, at: place, in: form, type)
      if form.cases != nil, form.kind == .members || form.kind == .blocks {
        child.startsGroup = isDefault(form.elements[place].index)
      }
      let end = end(of: child, row, isLast: place == form.elements.count - 1)
      child.range = begin..<end
      begin = end
      children.append(child)
    }
    let isKeyless = form.kind == .members && children.contains { $0.key == nil }
    var node = Node(
      isKeyless ? .blocks : form.kind, range: row.start..<row.end, body: row.start..<row.end,
      inner: first..<begin)
    node.children = children
    node.mark = form.mark
    node.allowsFinalMark =
      form.mark != nil && row.isBracketed
      && (profile.finalMarks.contains(row.opener) || children.last?.separator.isEmpty == false)
    if node.kind == .blocks, form.isDeclarative { groupImports(&node.children) }
    return node
  }

  /// The elements of a row, and what they are to each other.
  private func form(of row: Row, _ type: String, isSet: Bool) -> ListForm {
    let isUnmarked = profile.unmarked.contains(type)
    let (elements, mark) = elements(row, isSet: isSet, isUnmarked: isUnmarked)
    var form = ListForm(elements: elements, mark: mark, isDeclarative: false)
    form.cases = caseKeys(of: elements, in: row)
    if profile.members.contains(type) || form.cases?.contains(nil) == false {
      form.kind = .members
    } else if isSet {
      form.kind = .set
    } else if mark != nil || [0x28, 0x5B, 0x3C].contains(row.opener)
      || profile.lists.contains(type)
    {
      form.kind = .items
    }
    let isList = form.kind == .items || form.kind == .set || profile.lists.contains(type)
    if mark == nil, isList, row.isBracketed, !isUnmarked, elements.count < 2, profile.hasMarks {
      form.mark = 0x2C
    }
    guard form.kind == .items else { return form }
    form.isOfNames =
      row.opener == 0x7B && !isUnmarked && !isPositional(row, type)
      && elements.allSatisfy { key(of: $0.index, isDeclarative: true) != nil }
    if form.isOfNames || isUnmarked || isPositional(row, type) { form.kind = .blocks }
    return form
  }

  /// Whether children are found by their places, such as parameters.
  private func isPositional(_ row: Row, _ type: String) -> Bool {
    (type.contains("parameter") || type.contains("argument") || profile.positional.contains(type))
      && !isCollection(row) || isMacroCall(row, type)
  }

  /// A child without its key; its text starts where the one before ends.
  private func child(at place: Int, of form: ListForm, in scope: Scope, from begin: Int) -> Node {
    let element = form.elements[place]
    let inner = scope.inner(isDeclarative: form.isDeclarative, floor: begin)
    var child =
      element.isJoined
      ? leaf(element.start..<element.end)
      : mayBeDecorated(element) && form.mark == nil
        ? decorated(element, inner) : node(element.index, inner)
    child.body =
      min(element.start, child.body.lowerBound)..<max(element.end, child.body.upperBound)
    if !child.isContainer { child.inner = child.body.upperBound..<child.body.upperBound }
    child.separator = element.separator ?? child.body.upperBound..<child.body.upperBound
    return child
  }

  private func key(of child: Node, at place: Int, in form: ListForm, _ type: String) -> Node.Key? {
    let index = form.elements[place].index
    switch form.kind {
    case .members where form.cases == nil: return key(of: index, isDeclarative: true)
    case .blocks where form.cases == nil:
      let isParameters = type.contains("parameter") || profile.positional.contains(type)
      guard !profile.ordered.contains(type), !isParameters || profile.hasNamedParameters else {
        return nil
      }
      return key(of: index, isDeclarative: form.isDeclarative || form.isOfNames)
    case .members, .blocks: return form.cases?[place]
    case .set:
      return profile.names.contains { $0.key == code.type(index) }
        ? key(of: index, isDeclarative: true)
        : form.isOfModifiers ? modifierKey(of: child.body) : Node.Key(child.body, in: text)
    default: return nil
    }
  }

  /// Whether the arguments of a call are the items of a list, such as those of `c` in R.
  private func isCollection(_ row: Row) -> Bool {
    guard !profile.collections.isEmpty, row.isBracketed, row.start > 1 else { return false }
    let before = text[..<(row.start - 1)]
    let name = before.suffix(20).reversed().prefix { $0.isPartOfName || $0 == 0x2E }.reversed()
    return profile.collections.contains { name.elementsEqual($0.utf8) }
  }

  /// Whether a list of tokens is the arguments of a macro, such as those of `println!`, and not the items of `vec!`.
  private func isMacroCall(_ row: Row, _ type: String) -> Bool {
    guard profile.tokenLists.contains(type), row.isBracketed, row.start > 1 else { return false }
    let before = text[..<(row.start - 1)]
    return before.last == 0x21 && !before.suffix(4).elementsEqual("vec!".utf8)
  }

  /// Whether an element has parts of its own for attributes; always so in a language that has them, so that the first
  /// attribute is an addition.
  private func mayBeDecorated(_ element: Element) -> Bool {
    !profile.attributes.isEmpty || !element.continuations.isEmpty
  }

  /// The node of an element with its attributes and continuations, which are parts of it, as the element itself is.
  private func decorated(_ element: Element, _ scope: Scope) -> Node {
    var item = node(element.index, scope)
    let body = min(element.start, item.body.lowerBound)..<max(element.end, item.body.upperBound)
    var wrapper = Node(.blocks, range: body, body: body)
    var begin = body.lowerBound
    if let last = element.attributes.last {
      let row = Row(
        start: body.lowerBound, end: self.body(last).upperBound, children: element.attributes[...],
        isBracketed: false)
      var attributes = list(row, type: "", in: scope, isSet: true)
      attributes.key = Node.Key(meaning: "attributes".utf8, at: begin..<begin)
      begin = attributes.body.upperBound
      wrapper.children.append(attributes)
    }
    item.key = Node.Key(meaning: "item".utf8, at: item.body.lowerBound..<item.body.lowerBound)
    item.range = begin..<item.body.upperBound
    wrapper.children.append(item)
    for continuation in element.continuations {
      var child = node(continuation, scope)
      let start = child.body.lowerBound
      child.key = Node.Key(meaning: code.type(continuation).utf8, at: start..<start)
      child.range = (wrapper.children.last?.range.upperBound ?? start)..<child.body.upperBound
      wrapper.children.append(child)
    }
    wrapper.inner = body.lowerBound..<(wrapper.children.last?.range.upperBound ?? body.upperBound)
    return wrapper
  }

  /// Where the first child starts with its comments: on the line below the bracket, or directly after it.
  private func firstStart(of row: Row, _ elements: [Element]) -> Int {
    let rest = lines.rest(from: row.start, upTo: row.end)
    guard elements.first != nil else { return rest.lineEnd ?? row.start }
    return rest.lineEnd == nil ? skipBlanks(row.start) : rest.next
  }

  private func skipBlanks(_ place: Int) -> Int {
    text[place...].firstIndex { !$0.isBlankOrTab } ?? place
  }

  /// Where a child ends: at the next one, or with its line.
  private func end(of child: Node, _ row: Row, isLast: Bool) -> Int {
    let start = max(child.separator.upperBound, child.body.upperBound)
    let rest = lines.rest(from: start, upTo: row.end)
    if !isLast { return rest.next }
    if row.isBracketed || row.end == text.count { return rest.last }
    return start
  }
}
