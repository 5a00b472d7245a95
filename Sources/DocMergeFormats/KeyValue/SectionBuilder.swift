/// Puts entries, comments and sections together to a tree, line by line.
///
/// Blank lines belong to what stands before them, comments to what follows. What stands above the first
/// entry and is set apart from it by a blank line is the head of what holds the entry.
struct SectionBuilder {
  private let text: [UInt8]
  private let dialect: KeyValueFormat.Dialect
  private var root: Node
  /// The section that has been opened last.
  private var section: Node?
  /// The keys that the section, or the root before it, has so far.
  private var keys: Set<Node.Key> = []
  /// How often a section of a name has been opened.
  private var sectionCounts: [Node.Key: Int] = [:]
  /// Where the comments start that stand directly above the next line.
  private var blockStart = 0
  /// Where what stands above those comments ends, blank lines aside.
  private var endAboveBlock = 0
  /// Where the last line ends that is not blank.
  private var end = 0
  /// Where the blank lines end that follow the last entry.
  private var jointEnd = 0
  /// Whether no comment has followed the last entry yet.
  private var isJointOpen = false

  init(_ text: [UInt8], _ dialect: KeyValueFormat.Dialect) {
    self.text = text
    self.dialect = dialect
    root = Node(.members, range: 0..<text.count, body: 0..<text.count)
  }

  /// Counts a blank line in.
  mutating func addBlankLine(to lineEnd: Int) {
    blockStart = lineEnd
    endAboveBlock = end
    if isJointOpen { jointEnd = lineEnd }
  }

  /// Counts a line in that holds only a comment.
  mutating func addComment(to lineEnd: Int) {
    end = lineEnd
    isJointOpen = false
  }

  /// Counts an entry in, with the rest of its line.
  mutating func add(_ entry: KeyedEntry, to lineEnd: Int) {
    var node = Node(entry.kind(in: text, dialect), range: entry.body, body: entry.body)
    node.key = key(of: entry)
    if section == nil {
      root.append(node, from: blockStart, joint: jointEnd, to: lineEnd)
    } else {
      section?.append(node, from: blockStart, joint: jointEnd, to: lineEnd)
    }
    startBlock(at: lineEnd)
  }

  /// Counts the first line of a section in.
  mutating func openSection(named name: Node.Key, from start: Int, to lineEnd: Int) {
    let isFirst = root.children.isEmpty && section == nil
    let begin = isFirst || section != nil ? blockStart : jointEnd
    closeSection(at: endAboveBlock, joint: blockStart)
    if isFirst {
      root.inner = begin..<begin
    } else {
      root.extendLastChild(to: begin)
    }
    var node = Node(.members, range: begin..<lineEnd, body: start..<lineEnd)
    node.key = sectionKey(name)
    section = node
    keys.removeAll(keepingCapacity: true)
    startBlock(at: lineEnd)
  }

  /// The tree of all that has been counted in.
  mutating func finish() -> Node {
    let isEmpty = root.children.isEmpty && section == nil
    closeSection(at: end, joint: end)
    if isEmpty { root.inner = text.count..<text.count }
    return root
  }
}

extension SectionBuilder {
  /// Begins anew behind an entry or the first line of a section.
  private mutating func startBlock(at lineEnd: Int) {
    end = lineEnd
    endAboveBlock = lineEnd
    blockStart = lineEnd
    jointEnd = lineEnd
    isJointOpen = true
  }

  /// Ends the section that is open.
  private mutating func closeSection(at end: Int, joint: Int) {
    guard var node = section else { return }
    if node.children.isEmpty {
      node.inner = node.body.upperBound..<node.body.upperBound
    }
    node.body = node.body.lowerBound..<max(end, node.inner.upperBound)
    node.separator = node.body.upperBound..<node.body.upperBound
    node.range = node.range.lowerBound..<max(joint, node.body.upperBound)
    section = nil
    root.append(node, from: node.range.lowerBound, joint: nil, to: node.range.upperBound)
  }

  /// The key of an entry; its value is part of it where the key stands again and may do so.
  private mutating func key(of entry: KeyedEntry) -> Node.Key {
    let key = entry.key(in: text, dialect)
    let isNew = keys.insert(key).inserted
    guard !isNew, dialect.allowsRepeatedKeys else { return key }
    let name = text[entry.key].map { dialect.ignoresCase ? $0.lowercased : $0 }
    return Node.Key(meaning: name + [0x3D] + text[entry.value], at: entry.key)
  }

  /// The key of a section; its number is part of it where the section stands again and may do so.
  private mutating func sectionKey(_ name: Node.Key) -> Node.Key {
    let count = sectionCounts[name, default: 0] + 1
    sectionCounts[name] = count
    guard count > 1, dialect.allowsRepeatedSections else { return name }
    return Node.Key(meaning: Array(text[name.range]) + Array("#\(count)".utf8), at: name.range)
  }
}

extension Node {
  /// Appends a child that begins where the last one ends.
  ///
  /// - Parameters:
  ///   - child: The child, whose body is known.
  ///   - first: Where it begins if it is the first one.
  ///   - joint: Where the last child ends, if that is not known yet.
  ///   - end: Where it ends.
  fileprivate mutating func append(_ child: Node, from first: Int, joint: Int?, to end: Int) {
    var child = child
    if let joint { extendLastChild(to: joint) }
    let begin = children.last?.range.upperBound ?? first
    child.range = begin..<end
    inner = (children.isEmpty ? begin : inner.lowerBound)..<end
    children.append(child)
  }

  /// Lets the last child own what follows it.
  fileprivate mutating func extendLastChild(to end: Int) {
    guard let last = children.indices.last else { return }
    children[last].range = children[last].range.lowerBound..<end
    inner = inner.lowerBound..<end
  }
}
