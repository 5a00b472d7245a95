/// Families of texts for laws that must hold for all of them.
enum Texts {
  /// Every text of up to `length` lines over `alphabet`, with and without the last line ending.
  static func all(upTo length: Int, alphabet: [String]) -> [[UInt8]] {
    var texts = [""]
    var longest = [""]
    for _ in 0..<length {
      longest = longest.flatMap { text in alphabet.map { text + $0 + "\n" } }
      texts += longest + longest.map { String($0.dropLast()) }
    }
    return Set(texts).sorted().map(\.bytes)
  }

  /// Two texts of a family that reaches the corners of a comparison, see the functions below.
  static func demanding(seed: Int) -> (base: [UInt8], other: [UInt8]) {
    var generator = SeededGenerator(seed: seed)
    let (base, other): ([String], [String])
    switch seed % 10 {
    case 0...2: (base, other) = shuffled(&generator)
    case 3...5: (base, other) = fewWords(&generator)
    case 6 where seed % 60 == 6: (base, other) = huge(&generator)
    default: (base, other) = indented(&generator)
    }
    return (base.joined().bytes, other.joined().bytes)
  }

  /// Blocks of lines in another order, some lines edited: the search gives up early.
  private static func shuffled(_ generator: inout SeededGenerator) -> ([String], [String]) {
    let words = generator.number(20...2000)
    let blocks = (0..<generator.number(20...200)).map { _ in
      (0..<generator.number(1...40)).map { _ in "line \(generator.number(0...words))\n" }
    }
    let density = generator.number(2...40)
    let other = generator.once(in: 2) ? blocks.shuffled(using: &generator) : blocks
    return (
      Array(blocks.joined()),
      other.joined().map {
        generator.once(in: density) ? "line \(generator.number(0...words))\n" : $0
      }
    )
  }

  /// Texts long enough (more than 65 536 lines together) for the search to follow long snakes.
  private static func huge(_ generator: inout SeededGenerator) -> ([String], [String]) {
    let words = [2, 5, 50, 5000][generator.number(0...3)]
    let density = generator.number(20...200)
    let base = (0..<generator.number(34_000...40_000)).map { _ in
      "\(generator.number(0...words))\n"
    }
    let other = base.flatMap { line in
      guard generator.once(in: density) else { return [line] }
      return (0..<generator.number(0...2)).map { _ in "\(generator.number(0...words))\n" }
    }
    return (base, other)
  }

  /// Lines that occur about 64 times, the most that the histogram takes for an anchor.
  private static func fewWords(_ generator: inout SeededGenerator) -> ([String], [String]) {
    let words = generator.number(1...4)
    let count = 64 * (words + 1) + generator.number(-10...20)
    let base = (0..<count).map { _ in "\(generator.number(0...words))\n" }
    let density = generator.number(1...20)
    let other = base.flatMap { line in
      guard generator.once(in: density) else { return [line] }
      return (0..<generator.number(0...2)).map { _ in "\(generator.number(0...words))\n" }
    }
    return (base, other)
  }

  /// Indented blocks of which whole copies come and go, so that changes can slide.
  private static func indented(_ generator: inout SeededGenerator) -> ([String], [String]) {
    let lines = ["\n", "  \n", "a {\n", "}\n", "  b {\n", "  }\n", "    c\n", "\td\n", "e\n"]
    let blocks = (0..<generator.number(2...5)).map { _ in
      (0..<generator.number(1...7)).map { _ in lines[generator.number(0...lines.count - 1)] }
    }
    let base = (0..<generator.number(1...12)).map { _ in generator.number(0...blocks.count - 1) }
    let other = base.flatMap { block in
      guard generator.once(in: 5) else { return [block] }
      return generator.once(in: 4) ? [] : [block, block]
    }
    return (base.flatMap { blocks[$0] }, other.flatMap { blocks[$0] })
  }
}
