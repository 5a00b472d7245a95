/// Finds the keys of elements of one name, such as the packages of a lock file.
extension Node {
  /// Gives keys to children that are elements.
  ///
  /// The key of `[[package]]` is the value of its member `name`, `id`, `key` or the like, the first of them that it has.
  /// Where several elements have that value, it is that of `version` too. Where this does not tell them
  /// apart either, or there is no such member, the element has no key.
  ///
  /// - Parameters:
  ///   - elements: The indices of the children, and the names of the elements.
  ///   - text: The text of the node.
  mutating func identifyElements(_ elements: [(index: Int, name: TOMLName)], in text: [UInt8]) {
    let found = elements.map { element in
      ElementIdentity(of: children[element.index], named: element.name, in: text)
    }
    var counts: [Key: Int] = [:]
    for identity in found {
      if let identity { counts[identity.key, default: 0] += 1 }
    }
    var versioned: [Key: Int] = [:]
    for identity in found {
      if let identity, counts[identity.key] != 1, let key = identity.keyWithVersion {
        versioned[key, default: 0] += 1
      }
    }
    for element in elements where children[element.index].isLockedPackage(in: text) {
      children[element.index].tieRequirements(in: text)
    }
    for (element, identity) in zip(elements, found) {
      guard let identity else { continue }
      if counts[identity.key] == 1 {
        children[element.index].key = identity.key
      } else if let key = identity.keyWithVersion, versioned[key] == 1, counts[key] == nil {
        children[element.index].key = key
      }
    }
  }
}

extension Node {
  /// Whether the table is a package of a lock file.
  fileprivate func isLockedPackage(in text: [UInt8]) -> Bool {
    text[body].starts(with: "[[package]]".utf8)
  }

  /// Records that the requirements of a package, in a member or a table, depend on its version.
  fileprivate mutating func tieRequirements(in text: [UInt8]) {
    guard let keys = children.indices.first else { return }
    for index in children[keys].children.indices
    where children[keys].children[index].key == Self.requirements && !isLocal(in: text) {
      children[keys].children[index].dependence = .condition(
        Self.words(children[keys].children[index].body, in: text))
    }
    let version = children[keys].children.first { $0.key == ElementIdentity.version }
    guard let version else { return }
    children[keys].dependence = .condition(Self.words(version.body, in: text))
    for index in children.indices.dropFirst() {
      children[index].dependence = .condition(Self.words(children[index].body, in: text))
    }
  }

  /// Whether the package is that of the project itself, whose requirements a person writes.
  private func isLocal(in text: [UInt8]) -> Bool {
    let names = ["source = ", "checksum = ", "files = ", "hashes = ", "description = "]
    if text[body].firstRange(of: Array("source = { virtual".utf8)) != nil { return true }
    if text[body].firstRange(of: Array("source = { editable".utf8)) != nil { return true }
    return !names.contains { text[body].firstRange(of: Array($0.utf8)) != nil }
  }

  /// A hash of a part without white space.
  private static func words(_ range: Range<Int>, in text: [UInt8]) -> UInt64 {
    var hash = ContentHash()
    for byte in text[range] where !byte.isWhite { hash.add(byte) }
    return hash.value
  }

  private static let requirements = Key(meaning: "dependencies".utf8, at: 0..<0)
}

/// The identity of an element.
private struct ElementIdentity {
  /// The key, if no other element has it.
  let key: Node.Key
  /// The key for several elements with the same value.
  let keyWithVersion: Node.Key?

  private static let members = [
    "name", "id", "key", "uuid", "module", "package", "code", "sku", "slug", "repo",
  ].map { name in
    Node.Key(meaning: name.utf8, at: 0..<0)
  }
  static let version = Node.Key(meaning: "version".utf8, at: 0..<0)

  init?(of element: Node, named name: TOMLName, in text: [UInt8]) {
    guard let keys = element.children.first else { return nil }
    var values: [Node.Key: Range<Int>] = [:]
    for pair in keys.children where !pair.isContainer {
      guard let key = pair.key, key == Self.version || Self.members.contains(key) else { continue }
      values[key] = Self.value(of: pair, key, in: text)
    }
    guard let found = Self.members.lazy.compactMap({ values[$0] }).first else { return nil }
    let identity = Array(text[found])
    key = name.elementKey(identity: identity, at: found)
    keyWithVersion = values[Self.version].map { version in
      name.elementKey(identity: identity + [0xFF] + text[version], at: found)
    }
  }

  /// Where the value of a member is, without quotation marks.
  private static func value(of pair: Node, _ key: Node.Key, in text: [UInt8]) -> Range<Int> {
    let between = text[key.range.upperBound..<pair.body.upperBound]
    guard let sign = between.firstIndex(of: 0x3D) else { return key.range }
    var value = text[sign + 1..<pair.body.upperBound].drop(while: \.isBlankOrTab)
    if let quote = value.first, quote == 0x22 || quote == 0x27, value.count > 1 {
      value = value.dropFirst().dropLast()
    }
    return value.indices
  }
}
