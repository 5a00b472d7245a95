import DocMergeCore

/// The text of a cell in JSON: a list with a string for each line, or one string.
struct CellText {
  /// The text.
  private(set) var text: [UInt8] = []
  /// Its strings, and the place of each in the notebook.
  private(set) var strings: [(text: [UInt8], place: Range<Int>)] = []
  /// Its lines, with the form in which each is written.
  private var written: [[UInt8]: ArraySlice<UInt8>] = [:]
  /// Whether it is a list.
  private let isList: Bool
  /// The text before the first string, between two, and after the last one.
  private var layout:
    (start: ArraySlice<UInt8>, between: ArraySlice<UInt8>?, end: ArraySlice<UInt8>)

  /// Reads the member of a cell; `nil` for one that holds something other than strings.
  init?(_ member: Node, in bytes: [UInt8]) {
    guard let value = member.valueStart(in: bytes) else { return nil }
    let end = member.body.upperBound
    isList = member.kind == .items
    let strings = isList ? member.children.map(\.body) : [value..<end]
    let first = strings.first?.lowerBound ?? value + 1
    layout = (
      bytes[member.body.lowerBound..<first], nil, bytes[(strings.last?.upperBound ?? first)..<end]
    )
    if strings.count > 1 { layout.between = bytes[strings[0].upperBound..<strings[1].lowerBound] }
    for string in strings {
      guard string.count > 1, bytes[string.lowerBound] == 0x22 else { return nil }
      let raw = bytes[string].dropFirst().dropLast()
      let line = raw.contains(0x5C) ? Escapes.json.decoded(raw) : Array(raw)
      text += line
      self.strings.append((line, string))
      if isList { written[line] = bytes[string] }
    }
  }

  /// The member with another text; lines that another cell has are written as there.
  func member(with text: [UInt8], _ others: [CellText]) -> ArraySlice<UInt8> {
    let isPlain = ([self] + others).allSatisfy { cell in
      cell.written.values.allSatisfy { $0.allSatisfy { $0 < 0x80 } }
    }
    func string(_ line: [UInt8]) -> ArraySlice<UInt8> {
      ([self] + others).lazy.compactMap { $0.written[line] }.first
        ?? Self.string(line, isPlain: isPlain)
    }
    guard isList else { return layout.start + Self.string(text, isPlain: false) + layout.end }
    let lines = Lines(text).map(Array.init)
    guard !lines.isEmpty else { return start(of: others) + [0x5D] }
    let between = ([self] + others).lazy.compactMap(\.layout.between).first ?? lineBreak(others)
    let own = self.text.isEmpty ? others.first { !$0.text.isEmpty } : nil
    let (start, end) = (own?.layout.start ?? layout.start, own?.layout.end ?? layout.end)
    return start + lines.map { Array(string($0)) }.joined(separator: between) + end
  }

  /// The text before the strings of an empty list.
  private func start(of others: [CellText]) -> ArraySlice<UInt8> {
    let bracket = layout.start.firstIndex(of: 0x5B) ?? layout.start.startIndex
    return layout.start[...bracket]
  }

  /// The separator of two strings where no list has two: a comma, and the text before the only string.
  private func lineBreak(_ others: [CellText]) -> ArraySlice<UInt8> {
    for cell in [self] + others where !cell.text.isEmpty {
      guard let bracket = cell.layout.start.lastIndex(of: 0x5B) else { continue }
      let blanks = cell.layout.start[(bracket + 1)...]
      return [0x2C] + (blanks.isEmpty ? [0x20] : blanks)
    }
    return [0x2C, 0x20]
  }

  /// A text between quotation marks.
  static func quoted(_ text: String) -> String {
    String(decoding: string(Array(text.utf8), isPlain: false), as: UTF8.self)
  }

  /// A text between quotation marks; `isPlain` for one whose letters are all ASCII.
  private static func string(_ text: [UInt8], isPlain: Bool) -> ArraySlice<UInt8> {
    var bytes: [UInt8] = [0x22]
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      switch scalar {
      case "\"": bytes += Array("\\\"".utf8)
      case "\\": bytes += Array("\\\\".utf8)
      case "\n": bytes += Array("\\n".utf8)
      case "\r": bytes += Array("\\r".utf8)
      case "\t": bytes += Array("\\t".utf8)
      case _ where scalar.value < 0x20 || isPlain && scalar.value > 0x7E:
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          bytes += Array("\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8)
        }
      default: bytes += Array(String(scalar).utf8)
      }
    }
    return (bytes + [0x22])[...]
  }
}
