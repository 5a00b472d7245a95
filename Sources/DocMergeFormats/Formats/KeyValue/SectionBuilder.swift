/// Builds a tree of entries, comments and sections, line by line.
///
/// Blank lines belong to the text before them, comments to the text after them. Text above the first
/// entry that a blank line separates from it is the head of the container of the entry.
struct SectionBuilder {
  private let text: [UInt8]
  private let dialect: KeyValueFormat.Dialect
  private var root: Node
  /// The section that was opened last.
  private var section: Node?
  /// The keys that the section, or the root before it, has so far.
  private var keys: Set<Node.Key> = []
  /// How often a section of each name has been opened.
  private var sectionCounts: [Node.Key: Int] = [:]
  /// The start of the comments directly above the next line.
  private var blockStart = 0
  /// The end of the text above those comments, without blank lines.
  private var endAboveBlock = 0
  /// The end of the last line that is not blank.
  private var end = 0
  /// The end of the blank lines after the last entry.
  private var jointEnd = 0
  /// Whether no comment has followed the last entry yet.
  private var isJointOpen = false

  init(_ text: [UInt8], _ dialect: KeyValueFormat.Dialect) {
    self.text = text
    self.dialect = dialect
    root = Node(.members, range: 0..<text.count, body: 0..<text.count)
  }

  /// Adds a blank line.
  mutating func addBlankLine(to lineEnd: Int) {
    blockStart = lineEnd
    endAboveBlock = end
    if isJointOpen { jointEnd = lineEnd }
  }

  /// Adds a line that holds only a comment.
  mutating func addComment(to lineEnd: Int) {
    end = lineEnd
    isJointOpen = false
  }

  /// Adds an entry, with the rest of its line.
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

  /// Adds the first line of a section.
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

  /// The tree of all lines that were added.
  mutating func finish() -> Node {
    let isEmpty = root.children.isEmpty && section == nil
    closeSection(at: end, joint: end)
    if isEmpty { root.inner = text.count..<text.count }
    return root
  }
}

extension SectionBuilder {
  /// Starts a block after an entry or the first line of a section.
  private mutating func startBlock(at lineEnd: Int) {
    end = lineEnd
    endAboveBlock = lineEnd
    blockStart = lineEnd
    jointEnd = lineEnd
    isJointOpen = true
  }

  /// Ends the open section.
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

  /// The key of an entry; it includes the value where the key is repeated and may be.
  private mutating func key(of entry: KeyedEntry) -> Node.Key {
    let key = entry.key(in: text, dialect)
    let isNew = keys.insert(key).inserted
    guard !isNew, dialect.allowsRepeatedKeys, !isSingle(entry) else { return key }
    let name = text[entry.key].map { dialect.ignoresCase ? $0.lowercased : $0 }
    return Node.Key(meaning: name + [0x3D] + text[entry.value], at: entry.key)
  }

  /// Whether an entry can have one value only, although others of its dialect can have several.
  private func isSingle(_ entry: KeyedEntry) -> Bool {
    func lowercased(_ range: Range<Int>) -> String {
      String(decoding: text[range].map(\.lowercased), as: UTF8.self)
    }
    if dialect == .systemd { return Self.singleSettings.contains(lowercased(entry.key)) }
    guard let name = section?.key?.range else { return false }
    let words = lowercased(name).split { !$0.isLetter }
    return words.first.map { Self.singleSections.contains(String($0)) } ?? false
  }

  /// Settings of units that have one value; others are lists, or commands in sequence.
  private static let singleSettings: Set<String> = [
    "description", "type", "restart", "restartsec", "user", "group", "workingdirectory",
    "memorymax",
    "memoryhigh", "memoryswapmax", "cpuquota", "cpuweight", "ioweight", "tasksmax", "timeoutsec",
    "timeoutstartsec", "timeoutstopsec", "watchdogsec", "nice", "umask", "killmode", "killsignal",
    "standardinput", "standardoutput", "standarderror", "limitnofile", "limitnproc", "limitcore",
    "protectsystem", "protecthome", "privatetmp", "nonewprivileges", "dynamicuser", "pidfile",
    "remainafterexit", "rootdirectory", "startlimitburst", "startlimitintervalsec", "notifyaccess",
    "syslogidentifier", "persistent", "accuracysec", "randomizeddelaysec", "what", "where",
  ]

  /// Sections of git in which all variables have one value; those of `remote` and `url` can have several.
  private static let singleSections: Set<String> = [
    "alias", "branch", "color", "commit", "core", "init", "merge", "pull", "rebase", "submodule",
    "user",
  ]

  /// The key of a section; it includes a number where the section is repeated and may be.
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
  ///   - child: The child, with its body set.
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

  /// Extends the last child over the text after it.
  fileprivate mutating func extendLastChild(to end: Int) {
    guard let last = children.indices.last else { return }
    children[last].range = children[last].range.lowerBound..<end
    inner = inner.lowerBound..<end
  }
}
