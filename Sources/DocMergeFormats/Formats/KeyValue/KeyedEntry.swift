/// A key with its value, as a text has them.
struct KeyedEntry {
  /// The entry, without its indentation and the comment after it.
  var body: Range<Int>
  /// The key, without quotation marks.
  var key: Range<Int>
  /// The value, with its quotation marks.
  var value: Range<Int>
  /// Whether the key contains an escape.
  var hasEscapedKey = false
  /// Whether there is `=` or `:` between both.
  var hasMark = true

  /// The meaning of the key.
  func key(in text: [UInt8], _ dialect: KeyValueFormat.Dialect) -> Node.Key {
    let bytes = text[key]
    if dialect.ignoresCase { return Node.Key(meaning: bytes.map(\.lowercased), at: key) }
    guard hasEscapedKey else { return Node.Key(key, in: text) }
    let escapes = dialect == .strings ? Escapes.strings : .properties
    return Node.Key(meaning: escapes.decoded(bytes), at: key)
  }

  /// Whether the value is a single value or a text.
  func kind(in text: [UInt8], _ dialect: KeyValueFormat.Dialect) -> Node.Kind {
    WordCount.of(text[value]) >= dialect.wordsOfText ? .text : .scalar
  }
}
