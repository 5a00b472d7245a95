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

  /// Two texts of thousands of lines with so many differences that a search gives up early: blocks
  /// of lines in another order, some of them edited.
  static func heavy(seed: Int) -> (base: [UInt8], other: [UInt8]) {
    var generator = SeededGenerator(seed: seed)
    let words = generator.number(20...2000)
    let blocks = (0..<generator.number(20...200)).map { _ in
      (0..<generator.number(1...40)).map { _ in "line \(generator.number(0...words))\n" }
    }
    let density = generator.number(2...40)
    let shuffled = generator.once(in: 2) ? blocks.shuffled(using: &generator) : blocks
    let other = shuffled.map { block in
      block.map { generator.once(in: density) ? "line \(generator.number(0...words))\n" : $0 }
    }
    return (blocks.joined().joined().bytes, other.joined().joined().bytes)
  }
}
