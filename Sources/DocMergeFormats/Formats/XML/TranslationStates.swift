/// Dependences between the parts of translations in XML: a state describes one text, and a translation belongs to
/// one source.
///
///     <trans-unit id="open" approved="yes">        approved
///       <source>Open</source>                      of this source
///       <target state="final">Öffnen</target>      this translation, and no other one
///     </trans-unit>
///
/// In a `.stringsdict` the forms of a plural depend on the type of the number, and the text with the plural
/// depends on the set of plurals.
struct TranslationStates {
  private let text: [UInt8]

  private init(_ text: [UInt8]) { self.text = text }

  /// Marks the parts of a document that depend on each other, if it is of such a kind.
  ///
  /// - Complexity: O(*n*), *n* being the number of nodes of such a document.
  static func mark(_ root: UnsafeMutablePointer<Node>, named name: UInt64, _ text: [UInt8]) {
    guard name == XMLKeys.hash(of: "xliff".utf8) else { return }
    TranslationStates(text).markUnits(in: root)
  }

  // MARK: - XLIFF

  private static let unitNames = ["trans-unit", "segment"]
  private static let stateNames = ["approved", "state", "state-qualifier", "subState"]

  private func markUnits(in element: UnsafeMutablePointer<Node>) {
    guard UnsafePointer(element).holdsElements else { return }
    let isUnit = Self.unitNames.contains { hasName($0, element.pointee) }
    element.pointee.children[1].children.changeInPlace { child in
      if isUnit { markText(child) } else { markUnits(in: child) }
    }
    if isUnit { markState(of: element, about: target(of: element.pointee)) }
  }

  /// Marks the source or the translation in a unit.
  private func markText(_ element: UnsafeMutablePointer<Node>) {
    guard hasName("source", element.pointee) || hasName("target", element.pointee) else { return }
    element.pointee.dependence = .condition(hash(element.pointee.body))
    if hasName("target", element.pointee), let content = element.pointee.children.last {
      markState(of: element, about: content.body)
    }
  }

  /// Marks the start tag of an element with its state, and the content with the words that the state describes.
  private func markState(of element: UnsafeMutablePointer<Node>, about words: Range<Int>?) {
    guard element.pointee.children.count == 2, element.pointee.children[0].isStartTag else {
      return
    }
    let states = element.pointee.children[0].children.filter { attribute in
      Self.stateNames.contains { text[attribute.body].starts(with: $0.utf8) }
    }
    var hash = ContentHash()
    for state in states { for byte in text[state.body] { hash.add(byte) } }
    element.pointee.children[0].dependence = .condition(hash.value)
    element.pointee.children[1].dependence = .condition(words.map(self.hash) ?? 0)
  }

  /// The text of the translation in a unit.
  private func target(of unit: Node) -> Range<Int>? {
    unit.children[1].children.first { hasName("target", $0) }.map {
      $0.elementContent?.body ?? $0.body
    }
  }

  /// Whether an element has a name.
  private func hasName(_ name: String, _ element: Node) -> Bool {
    let words = text[element.body].dropFirst()
    guard words.starts(with: name.utf8) else { return false }
    return !(words.dropFirst(name.utf8.count).first?.isPartOfName ?? true)
  }

  private func hash(_ range: Range<Int>) -> UInt64 {
    var hash = ContentHash()
    for byte in text[range] { hash.add(byte) }
    return hash.value
  }

  // MARK: - Plurals

  private static let formatKey = Node.Key(meaning: "NSStringLocalizedFormatKey".utf8, at: 0..<0)
  private static let typeKeys = ["NSStringFormatSpecTypeKey", "NSStringFormatValueTypeKey"].map {
    Node.Key(meaning: $0.utf8, at: 0..<0)
  }

  /// Marks the plurals of a property list, where there are some.
  static func markPlurals(in root: UnsafeMutablePointer<Node>, _ text: [UInt8]) {
    TranslationStates(text).markPlurals(in: root)
  }

  private func markPlurals(in node: UnsafeMutablePointer<Node>) {
    guard node.pointee.kind == .members else { return }
    let children = node.pointee.children
    let hasFormat = children.contains { $0.key == Self.formatKey }
    let hasType = children.contains { child in Self.typeKeys.contains { $0 == child.key } }
    node.pointee.children.changeInPlace { child in
      guard let key = child.pointee.key else { return }
      if key == Self.formatKey || Self.typeKeys.contains(key) {
        child.pointee.dependence = .condition(hash(child.pointee.body))
      } else if hasFormat {
        child.pointee.dependence = .value(key.hash)
      } else if hasType {
        child.pointee.dependence = .value(hash(child.pointee.body))
      }
      markPlurals(in: child)
    }
  }
}
