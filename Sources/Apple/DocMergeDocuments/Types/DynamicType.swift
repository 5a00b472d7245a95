/// A type made for an extension that no declared type has, in the way of Apple's systems.
///
/// The identifier is `dyn.a` and, in five-bit letters, `?0=SUPERTYPE:1=EXTENSION`; the supertype is the
/// number 6 for `public.data`.
struct DynamicType {
  let filenameExtension: String
  let supertype: String

  private static let alphabet = Array("abcdefghkmnpqrstuvwxyz0123456789".utf8)
  private static let dataNumber = "6"

  init(filenameExtension: String, supertype: String) {
    self.filenameExtension = filenameExtension
    self.supertype = supertype
  }

  /// Parses an identifier; `nil` if it is not dynamic, or is damaged.
  init?(_ identifier: String) {
    guard identifier.hasPrefix("dyn.a"), let text = DynamicType.decode(identifier.dropFirst(5)),
      text.hasPrefix("?")
    else { return nil }
    var values: [Substring: Substring] = [:]
    for field in text.dropFirst().split(separator: ":") {
      let parts = field.split(separator: "=", maxSplits: 1)
      if parts.count == 2 { values[parts[0]] = parts[1] }
    }
    guard let name = values["1"] else { return nil }
    let parent = values["0"].map { String($0) } ?? ""
    self.init(
      filenameExtension: String(name),
      supertype: parent == DynamicType.dataNumber ? "public.data" : parent)
  }

  var identifier: String {
    let parent = supertype == "public.data" ? DynamicType.dataNumber : supertype
    return "dyn.a" + DynamicType.encode("?0=\(parent):1=\(filenameExtension)")
  }

  private static func encode(_ text: String) -> String {
    var (bits, count) = (0, 0)
    var letters: [UInt8] = []
    for byte in text.utf8 {
      bits = (bits << 8 | Int(byte)) & 0xFFFF
      count += 8
      while count >= 5 {
        count -= 5
        letters.append(alphabet[bits >> count & 31])
      }
    }
    if count > 0 { letters.append(alphabet[bits << (5 - count) & 31]) }
    return String(decoding: letters, as: UTF8.self)
  }

  private static func decode(_ letters: Substring) -> String? {
    var (bits, count) = (0, 0)
    var bytes: [UInt8] = []
    for letter in letters.utf8 {
      guard let value = alphabet.firstIndex(of: letter) else { return nil }
      bits = (bits << 5 | value) & 0xFFFF
      count += 5
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> count))
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
