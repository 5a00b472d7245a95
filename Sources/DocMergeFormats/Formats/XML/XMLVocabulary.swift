/// The known properties of the elements of a kind of document.
struct XMLVocabulary: Sendable {
  /// The properties, as they are written down.
  struct Words: Sendable {
    /// The name of the root element.
    let root: String
    /// A text in its start tag, or the name of an element in it; empty if the name is enough.
    var sign = ""
    /// The keys of elements, see ``XMLKeyRule``, each with the names that it is for, separated by
    /// blanks: `style/item` are the elements `item` in `style`, `style/*` all elements in it.
    var rules: KeyValuePairs<String, String> = [:]
    /// The names of elements whose contents have no order, separated by blanks.
    var unordered = ""
    /// The names of elements whose attributes are one value, such as a rectangle, separated by blanks.
    var values = ""
  }

  /// The keys of elements, by their name, or by the name of the element around them and theirs.
  private var rules: [UInt64: XMLKeyRule] = [:]
  private let unordered: Set<UInt64>
  private let values: Set<UInt64>

  private init(_ words: Words) {
    for (names, rule) in words.rules {
      let rule = XMLKeyRule(rule)
      for name in names.split(separator: " ") { rules[Self.place(name)] = rule }
    }
    unordered = Self.names(words.unordered)
    values = Self.names(words.values)
  }

  private static func names(_ words: String) -> Set<UInt64> {
    Set(words.split(separator: " ").map { XMLKeys.hash(of: $0.utf8) })
  }

  private static func place(_ name: Substring) -> UInt64 {
    let names = name.split(separator: "/").map { XMLKeys.hash(of: $0.utf8) }
    return names.count > 1 ? XMLKeys.pair(names[0], names[1]) : names[0]
  }

  private static let anyName = XMLKeys.hash(of: "*".utf8)

  /// The key rule of elements of a name in elements of a name.
  func rule(for name: UInt64, in parent: UInt64) -> XMLKeyRule? {
    rules[XMLKeys.pair(parent, name)] ?? rules[XMLKeys.pair(parent, Self.anyName)] ?? rules[name]
  }

  /// Whether the order of the contents of elements of a name does not matter.
  func isUnordered(_ name: UInt64) -> Bool { unordered.contains(name) }

  /// Whether elements of a name are one value.
  func isValue(_ name: UInt64) -> Bool { values.contains(name) }

  /// The vocabulary of a document; `nil` when none is known.
  static func of(_ tree: SyntaxTree) -> XMLVocabulary? {
    guard let name = tree.root.key else { return nil }
    let root = String(decoding: tree.text[name.range].prefix(80), as: UTF8.self)
    return known.first { $0.root == root && $0.isSigned(tree) }.map(XMLVocabulary.init)
  }
}

extension XMLVocabulary.Words {
  /// Whether the root element of a document shows that it is one of these.
  fileprivate func isSigned(_ tree: SyntaxTree) -> Bool {
    if sign.isEmpty { return true }
    let child = XMLKeys.hash(of: sign.utf8)
    if tree.root.elementContent?.children.contains(where: { $0.key?.hash == child }) == true {
      return true
    }
    guard let tag = tree.root.startTag else { return false }
    return String(decoding: tree.text[tag.body], as: UTF8.self).contains(sign)
  }
}
