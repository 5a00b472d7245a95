/// A key with its value, as they stand in a text.
struct KeyedEntry {
  /// What belongs to the entry, without indentation and the comment behind it.
  var body: Range<Int>
  /// The key, without quotation marks.
  var key: Range<Int>
  /// The value, with its quotation marks.
  var value: Range<Int>
  /// Whether an escape stands in the key.
  var hasEscapedKey = false
  /// Whether `=` or `:` stands between both.
  var hasMark = true

  /// What the key means.
  func key(in text: [UInt8], _ dialect: KeyValueFormat.Dialect) -> Node.Key {
    let bytes = text[key]
    if dialect.ignoresCase { return Node.Key(meaning: bytes.map(\.lowercased), at: key) }
    guard hasEscapedKey else { return Node.Key(key, in: text) }
    let escapes = dialect == .strings ? Escapes.strings : .properties
    return Node.Key(meaning: escapes.decoded(bytes), at: key)
  }

  /// Whether the value is one thing or a text.
  func kind(in text: [UInt8], _ dialect: KeyValueFormat.Dialect) -> Node.Kind {
    WordCount.of(text[value]) >= dialect.wordsOfText ? .text : .scalar
  }
}
