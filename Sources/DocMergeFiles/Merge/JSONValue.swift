import DocMergeSystem

/// A JSON value; members keep their order.
package indirect enum JSONValue {
  case string(String)
  case number(Int)
  case bool(Bool)
  case array([JSONValue])
  case object([(String, JSONValue?)])

  /// Bytes: a string if they are UTF-8, otherwise an object whose `base64` holds them.
  package static func bytes(_ bytes: some Sequence<UInt8>) -> JSONValue {
    let bytes = Array(bytes)
    if let text = String(validating: bytes, as: UTF8.self) { return .string(text) }
    return .object([("base64", .string(base64(bytes)))])
  }

  /// The text, indented, with a newline at its end.
  package var text: String {
    var output = ""
    write(to: &output, indent: "")
    return output + "\n"
  }

  private func write(to output: inout String, indent: String) {
    switch self {
    case .string(let text): JSONValue.quote(text, to: &output)
    case .number(let number): output += String(number)
    case .bool(let flag): output += flag ? "true" : "false"
    case .array(let values):
      JSONValue.list(values, "[", "]", to: &output, indent) { value, output, indent in
        value.write(to: &output, indent: indent)
      }
    case .object(let members):
      let present = members.compactMap { name, value in value.map { (name, $0) } }
      JSONValue.list(present, "{", "}", to: &output, indent) { member, output, indent in
        JSONValue.quote(member.0, to: &output)
        output += ": "
        member.1.write(to: &output, indent: indent)
      }
    }
  }

  private static func list<Element>(
    _ elements: [Element], _ opening: String, _ closing: String, to output: inout String,
    _ indent: String, _ body: (Element, inout String, String) -> Void
  ) {
    output += opening
    for (index, element) in elements.enumerated() {
      output += (index == 0 ? "\n" : ",\n") + indent + "  "
      body(element, &output, indent + "  ")
    }
    output += (elements.isEmpty ? "" : "\n" + indent) + closing
  }

  /// Characters that control a terminal are escaped too, so that the text can be shown anywhere.
  private static func quote(_ text: String, to output: inout String) {
    output += "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": output += "\\\""
      case "\\": output += "\\\\"
      case "\n": output += "\\n"
      case "\t": output += "\\t"
      default:
        guard PrintableText.isHidden(scalar) else {
          output.unicodeScalars.append(scalar)
          continue
        }
        for unit in String(scalar).utf16 {
          output += "\\u" + ReportText.hex(UInt32(unit), digits: 4)
        }
      }
    }
    output += "\""
  }

  private static func base64(_ bytes: [UInt8]) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for place in 0..<4 {
        let digit = digits[bits >> (18 - 6 * place) & 63]
        text.append(place <= group.count ? digit : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
