import DocMergeArchive

/// Names slides and shapes alike in all versions: by the numbers that they have in the base.
///
///     slide 3, title        the title of the third slide of the base
///     slide 4′, title 1′    ours has one more slide, its fourth; `″` for theirs
///
/// A name stands once in a version, so that the text of a shape is compared with that of the same shape.
struct SlideNames {
  private var base: [Node]
  private var ours: [Node]
  private var theirs: [Node]

  private init(base: OfficeText, ours: OfficeText, theirs: OfficeText) {
    self.base = Node.nodes(of: base.lines)
    self.ours = Node.nodes(of: ours.lines)
    self.theirs = Node.nodes(of: theirs.lines)
  }

  /// Three versions with their names.
  static func named(
    base: OfficeText, ours: OfficeText, theirs: OfficeText
  ) -> (base: OfficeText, ours: OfficeText, theirs: OfficeText) {
    let names = SlideNames(base: base, ours: ours, theirs: theirs)
    var versions = (base: base, ours: ours, theirs: theirs)
    var known: [Int: String] = [:]
    number(names.base, "", &known)
    versions.base.rename { known[$0] }
    var own: [Int: String] = [:]
    match(names.ours, names.base, known, "", "′", &own)
    versions.ours.rename { own[$0] }
    own = [:]
    match(names.theirs, names.base, known, "", "″", &own)
    versions.theirs.rename { own[$0] }
    return versions
  }

  /// The base, ours, theirs and a result of them with their names.
  static func named(
    base: OfficeText, ours: OfficeText, theirs: OfficeText, result: OfficeText
  ) -> [OfficeText] {
    let named = named(base: base, ours: ours, theirs: theirs)
    let pairs = [(ours, named.ours), (theirs, named.theirs), (base, named.base)]
    let versions = pairs.map { raw, named in
      Node.nodes(of: raw.lines).map { $0.named(as: named.lines) }
    }
    let known = versions.dropFirst().reduce(versions[0]) { Node.union($0, $1) }
    var names: [Int: String] = [:]
    match(Node.nodes(of: result.lines), known, "", &names)
    var result = result
    result.rename { names[$0] }
    return [named.base, named.ours, named.theirs, result]
  }

  /// Gives the nodes of a result the names of those of any version that they are.
  private static func match(
    _ nodes: [Node], _ known: [Node], _ prefix: String, _ names: inout [Int: String]
  ) {
    let partners = LineMatch(nodes.map(\.summary), known.map(\.summary)).partners
    for (index, node) in nodes.enumerated() {
      let partner = partners[index].map { known[$0] }.flatMap { $0.kind == node.kind ? $0 : nil }
      let name = partner?.name ?? "\(prefix)\(node.kind) \(index + 1)‴"
      names[node.line] = name
      match(node.children, partner?.children ?? [], "\(name), ", &names)
    }
  }

  /// One version with names of its own.
  static func named(_ text: OfficeText) -> OfficeText {
    var known: [Int: String] = [:]
    number(Node.nodes(of: text.lines), "", &known)
    var text = text
    text.rename { known[$0] }
    return text
  }

  /// A version that was read again, with the names that it was written with.
  static func named(_ text: OfficeText, like written: OfficeText) -> OfficeText {
    var names = written.lines.compactMap(\.container?.name)[...]
    var text = text
    text.rename { _ in names.popFirst() }
    return text
  }

  // MARK: - Names

  /// Names the nodes of the base, by their kinds and their numbers among those of one kind.
  private static func number(_ nodes: [Node], _ prefix: String, _ names: inout [Int: String]) {
    var counts: [String: Int] = [:]
    for node in nodes {
      counts[node.kind, default: 0] += 1
      let count = counts[node.kind] ?? 1
      let isSingle = count == 1 && !prefix.isEmpty
      let name = prefix + node.kind + (isSingle ? "" : " \(count)")
      names[node.line] = name
      number(node.children, "\(name), ", &names)
    }
  }

  /// Gives the nodes of a side the names of those of the base that they are versions of.
  private static func match(
    _ nodes: [Node], _ base: [Node], _ known: [Int: String], _ prefix: String, _ sign: String,
    _ names: inout [Int: String]
  ) {
    let partners = LineMatch(nodes.map(\.summary), base.map(\.summary)).partners
    for (index, node) in nodes.enumerated() {
      let partner = partners[index].map { base[$0] }.flatMap { $0.kind == node.kind ? $0 : nil }
      let name = partner.flatMap { known[$0.line] } ?? "\(prefix)\(node.kind) \(index + 1)\(sign)"
      names[node.line] = name
      match(node.children, partner?.children ?? [], known, "\(name), ", sign, &names)
    }
  }

  /// A slide, or a shape or notes on it.
  private struct Node {
    /// The index of the line that opens it.
    var line: Int
    /// What it is called apart from its number.
    var kind: String
    /// The words by which it is known.
    var words: [String]
    var children: [Node] = []
    /// What it is called in all versions, where that is known.
    var name = ""

    /// The node with the names that lines have.
    func named(as lines: [Line]) -> Node {
      var node = self
      node.name = lines[line].container?.name ?? kind
      node.children = children.map { $0.named(as: lines) }
      return node
    }

    /// Nodes with those of another version behind the ones that they follow there.
    static func union(_ nodes: [Node], _ others: [Node]) -> [Node] {
      var union = nodes
      var place = 0
      for node in others {
        if let known = union.firstIndex(where: { $0.name == node.name }) {
          union[known].children = self.union(union[known].children, node.children)
          place = known + 1
        } else {
          union.insert(node, at: place)
          place += 1
        }
      }
      return union
    }

    var summary: String { ([kind] + words).joined(separator: " ") }

    static func nodes(of lines: [Line]) -> [Node] {
      var open: [Node] = [Node(line: -1, kind: "", words: [])]
      func close() {
        guard open.count > 1, let node = open.popLast() else { return }
        open[open.count - 1].children.append(node)
        open[open.count - 1].words += node.words
      }
      for (index, line) in lines.enumerated() {
        switch line {
        case .open(let container): open.append(Node(line: index, kind: container.name, words: []))
        case .close: close()
        case .opaque(let container):
          open[open.count - 1].children.append(Node(line: index, kind: container.name, words: []))
        default:
          open[open.count - 1].words += line.paragraphs.map {
            String(String.UnicodeScalarView($0.scalars))
          }
        }
      }
      while open.count > 1 { close() }
      return open[0].children
    }
  }
}

extension OfficeText {
  /// Renames containers of lines, and objects that are only kept whole, by the indices of their lines.
  fileprivate mutating func rename(_ name: (Int) -> String?) {
    for index in lines.indices {
      switch lines[index] {
      case .open(var container):
        container.name = name(index) ?? container.name
        lines[index] = .open(container)
      case .opaque(var container):
        container.name = name(index) ?? container.name
        lines[index] = .opaque(container)
      default: break
      }
    }
  }
}
