import DocMergeCore

/// Makes random texts in any encoding and with any line endings.
struct LayeredText {
  private var generator: SeededGenerator
  private let words = [
    "a", "b", "c", "", "  x", "é", "ü ß", "\u{81}", "→", "中文", "👩‍🚀", "\r", "vim: fenc=latin1",
    "\u{FEFF}",
    "<meta charset=utf-8>", "# coding: koi8-r", "}", "e\u{301}", "a\u{301}", "<<<<<<< x",
  ]

  init(seed: Int) { generator = SeededGenerator(seed: seed) }

  /// Some lines without endings.
  mutating func lines() -> [String] {
    let isPlain = generator.once(in: 3)
    return (0..<generator.number(0...8)).map { _ in
      words[generator.number(0...(isPlain ? 4 : words.count - 1))]
    }
  }

  /// The lines with some replaced, added or taken away.
  mutating func edited(_ lines: [String]) -> [String] {
    lines.flatMap { line -> [String] in
      guard generator.once(in: 4) else { return [line] }
      let other = words[generator.number(0...words.count - 1)]
      return [[other], [], [line, other], [other, line]][generator.number(0...3)]
    } + (generator.once(in: 3) ? [words[generator.number(0...words.count - 1)]] : [])
  }

  /// The bytes of the lines with one way of ending them or a mixture.
  mutating func bytes(_ lines: [String]) -> [UInt8] {
    let endings = [["\n"], ["\n"], ["\r\n"], ["\r"], ["\n", "\r\n"], ["\n", "\n", "\n", "\r\n"]]
    let chosen = endings[generator.number(0...endings.count - 1)]
    var text = lines.map { $0 + chosen[generator.number(0...chosen.count - 1)] }
    if generator.once(in: 3), let last = lines.last { text[text.count - 1] = last }
    let encoding = TextEncoding.allCases[
      generator.once(in: 2) ? 0 : generator.number(0...TextEncoding.allCases.count - 1)]
    let mark = generator.once(in: 3) ? encoding.byteOrderMark : []
    let whole = text.joined().bytes
    var bytes = mark + (encoding.encode(whole[...]) ?? whole)
    if generator.once(in: 12) {
      let odd: [UInt8] = [0xFF, 0xE9, 0, 0xC3, 0x0A]
      bytes.insert(odd[generator.number(0...4)], at: generator.number(0...bytes.count))
    }
    return bytes
  }

  /// Three texts, often with layers in common.
  static func triple(seed: Int) -> Triple {
    var text = LayeredText(seed: seed)
    let lines = text.lines()
    let (ours, theirs) = (text.edited(lines), text.edited(lines))
    let same = text
    let isSame = text.generator.once(in: 2)
    func bytes(_ lines: [String], shift: Int) -> [UInt8] {
      var text = isSame ? same : LayeredText(seed: seed &* 31 &+ shift)
      return text.bytes(lines)
    }
    return Triple(
      base: bytes(lines, shift: 1), ours: bytes(ours, shift: 2), theirs: bytes(theirs, shift: 3))
  }
}
