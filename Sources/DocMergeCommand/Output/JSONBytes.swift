import FoundationEssentials

/// Bytes in JSON: a string if they are UTF-8, otherwise an object whose `base64` holds them.
struct JSONBytes: Encodable {
  let bytes: [UInt8]

  private enum Key: String, CodingKey {
    case base64
  }

  init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  func encode(to encoder: any Encoder) throws {
    if let text = String(validating: bytes, as: UTF8.self) {
      var container = encoder.singleValueContainer()
      return try container.encode(text)
    }
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(Data(bytes).base64EncodedString(), forKey: .base64)
  }
}
