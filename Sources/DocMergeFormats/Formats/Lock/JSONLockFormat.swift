/// Lock files in JSON: entries of lists are found by their names, and each is one value.
///
///     "pins": [{"identity": "swift-log", "state": {…}}]         Package.resolved
///     "packages": [{"name": "monolog/monolog", "version": …}]   composer.lock
package struct JSONLockFormat: DocumentFormat {
  /// Makes the format.
  package init() {}

  /// The name `json-lock`.
  package var name: String { "json-lock" }

  package var traits: FormatTraits { .json }

  /// The members that hold entries, and the members that may name one.
  private static let lists = Set(
    ["pins", "packages", "packages-dev"].map { Node.Key(meaning: $0.utf8, at: 0..<0) })
  private static let names = ["identity", "package", "name"].map {
    Node.Key(meaning: $0.utf8, at: 0..<0)
  }

  /// Finds the members and entries of a text.
  ///
  /// - Throws: ``FormatRefusal`` for a text that a JSON parser refuses.
  /// - Complexity: O(*n*), *n* being the number of bytes.
  package func tree(of text: [UInt8]) throws(FormatRefusal) -> SyntaxTree {
    var scanner = JSONScanner(text, isTolerant: false)
    var root = try scanner.document()
    Self.identifyEntries(in: &root, text)
    Self.tieParts(in: &root, text)
    return SyntaxTree(text: text, root: root)
  }

  /// Gives entries their keys, in the object itself and one level below, as in version 1 of Package.resolved.
  private static func identifyEntries(in node: inout Node, _ text: [UInt8], depth: Int = 0) {
    for index in node.children.indices {
      let child = node.children[index]
      if child.kind == .items, child.key.map(lists.contains) ?? false {
        identify(&node.children[index], text)
      } else if child.kind == .members, depth == 0 {
        identifyEntries(in: &node.children[index], text, depth: 1)
      }
    }
  }

  /// Marks the parts of an entry as dependent on each other: a version, its source, and its requirements.
  private static func tieParts(in node: inout Node, _ text: [UInt8]) {
    let isEntry =
      node.kind == .members && node.member(version) != nil
      && node.children.contains { $0.key.map(origins.contains) ?? false }
    for index in node.children.indices {
      if isEntry {
        var hash = ContentHash()
        for byte in text[node.children[index].body] where !byte.isWhite { hash.add(byte) }
        node.children[index].dependence = .condition(hash.value)
      }
      if !node.children[index].children.isEmpty { tieParts(in: &node.children[index], text) }
    }
  }

  private static let version = Node.Key(meaning: "version".utf8, at: 0..<0)
  private static let origins = Set(
    ["resolved", "integrity", "source", "dist", "revision"].map {
      Node.Key(meaning: $0.utf8, at: 0..<0)
    })

  /// Turns a list into members where each element has a name.
  private static func identify(_ list: inout Node, _ text: [UInt8]) {
    var keys: [Node.Key] = []
    for entry in list.children {
      guard entry.kind == .members,
        let name = names.lazy.compactMap({ name in entry.children.first { $0.key == name } }).first,
        let value = name.memberValue(in: text), !name.isContainer
      else { return }
      keys.append(Node.Key(meaning: text[value].map(\.lowercased), at: value))
    }
    list.kind = .members
    for index in list.children.indices { list.children[index].key = keys[index] }
  }
}

extension Node {
  /// The value of a member of an object, without quotation marks; `nil` where there is no key before it.
  func memberValue(in text: [UInt8]) -> Range<Int>? {
    guard let key, let colon = text[key.range.upperBound..<body.upperBound].firstIndex(of: 0x3A)
    else { return nil }
    let value = text[colon + 1..<body.upperBound].drop(while: \.isWhite)
    guard value.first == 0x22, value.count > 1 else { return value.indices }
    return value.dropFirst().dropLast().indices
  }
}
