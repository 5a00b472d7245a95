extension XMLElement {
  /// The element as XML, without a declaration.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
  package var xml: String {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Writes the element as XML in UTF-8.
  package func write(to output: inout [UInt8]) {
    writeStart(to: &output)
    for child in children {
      switch child {
      case .element(let element): element.write(to: &output)
      case .text(let text): Self.write(text, isAttribute: false, to: &output)
      }
    }
    writeEnd(to: &output)
  }

  /// Writes the tag that opens the element, or the whole element where nothing stands in it.
  private func writeStart(to output: inout [UInt8]) {
    output.append(UInt8(ascii: "<"))
    output += name.utf8
    for attribute in attributes {
      output.append(UInt8(ascii: " "))
      output += attribute.name.utf8
      output += "=\"".utf8
      Self.write(attribute.value, isAttribute: true, to: &output)
      output.append(UInt8(ascii: "\""))
    }
    output += children.isEmpty ? "/>".utf8 : ">".utf8
  }

  private func writeEnd(to output: inout [UInt8]) {
    guard !children.isEmpty else { return }
    output += "</".utf8
    output += name.utf8
    output.append(UInt8(ascii: ">"))
  }

  private static func write(_ text: String, isAttribute: Bool, to output: inout [UInt8]) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): output += "&amp;".utf8
      case UInt8(ascii: "<"): output += "&lt;".utf8
      case UInt8(ascii: ">"): output += "&gt;".utf8
      case 0x0D: output += "&#13;".utf8
      case UInt8(ascii: "\"") where isAttribute: output += "&quot;".utf8
      case 0x09 where isAttribute: output += "&#9;".utf8
      case 0x0A where isAttribute: output += "&#10;".utf8
      default: output.append(byte)
      }
    }
  }
}

/// An XML document of one element.
package struct XMLDocument: Sendable, Hashable {
  /// The element that holds all others.
  package var root: XMLElement
  /// What the declaration says of other documents that this one needs; `nil` where it says nothing.
  package var isStandalone: Bool?

  /// Whether it had comments or processing instructions when it was read; they are left out.
  package var hasRemarks: Bool

  /// Makes a document.
  package init(root: XMLElement, isStandalone: Bool? = nil, hasRemarks: Bool = false) {
    (self.root, self.isStandalone, self.hasRemarks) = (root, isStandalone, hasRemarks)
  }

  /// The document in UTF-8, with its declaration.
  package var bytes: [UInt8] {
    let standalone = isStandalone.map { " standalone=\"\($0 ? "yes" : "no")\"" } ?? ""
    var output = Array("<?xml version=\"1.0\" encoding=\"UTF-8\"\(standalone)?>\n".utf8)
    root.write(to: &output)
    return output
  }
}
