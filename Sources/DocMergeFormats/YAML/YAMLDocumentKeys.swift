/// Finds what tells the documents of one text apart.
extension YAMLScanner {
  /// Gives documents the keys that no other document has.
  ///
  /// - Parameters:
  ///   - documents: The documents of the text.
  ///   - anchors: The anchor of each that has one on its first line, as those of Unity do.
  func identify(_ documents: inout [Node], anchors: [Node.Key?]) {
    let keys = zip(documents, anchors).map { document, anchor in anchor ?? resourceKey(document) }
    var counts: [Node.Key: Int] = [:]
    for case let key? in keys { counts[key, default: 0] += 1 }
    for (index, key) in keys.enumerated() {
      if let key, counts[key] == 1 { documents[index].key = key }
    }
  }

  private static let kind = Node.Key(meaning: "kind".utf8, at: 0..<0)
  private static let metadata = Node.Key(meaning: "metadata".utf8, at: 0..<0)
  private static let name = Node.Key(meaning: "name".utf8, at: 0..<0)
  private static let namespace = Node.Key(meaning: "namespace".utf8, at: 0..<0)

  /// The key of a resource of Kubernetes: its kind, namespace and name.
  private func resourceKey(_ document: Node) -> Node.Key? {
    func member(_ key: Node.Key, of node: Node) -> Node? { node.children.first { $0.key == key } }
    guard let metadata = member(Self.metadata, of: document),
      let kind = member(Self.kind, of: document).map(value),
      let name = member(Self.name, of: metadata).map(value)
    else { return nil }
    let namespace = member(Self.namespace, of: metadata).map(value) ?? 0..<0
    let meaning = [kind, namespace, name].flatMap { [UInt8(0xFF)] + cursor.text[$0] }
    return Node.Key(meaning: meaning, at: name)
  }

  /// What stands behind the colon of a member.
  private func value(_ member: Node) -> Range<Int> {
    let behind = cursor.text[(member.key?.range.upperBound ?? 0)..<member.body.upperBound]
    let start = (behind.firstIndex(of: 0x3A) ?? behind.endIndex - 1) + 1
    return behind[start...].drop(while: \.isWhite).indices
  }
}
