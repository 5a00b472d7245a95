/// The changes of one side to the children around an addition of the other side, which does not know of them.
struct ShapeChanges {
  /// How many children must have been changed in the same way.
  private static let witnesses = 2
  /// How many children before and after the addition are examined.
  private static let reach = 2

  /// A child of the base, and the side's version of it.
  struct Change {
    /// The version of the base.
    let old: Node
    /// The version of the side; `nil` where it has none.
    let new: Node?
    /// Whether the two differ.
    let isChanged: Bool
  }

  /// The children of the base before the addition, the nearest first, and those after it.
  let around: (before: [Change], behind: [Change])
  /// The text of the base, and that of the side.
  let texts: (base: [UInt8], side: [UInt8])

  /// Whether all children near an addition that begin in the same way were changed or removed.
  func holdsOldShape(of added: Node, in text: [UInt8]) -> Bool {
    guard let start = Self.start(of: added, in: text) else { return false }
    let near = [around.before, around.behind].flatMap { changes in
      changes.lazy.filter { Self.start(of: $0.old, in: texts.base) == start }.prefix(Self.reach)
    }
    return near.count >= Self.witnesses && near.allSatisfy(\.isChanged)
  }

  /// Whether all rows near an addition are written as it is, and all were rewritten in one other form: `{1, 2}` is not
  /// written as `{1, 10, 2}` is.
  func holdsOldForm(of added: Node, in text: [UInt8]) -> Bool {
    guard let old = Self.form(of: added, in: text) else { return false }
    let near = [around.before, around.behind].flatMap { $0.prefix(Self.reach) }
    guard near.count >= Self.witnesses,
      let new = near.first?.new.flatMap({ Self.form(of: $0, in: texts.side) }), new != old
    else { return false }
    return near.allSatisfy { change in
      Self.form(of: change.old, in: texts.base) == old
        && change.new.flatMap { Self.form(of: $0, in: texts.side) } == new
    }
  }

  /// The form of a row of several values on one line; `nil` for anything else.
  private static func form(of node: Node, in text: [UInt8]) -> UInt64? {
    let body = text[node.body]
    guard body.count <= rowLimit, !body.contains(0x0A),
      body.contains(where: { ",(<".utf8.contains($0) })
    else { return nil }
    return RecordField(name: 0, value: node.body, limit: rowLimit).form(in: text)
  }

  /// The most bytes of a row.
  private static let rowLimit = 200

  /// Whether the value of an entry was replaced beside it, and in other entries in the same way.
  func holdsOldValue(of added: Node, in text: [UInt8]) -> Bool {
    guard let value = Self.value(of: added, in: text),
      let new = [around.before.first, around.behind.first].lazy.compactMap({ $0 })
        .compactMap({ replacement(of: value, in: $0) }).first
    else { return false }
    let replaced = (around.before + around.behind).count { replacement(of: value, in: $0) == new }
    return replaced >= Self.witnesses
  }

  /// The replacement of a value; `nil` where the value stays or is another one.
  private func replacement(
    of value: ArraySlice<UInt8>, in change: Change
  ) -> ArraySlice<UInt8>? {
    guard change.isChanged, Self.value(of: change.old, in: texts.base) == value,
      let node = change.new, let new = Self.value(of: node, in: texts.side), new != value
    else { return nil }
    return new
  }

  /// How many bytes of a child are searched for its start.
  private static let startLimit = 80

  /// The name of the call or of the tag that a child begins with; `nil` when it begins with neither.
  ///
  /// All rows of a table with the same number of cells begin in the same way.
  private static func start(of node: Node, in text: [UInt8]) -> UInt64? {
    // An element without contents is one tag.
    guard !node.isContainer || node.startTag != nil && node.elementContent == nil else {
      return nil
    }
    if let cells = cells(of: text[node.body]) { return UInt64(cells) }
    let body = text[node.body].prefix(startLimit)
    let isTag = body.first == UInt8(ascii: "<")
    let end = body.firstIndex { isTag ? $0.isWhite : $0 == UInt8(ascii: "(") }
    guard let end else { return nil }
    var hash = ContentHash()
    for byte in body[..<end] { hash.add(byte) }
    return hash.value
  }

  /// The number of marks between cells in a row of a table; `nil` for anything else.
  private static func cells(of body: ArraySlice<UInt8>) -> Int? {
    let isPiped = body.first == UInt8(ascii: "|")
    let isLatex = body.reversed().drop(while: \.isWhite).starts(with: [0x5C, 0x5C])
    guard isPiped || isLatex else { return nil }
    return body.count { $0 == UInt8(ascii: isPiped ? "|" : "&") }
  }

  /// The text after the key of an entry that holds one value.
  private static func value(of node: Node, in text: [UInt8]) -> ArraySlice<UInt8>? {
    guard !node.isContainer, let key = node.key, key.range.upperBound < node.body.upperBound,
      key.range.lowerBound >= node.body.lowerBound
    else { return nil }
    return text[key.range.upperBound..<node.body.upperBound]
  }
}
