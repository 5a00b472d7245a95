extension Collection<UInt8> {
  /// The start of a name or a line, as reasons of faults quote it: at most 60 bytes.
  var excerpt: String { String(decoding: prefix(60), as: UTF8.self) }
}
