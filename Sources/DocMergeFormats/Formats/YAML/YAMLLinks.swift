import DocMergeCore
import DocMergeLanguage

/// The names that parts of a YAML document have, and where other parts use them.
struct YAMLLinks {
  /// A name, for one kind of link.
  struct Name: Hashable {
    let kind: Int
    let bytes: [UInt8]
  }

  /// A use of a name.
  struct Use {
    /// The keys around it, or its line.
    let path: [UInt8]
    let place: Range<Int>
  }

  private(set) var defined: Set<Name> = []
  private(set) var used: [Name: [Use]] = [:]
  /// The text that names the files which the document includes.
  private(set) var included: [UInt8] = []

  private let values: YAMLValues
  private var text: [UInt8] { values.text }

  init(_ tree: SyntaxTree) {
    values = YAMLValues(text: tree.text)
    for document in tree.yamlDocuments {
      if let node = values.member("include", of: document) { included += text[node.body] }
      for kind in YAMLLinkKind.all.indices where YAMLLinkKind.all[kind].namesRoot {
        for key in keys(of: document) { defined.insert(Name(kind: kind, bytes: key.bytes)) }
      }
      var path: [String] = []
      walk(document, &path)
    }
  }

  /// How often a name is used at each path.
  func counts(of name: Name) -> [[UInt8]: Int] {
    used[name]?.reduce(into: [:]) { $0[$1.path, default: 0] += 1 } ?? [:]
  }

  /// The keys of members, without quotation marks.
  private func keys(of node: Node) -> [(bytes: [UInt8], place: Range<Int>)] {
    switch node.kind {
    case .members:
      node.children.compactMap { child in
        child.key.map { (text[$0.range].filter { $0 != 0x22 && $0 != 0x27 }, $0.range) }
      }
    // `- build: {requires: […]}`
    case .items, .set, .blocks:
      node.children.flatMap { $0.kind == .members ? Array(keys(of: $0).prefix(1)) : [] }
    default: []
    }
  }

  /// The value of a member, or those of the items of its list.
  private func values(of node: Node) -> [(bytes: [UInt8], place: Range<Int>)] {
    guard node.isContainer else {
      let value = values.value(ofMember: node)
      return value.isEmpty ? [] : [(Array(text[value]), value)]
    }
    guard node.kind != .members else { return [] }
    return node.children.compactMap { item in
      guard item.key == nil || item.children.isEmpty, let value = values.value(ofItem: item)
      else { return nil }
      return (Array(text[value]), value)
    }
  }

  private mutating func walk(_ node: Node, _ path: inout [String]) {
    for child in node.children {
      if node.kind == .members, let key = child.key {
        let name = String(
          decoding: text[key.range].filter { $0 != 0x22 && $0 != 0x27 }, as: UTF8.self)
        if let patterns = YAMLLinkPattern.all[name] {
          for pattern in patterns where pattern.fits(path) { read(pattern, child, path) }
        }
        path.append(name)
      } else {
        path.append("[]")
      }
      if !child.children.isEmpty { walk(child, &path) }
      path.removeLast()
    }
  }

  private mutating func read(_ pattern: YAMLLinkPattern, _ node: Node, _ path: [String]) {
    for (bytes, place) in pattern.isOfKeys ? keys(of: node) : values(of: node) {
      let name = Name(kind: pattern.kind, bytes: bytes)
      if pattern.isDefinition {
        defined.insert(name)
      } else {
        let path = (path + [pattern.key]).joined(separator: "/")
        used[name, default: []].append(Use(path: Array(path.utf8), place: place))
      }
    }
  }

  /// Reads uses such as `needs.test.result`.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
  mutating func readExpressions(of kinds: Set<Int>) {
    for kind in kinds.sorted() {
      for mark in YAMLLinkKind.all[kind].expressions {
        let bytes = Array(mark.utf8)
        var rest = text[...]
        while let found = rest.firstRange(of: bytes) {
          rest = text[found.upperBound...]
          let isStart =
            text[..<found.lowerBound].last.map { !$0.isPartOfName && $0 != 0x2E } ?? true
          let name = rest.prefix(while: \.isPartOfNameOrHyphen)
          guard isStart, !name.isEmpty else { continue }
          let line = text[text.line(around: name.startIndex)].trimmed
          used[Name(kind: kind, bytes: Array(name)), default: []]
            .append(Use(path: Array(line), place: name.startIndex..<name.endIndex))
        }
      }
    }
  }
}
