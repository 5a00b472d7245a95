/// The values of the members and items of a YAML document.
struct YAMLValues {
  let text: [UInt8]

  /// The member of a node under a name.
  func member(_ name: String, of node: Node) -> Node? {
    let key = Node.Key(meaning: name.utf8, at: 0..<0)
    return node.kind == .members ? node.children.first { $0.key == key } : nil
  }

  /// The value at a path of names, without quotation marks; `nil` where there is none.
  func value(at path: String, of node: Node) -> Range<Int>? {
    var found = node
    for name in path.split(separator: ".") {
      guard let member = member(String(name), of: found) else { return nil }
      found = member
    }
    guard !found.isContainer else { return nil }
    let value = value(ofMember: found)
    return value.isEmpty ? nil : value
  }

  /// The value after the colon of a member, without quotation marks.
  func value(ofMember member: Node) -> Range<Int> {
    let behind = text[(member.key?.range.upperBound ?? 0)..<member.body.upperBound]
    let start = (behind.firstIndex(of: 0x3A) ?? behind.endIndex - 1) + 1
    return unquoted(start..<member.body.upperBound)
  }

  /// The text of an item, without its dash and quotation marks.
  func value(ofItem item: Node) -> Range<Int>? {
    guard !item.isContainer, let first = text[item.body].first else { return nil }
    let isDashed = first == 0x2D && item.body.count > 1 && text[item.body.lowerBound + 1].isWhite
    let value = unquoted(
      (isDashed ? item.body.lowerBound + 1 : item.body.lowerBound)..<item.body.upperBound)
    return value.isEmpty ? nil : value
  }

  private func unquoted(_ range: Range<Int>) -> Range<Int> {
    let start = text[range].firstIndex { !$0.isWhite } ?? range.upperBound
    let end = (text[start..<range.upperBound].lastIndex { !$0.isWhite } ?? start - 1) + 1
    guard end - start > 1, text[start] == text[end - 1], text[start] == 0x22 || text[start] == 0x27
    else { return start..<end }
    return start + 1..<end - 1
  }
}

/// The keys of items in lists that a vocabulary knows.
struct YAMLIdentities {
  private let values: YAMLValues
  private var text: [UInt8] { values.text }

  init(_ text: [UInt8]) { values = YAMLValues(text: text) }

  /// The key of a resource of Kubernetes: its group, kind, namespace and name.
  func resource(_ document: Node) -> Node.Key? {
    guard let kind = values.value(at: "kind", of: document),
      let name = values.value(at: "metadata.name", of: document)
    else { return nil }
    let version = values.value(at: "apiVersion", of: document).map { text[$0] } ?? []
    let group = version.lastIndex(of: 0x2F).map { version[..<$0] } ?? []
    let namespace = values.value(at: "metadata.namespace", of: document).map { text[$0] } ?? []
    return key([group, text[kind], namespace, text[name]], at: name)
  }

  /// The key of an item; `nil` where the item does not have one.
  func key(of item: Node, by identity: YAMLVocabulary.Identity) -> Node.Key? {
    switch identity {
    case .members(let paths): memberKey(item, paths)
    case .value: values.value(ofItem: item).map { key([text[$0]], at: $0) }
    case .assignment:
      values.value(ofItem: item).map { value in
        let name = text[value].prefix { $0 != 0x3D }
        return key([name], at: name.startIndex..<name.endIndex)
      }
    case .mount: mountKey(item)
    case .publishedPort: portKey(item)
    case .step: stepKey(item)
    case .resource: resource(item)
    }
  }

  /// A key of parts; keys of one kind of list have the same number of parts.
  private func key(_ parts: [ArraySlice<UInt8>], at place: Range<Int>) -> Node.Key {
    Node.Key(meaning: parts.flatMap { [UInt8(0xFF)] + $0 }, at: place)
  }

  private func memberKey(_ item: Node, _ paths: [String]) -> Node.Key? {
    guard let first = paths.first, let place = values.value(at: first, of: item) else { return nil }
    return key(
      paths.map { path in values.value(at: path, of: item).map { text[$0] } ?? [] }, at: place)
  }

  private func stepKey(_ item: Node) -> Node.Key? {
    for name in ["id", "name", "uses"] {
      guard let value = values.value(at: name, of: item) else { continue }
      let meaning = name == "uses" ? text[value].prefix { $0 != 0x40 } : text[value]
      // Without a place the steps are named by their numbers, and their names show no order.
      let place = item.body.lowerBound..<item.body.lowerBound
      return key([Array(name.utf8)[...], meaning], at: place)
    }
    return nil
  }

  private func mountKey(_ item: Node) -> Node.Key? {
    if let target = values.value(at: "target", of: item) { return key([text[target]], at: target) }
    guard let value = values.value(ofItem: item) else { return nil }
    let parts = text[value].split(separator: 0x3A, omittingEmptySubsequences: false)
    // The drive of a Windows path is a part of its own.
    guard parts.count < 4, let target = parts.count == 1 ? parts.first : parts[1...].first else {
      return nil
    }
    return key([target], at: target.startIndex..<target.endIndex)
  }

  private func portKey(_ item: Node) -> Node.Key? {
    for name in ["containerPort", "port", "published", "target"] {
      guard let port = values.value(at: name, of: item) else { continue }
      let address = ["hostIP", "host_ip"].lazy.compactMap { values.value(at: $0, of: item) }.first
      let transport = values.value(at: "protocol", of: item).map { Array(text[$0]) } ?? []
      return key(
        [address.map { text[$0] } ?? [], text[port], Self.transport(transport[...])], at: port)
    }
    guard let value = values.value(ofItem: item) else { return nil }
    let halves = text[value].split(separator: 0x2F, maxSplits: 1)
    guard let ports = halves.first else { return nil }
    let parts = ports.split(separator: 0x3A, omittingEmptySubsequences: false)
    guard let port = parts.dropLast().last ?? parts.last else { return nil }
    let address = parts.count > 2 ? ports[..<(port.startIndex - 1)] : []
    return key(
      [address, port, Self.transport(halves.dropFirst().first ?? [])],
      at: port.startIndex..<port.endIndex)
  }

  /// The protocol of a port in lower case; TCP by default.
  private static func transport(_ name: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    (name.isEmpty ? Array("tcp".utf8) : name.map(\.lowercased))[...]
  }
}
