import DocMergeCore
import DocMergeTestSupport

/// How lines become bytes: endings, encoding, byte-order mark.
struct FuzzForm {
  private let endings: [String]
  private let encoding: TextEncoding
  private let hasMark: Bool

  init(_ generator: inout SeededGenerator) {
    let all = [
      ["\n"], ["\n"], ["\n"], ["\r\n"], ["\r"], ["\n", "\r\n"], ["\n", "\r", "\r\n"], ["\r\r\n"],
    ]
    endings = all[generator.number(0...all.count - 1)]
    let encodings = TextEncoding.allCases
    encoding =
      generator.once(in: 3) ? encodings[generator.number(0...encodings.count - 1)] : .utf8
    hasMark = generator.once(in: 4)
  }

  /// The bytes, now and then without the last ending, or with some that do not belong there.
  func bytes(_ lines: [String], _ generator: inout SeededGenerator) -> [UInt8] {
    var text: [UInt8] = []
    for (index, line) in lines.enumerated() {
      text += Array(line.utf8)
      let isLast = index == lines.count - 1
      guard !isLast || !generator.once(in: 3) else { break }
      text += Array(endings[generator.number(0...endings.count - 1)].utf8)
    }
    let encoded = encoding.encode(text[...]) ?? text
    var bytes = (hasMark ? encoding.byteOrderMark : []) + encoded
    if generator.once(in: 15) {
      let odd: [[UInt8]] = [
        [0], [0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xF4, 0x90], [0xD8], [0x0D],
      ]
      bytes.insert(
        contentsOf: odd[generator.number(0...odd.count - 1)],
        at: generator.number(0...bytes.count))
    }
    return bytes
  }
}
