/// The key of an element, such as its attribute `name`, or the text of the elements `groupId` and
/// `artifactId` in it.
///
///     @name                  the value of an attribute
///     groupId artifactId     the text of elements in it, all of them
///     type?                  the same, or nothing
///     assemblyIdentity@name  the attribute of an element in it
///     .                      its own text
///     @Include|@Update       the first of several that the element has
struct XMLKeyRule: Sendable {
  /// The place of a part of the key.
  private struct Part: Sendable {
    /// The name of the element in it; `nil` for the element itself.
    var child: UInt64?
    /// The name of the attribute; `nil` for text.
    var attribute: UInt64?
    var isOptional = false
  }

  /// Ways to find an element, the most reliable first.
  private let ways: [[Part]]

  /// Reads a rule as it is written above.
  init(_ words: String) {
    ways = words.split(separator: "|").map { way in
      way.split(separator: " ").map { word in
        let isOptional = word.hasSuffix("?")
        let names = (isOptional ? word.dropLast() : word)
          .split(separator: "@", omittingEmptySubsequences: false).map { $0.utf8 }
        let isOwn = names[0].isEmpty || names[0].elementsEqual(".".utf8)
        return Part(
          child: isOwn ? nil : XMLKeys.hash(of: names[0]),
          attribute: names.count > 1 ? XMLKeys.hash(of: names[1]) : nil, isOptional: isOptional)
      }
    }
  }

  /// The key of an element whose own key and those in it are still their names; `nil` where it has none.
  func key(of element: UnsafePointer<Node>, in text: [UInt8]) -> Node.Key? {
    for way in ways {
      if let key = key(of: element, by: way, in: text) { return key }
    }
    return nil
  }

  private func key(
    of element: UnsafePointer<Node>, by way: [Part], in text: [UInt8]
  ) -> Node.Key? {
    var hash = ContentHash()
    hash.add(hash: element.pointee.key?.hash ?? 0)
    var place: Range<Int>?
    for part in way {
      guard let value = value(of: part, in: element, text) else {
        guard part.isOptional else { return nil }
        hash.add(hash: 0)
        continue
      }
      hash.add(hash: XMLText.hash(of: value, in: text))
      place = place ?? value
    }
    guard let place = place ?? element.pointee.key?.range else { return nil }
    return Node.Key(hash: hash.value, at: place)
  }

  private func value(
    of part: Part, in element: UnsafePointer<Node>, _ text: [UInt8]
  ) -> Range<Int>? {
    var value: Range<Int>?
    if let child = part.child {
      var isFound = false
      element.forEachElement { node in
        guard !isFound, node.pointee.key?.hash == child else { return }
        isFound = true
        value = self.value(of: part, at: node, text)
      }
    } else {
      value = self.value(of: part, at: element, text)
    }
    return value?.isEmpty == true ? nil : value
  }

  /// The attribute or the text of an element itself.
  private func value(
    of part: Part, at element: UnsafePointer<Node>, _ text: [UInt8]
  ) -> Range<Int>? {
    guard let name = part.attribute else { return element.pointee.elementText(in: text) }
    var value: Range<Int>?
    var isFound = false
    element.forEachAttribute { attribute in
      guard !isFound, attribute.pointee.key?.hash == name else { return }
      isFound = true
      value = attribute.pointee.attributeValue(in: text)
    }
    return value
  }
}

extension Node {
  /// The value of an attribute, without quotation marks.
  func attributeValue(in text: [UInt8]) -> Range<Int>? {
    guard let key, key.range.upperBound < body.upperBound,
      let start = text[key.range.upperBound..<body.upperBound].firstIndex(where: {
        $0 == 0x22 || $0 == 0x27
      }), start + 1 < body.upperBound
    else { return nil }
    return start + 1..<body.upperBound - 1
  }

  /// The text of an element without child elements, without white space around it.
  func elementText(in text: [UInt8]) -> Range<Int>? {
    var range: Range<Int>
    if children.count == 2, children[1].isElementContent {
      guard !children[1].isContainer else { return nil }
      range = children[1].body
    } else {
      guard !isContainer,
        let start = text[body].firstIndex(of: UInt8(ascii: ">")),
        let end = text[body].lastIndex(of: UInt8(ascii: "<")), start < end
      else { return nil }
      range = start + 1..<end
    }
    let isWhite = { (index: Int) in text[index].isWhite }
    guard let first = range.first(where: { !isWhite($0) }),
      let last = range.last(where: { !isWhite($0) })
    else { return nil }
    return first..<last + 1
  }
}

extension XMLText {
  /// The hash of the meaning of text or a value.
  static func hash(of range: Range<Int>, in text: [UInt8]) -> UInt64 {
    var hash = ContentHash()
    if text[range].contains(where: { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "<") }) {
      for byte in meaning(of: range, in: text) { hash.add(byte) }
    } else {
      for index in range { hash.add(text[index]) }
    }
    return hash.value
  }
}
