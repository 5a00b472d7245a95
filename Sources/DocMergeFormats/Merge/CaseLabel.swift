import DocMergeCore

/// The label of a branch that one statement has only once.
///
///     «case 3:»              in C, Go, Java, Swift
///     «5 =>» "five",         in Rust, PHP, C#
///     «"mail" ->» send()     in Kotlin, Java
struct CaseLabel {
  /// A hash of the label.
  let hash: UInt64

  /// The most bytes of a label.
  private static let reach = 80

  /// Reads the label at the start of a part of a text; `nil` where there is none.
  init?(of part: Range<Int>, in text: [UInt8]) {
    guard let first = text[part].first else { return nil }
    let line = text[part].prefix(Self.reach).prefix { $0 != 0x0A }
    let label: ArraySlice<UInt8>
    if line.starts(with: "case ".utf8) {
      let end = line.indices.first { place in
        line[place] == UInt8(ascii: ":") && (place + 1 == line.endIndex || line[place + 1].isWhite)
      }
      guard let end else { return nil }
      label = line[..<end]
    } else {
      guard first.isDecimalDigit || first == UInt8(ascii: "\"") || first == UInt8(ascii: "'"),
        let end = line.firstIndex(of: UInt8(ascii: ">")), end > line.startIndex,
        line[end - 1] == UInt8(ascii: "=") || line[end - 1] == UInt8(ascii: "-")
      else { return nil }
      label = line[..<end]
    }
    var hash = ContentHash()
    for byte in label where !byte.isBlankOrTab { hash.add(byte) }
    hash.add(0)
    self.hash = hash.value
  }
}
