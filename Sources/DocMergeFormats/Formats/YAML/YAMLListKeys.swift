/// Gives the items of lists the keys by which programs find them.
struct YAMLListKeys {
  private let values: YAMLValues
  private let identities: YAMLIdentities
  private let isKustomization: Bool

  init(_ text: [UInt8], isKustomization: Bool) {
    (values, identities) = (YAMLValues(text: text), YAMLIdentities(text))
    self.isKustomization = isKustomization
  }

  /// The purpose of the lists of a document; `nil` where it is not known.
  func vocabulary(of document: Node) -> YAMLVocabulary? {
    func member(_ name: String) -> Node? { values.member(name, of: document) }
    if isKustomization { return .kustomize }
    if let kind = values.value(at: "kind", of: document), member("apiVersion") != nil {
      return values.text[kind].elementsEqual("Kustomization".utf8) ? .kustomize : .kubernetes
    }
    if member("openapi") != nil || member("swagger") != nil { return .openAPI }
    if member("services")?.kind == .members { return .compose }
    if member("jobs")?.kind == .members, member("on") != nil || member("\"on\"") != nil {
      return .actions
    }
    return member("runs")?.kind == .members && member("name") != nil ? .actions : nil
  }

  /// Marks the lists of a document.
  func mark(_ document: inout Node) {
    guard let vocabulary = vocabulary(of: document) else { return }
    mark(&document, vocabulary)
  }

  private func mark(_ node: inout Node, _ vocabulary: YAMLVocabulary) {
    if node.kind == .items, let list = list(node, vocabulary) { give(&node, list) }
    for index in node.children.indices where !node.children[index].children.isEmpty {
      mark(&node.children[index], vocabulary)
    }
    for index in node.children.indices where node.children[index].isContainer {
      let isEmpty = node.children[index].children.isEmpty
      if isEmpty, let list = list(node.children[index], vocabulary) {
        give(&node.children[index], list)
      }
    }
  }

  /// The known properties of a list.
  func list(_ node: Node, _ vocabulary: YAMLVocabulary) -> YAMLVocabulary.List? {
    guard let key = node.key, node.kind == .items || node.kind == .set else { return nil }
    return vocabulary.list(under: String(decoding: values.text[key.range], as: UTF8.self))
  }

  /// Gives a list its kind and its items their keys, if all of them have one.
  private func give(_ node: inout Node, _ list: YAMLVocabulary.List) {
    let keys = node.children.compactMap { identities.key(of: $0, by: list.identity) }
    guard keys.count == node.children.count else { return }
    node.kind = list.kind
    for (index, key) in keys.enumerated() {
      node.children[index].key = key
      node.children[index].isAddedWhole = true
    }
  }
}
