package import DocMergeCore

/// Something that a merge of trees settled though both sides changed the place.
package struct TreeDecision: Sendable {
  /// Why it could.
  package let rule: MergeRule
  /// Where it is, from the outermost node to the innermost: keys, and for nodes without a key what they begin with.
  package let place: [String]
  /// What it is about in each text, in bytes; `nil` where the text has nothing of it.
  let ranges: Triple<Range<Int>?>
}

/// A node on the way to the one that is merged.
struct TreePlace {
  /// The text that has the node.
  let version: Version
  /// Where its name stands, if it has one.
  let name: Range<Int>?
  /// Where it is.
  let body: Range<Int>

  init(_ nodes: Triple<Node?>) {
    version = [.ours, .theirs].first { nodes[$0] != nil } ?? .base
    name = nodes[version]?.key?.range
    body = nodes[version]?.body ?? 0..<0
  }

  /// How many bytes of a node that has no name are shown.
  private static let shownBytes = 30

  /// The name of the node, or how it begins.
  func label(in trees: Triple<SyntaxTree>) -> String {
    let text = trees[version].text
    if let name { return String(decoding: text[name], as: UTF8.self) }
    let line = text[body].prefix { $0 != 0x0A }.prefix(Self.shownBytes)
    return String(decoding: line, as: UTF8.self)
  }
}
