extension SyntaxTree {
  /// Whether a text of YAML has several documents.
  var isYAMLStream: Bool { root.kind == .blocks || root.kind == .set }

  /// The documents of a text of YAML.
  var yamlDocuments: [Node] { isYAMLStream ? root.children : [root] }
}

/// Finds the keys that tell the documents of one text apart.
extension YAMLScanner {
  /// Gives documents the keys that no other document has.
  ///
  /// - Parameters:
  ///   - documents: The documents of the text.
  ///   - anchors: The anchor of each that has one on its first line, as those of Unity do.
  /// - Returns: Whether all documents are resources of Kubernetes, each a different one.
  func identify(_ documents: inout [Node], anchors: [Node.Key?]) -> Bool {
    let identities = YAMLIdentities(cursor.text)
    let resources = documents.map(identities.resource)
    let keys = zip(resources, anchors).map { resource, anchor in anchor ?? resource }
    var counts: [Node.Key: Int] = [:]
    for case let key? in keys { counts[key, default: 0] += 1 }
    for (index, key) in keys.enumerated() {
      guard let key, counts[key] == 1 else { continue }
      documents[index].key = key
      documents[index].isAddedWhole = true
    }
    return counts.count == documents.count && !resources.contains(nil)
  }
}
