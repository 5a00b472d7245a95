/// Makes the nodes of a merge from the nodes that a parser found in program code.
struct CodeBuilder {
  let text: [UInt8]
  let code: CodeTree
  let profile: LanguageProfile
  let lines: CodeLines
  /// The role of each node in a merge.
  let roles: [Role]
  /// Where imports start.
  let importStarts: Set<Int>

  /// Whether one statement only exports names of the file.
  let isOnlyExport: Bool

  /// The role of a node in a merge.
  enum Role {
    /// Its contents are merged as a whole.
    case leaf
    /// Children between brackets, or on lines of their own.
    case container
    /// Children in a fixed order.
    case parts
  }

  /// The deepest nesting whose parts are examined.
  static let depthLimit = 120

  /// Where the parser did not understand the text.
  var brokenPlaces: [Range<Int>] {
    code.nodes.filter { !$0.traits.isDisjoint(with: [.broken, .missing]) }.map(\.range)
  }

  init(_ text: [UInt8], _ code: CodeTree, _ profile: LanguageProfile) {
    (self.text, self.code, self.profile) = (text, code, profile)
    lines = CodeLines(text, code)
    roles = Self.roles(code, profile)
    isOnlyExport = code.children(0).count { code.type($0) == "export_statement" } == 1
    importStarts = Set(
      code.nodes.indices.filter { profile.imports.contains(code.type($0)) }
        .map { CodeLines.trimmed(code.nodes[$0].range, in: text).lowerBound })
  }

  /// The roles of all nodes: containers first, then all nodes that hold one.
  private static func roles(_ code: CodeTree, _ profile: LanguageProfile) -> [Role] {
    var roles = Array(repeating: Role.leaf, count: code.nodes.count)
    let kinds = NodeKinds(code.vocabulary, profile)
    for index in code.nodes.indices.reversed() {
      let node = code.nodes[index]
      guard node.next > index + 1, !node.traits.contains(.broken), !kinds.isLeaf(node.type) else {
        continue
      }
      let children = code.children(index)
      if children.contains(where: { kinds.isPipe(code.nodes[$0].type) }) { continue }
      if kinds.isEnded(node.type) {
        roles[index] = .parts
      } else if kinds.isContainer(node.type) || index == 0 || code.isBracketed(children) {
        roles[index] = .container
      } else if kinds.hasRun(node.type) || code.hasBrackets(children)
        || children.contains(where: { roles[$0] != .leaf })
        || isTyped(children, code) || haveIndependentOperands(children, code)
      {
        roles[index] = .parts
      }
    }
    return roles
  }

  /// The node of the whole text.
  func root() -> Node {
    var node = container(0, Scope(isDeclarative: true, depth: 0), isRoot: true)
    (node.range, node.body) = (0..<text.count, 0..<text.count)
    return node
  }

  /// The surroundings of a node.
  struct Scope {
    /// Whether names are declared there that are visible to the rest of the text.
    var isDeclarative: Bool
    var depth: Int
    /// The text before this place belongs to another node.
    var floor = 0

    func inner(isDeclarative: Bool, floor: Int) -> Scope {
      Scope(isDeclarative: isDeclarative, depth: depth + 1, floor: floor)
    }
  }

  /// The node of a node of the grammar; its range is its body.
  func node(_ index: Int, _ scope: Scope) -> Node {
    guard scope.depth < Self.depthLimit else { return leaf(index) }
    switch roles[index] {
    case .leaf: return leaf(index)
    case .container: return container(index, scope)
    case .parts: return parts(index, scope)
    }
  }

  /// The bytes of a node, without white space at its ends.
  func body(_ index: Int) -> Range<Int> { CodeLines.trimmed(code.nodes[index].range, in: text) }

  private func leaf(_ index: Int) -> Node {
    leaf(body(index), isString: code.type(index).contains("string"))
  }

  /// The leaf of a range.
  func leaf(_ body: Range<Int>, isString: Bool = false) -> Node {
    let isLong = text[body].contains(0x0A) || isString
    return Node(isLong ? .text : .scalar, range: body, body: body)
  }
}

/// The meaning of the names of nodes, by their numbers.
private struct NodeKinds {
  private let leaves: Set<UInt16>
  private let containers: Set<UInt16>
  private let runs: Set<UInt16>
  private let ended: Set<UInt16>
  private let pipes: Set<UInt16>

  init(_ vocabulary: CodeTree.Vocabulary, _ profile: LanguageProfile) {
    func numbers(_ isNamed: (String) -> Bool) -> Set<UInt16> {
      Set(vocabulary.types.indices.filter { isNamed(vocabulary.types[$0]) }.map(UInt16.init))
    }
    leaves = numbers(profile.leaves.contains)
    containers = numbers(
      (profile.bodies + profile.members + profile.sets + profile.chains).contains)
    runs = numbers { name in profile.runs.contains { $0.parent == name } }
    ended = numbers(profile.ended.contains)
    pipes = numbers(profile.pipes.contains)
  }

  func isLeaf(_ type: UInt16) -> Bool { leaves.contains(type) }
  func isContainer(_ type: UInt16) -> Bool { containers.contains(type) }
  func hasRun(_ type: UInt16) -> Bool { runs.contains(type) }
  func isEnded(_ type: UInt16) -> Bool { ended.contains(type) }
  func isPipe(_ type: UInt16) -> Bool { pipes.contains(type) }
}

extension CodeTree {
  /// The value for a word that opens something, such as `do`.
  static var wordOpener: UInt8 { 1 }

  private static let openingWords = ["do", "begin", "struct", "sig"]

  /// The opening bracket of a token, if it is one.
  func opener(_ index: Int) -> UInt8? {
    guard isToken(index) else { return nil }
    if Self.openingWords.contains(type(index)) { return Self.wordOpener }
    // A pragma of Nim.
    if type(index) == "{." { return 0x7B }
    guard let byte = type(index).utf8.last, type(index).utf8.count <= 2 else { return nil }
    return [0x28, 0x5B, 0x7B, 0x3C].contains(byte) ? byte : nil
  }

  /// Whether a token closes what a bracket opened.
  func isCloser(_ index: Int, of opener: UInt8) -> Bool {
    guard opener != Self.wordOpener else { return isToken(index) && type(index) == "end" }
    let closer: [UInt8: UInt8] = [0x28: 0x29, 0x5B: 0x5D, 0x7B: 0x7D, 0x3C: 0x3E]
    guard isToken(index), type(index).utf8.count <= 2 else { return false }
    return type(index).utf8.first == closer[opener] || type(index) == ".}" && opener == 0x7B
  }

  /// Whether the first of some nodes opens a bracket that the last one closes.
  func isBracketed(_ children: [Int]) -> Bool {
    guard children.count >= 2, let first = children.first, let last = children.last,
      let opener = opener(first)
    else { return false }
    return isCloser(last, of: opener) && !nodes[last].traits.contains(.missing)
  }

  /// Whether a bracket opens and closes among some nodes.
  func hasBrackets(_ children: [Int]) -> Bool { !bracketRuns(children).isEmpty }

  /// The runs of nodes from a bracket to the one that closes it; angle brackets may be comparisons.
  func bracketRuns(_ children: [Int]) -> [ClosedRange<Int>] {
    var runs: [ClosedRange<Int>] = []
    var place = 0
    while place < children.count {
      guard let opener = opener(children[place]), opener != 0x3C,
        let end = children[(place + 1)...].firstIndex(where: { isCloser($0, of: opener) })
      else {
        place += 1
        continue
      }
      runs.append(place...end)
      place = end + 1
    }
    return runs
  }
}
