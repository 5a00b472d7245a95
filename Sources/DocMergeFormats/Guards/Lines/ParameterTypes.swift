import DocMergeCore

/// The types of the parameters of a declaration, which tell overloads of one name apart.
enum ParameterTypes {
  /// How far a declaration is read, in bytes.
  private static let reach = 400

  /// The types of the parameters in the first parentheses, as they are written; `nil` where there are none.
  static func of(_ declaration: ArraySlice<UInt8>) -> [[UInt8]]? {
    let head = declaration.prefix(reach)
    guard !head.starts(with: "case ".utf8), let open = head.firstIndex(of: UInt8(ascii: "(")) else {
      return nil
    }
    var depth = 0
    var parameters: [[UInt8]] = [[]]
    var last: UInt8 = 0
    for byte in head[open...] {
      // `->` and `=>` close nothing.
      let isArrow = byte == UInt8(ascii: ">") && (last == UInt8(ascii: "-") || last == 0x3D)
      last = byte
      if "([{<".utf8.contains(byte) { depth += 1 }
      if ")]}>".utf8.contains(byte), !isArrow { depth -= 1 }
      if depth == 0 { break }
      if depth == 1, byte == UInt8(ascii: ",") {
        parameters.append([])
      } else if depth > 1 || byte != UInt8(ascii: "(") {
        parameters[parameters.count - 1].append(byte)
      }
    }
    return parameters.map { parameter in
      if let colon = parameter.firstIndex(of: UInt8(ascii: ":")) {
        // In Swift the label, which is the first of two words, is a part of the name.
        let label = parameter[..<colon].split(whereSeparator: \.isWhite)
        return (label.count > 1 ? Array(label[0]) : []) + parameter[(colon + 1)...].trimmed
      }
      let words = parameter[...].trimmed.split(whereSeparator: \.isWhite)
      return Array(words.dropLast().joined(separator: [0x20]))
    }
  }
}
