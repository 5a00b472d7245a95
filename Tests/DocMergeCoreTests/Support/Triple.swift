import DocMergeCore

/// Three texts to merge.
struct Triple: Sendable, CustomStringConvertible {
  var base: [UInt8]
  var ours: [UInt8]
  var theirs: [UInt8]

  var mirrored: Triple { Triple(base: base, ours: theirs, theirs: ours) }

  var description: String {
    "base \(base.shown) ours \(ours.shown) theirs \(theirs.shown)"
  }

  /// The triple of number `seed`: mostly small texts, some of hundreds of lines, and everything
  /// that is known to matter, such as mixed line endings and lines that look like markers.
  static func random(seed: Int) -> Triple {
    var generator = SeededGenerator(seed: seed)
    var maker = TextMaker(generator: generator, isLarge: generator.once(in: 12))
    if seed % 40 == 39 {
      let (base, ours) = Texts.demanding(seed: seed)
      let lines = Lines(base).map { String(decoding: $0, as: UTF8.self) }
      return Triple(base: base, ours: ours, theirs: maker.finished(maker.edited(lines)))
    }
    let base = maker.text()
    let ours = generator.once(in: 10) ? maker.text() : maker.edited(base)
    let theirs = generator.once(in: 10) ? maker.text() : maker.edited(base)
    return Triple(
      base: maker.finished(base), ours: maker.finished(ours), theirs: maker.finished(theirs))
  }
}

extension Triple {
  /// As ``random(seed:)``, with white space of its own in each text.
  static func randomInBlanks(seed: Int) -> Triple {
    var generator = SeededGenerator(seed: seed)
    let triple = random(seed: seed)
    let density = [3, 10, 40][generator.number(0...2)]
    func changed(_ text: [UInt8]) -> [UInt8] {
      guard !generator.once(in: 5) else { return text }
      let blanks: [[UInt8]] = [[32], [9], [32, 32], [13], [32, 13], [13, 13], [11], [12], []]
      return Lines(text).flatMap { line -> [UInt8] in
        guard generator.once(in: density) else { return Array(line) }
        var bytes = Array(line)
        let places = [0, line.count, max(0, line.count - 1), generator.number(0...line.count)]
        let place = places[generator.number(0...3)]
        // Behind a newline only a last line can go on.
        let isBehind = place == line.count && line.last == 10
        let added = blanks[generator.number(0...blanks.count - 1)]
        bytes.insert(contentsOf: added, at: isBehind ? place - 1 : place)
        if generator.once(in: 4) { bytes.removeAll { $0 == 32 || $0 == 13 } }
        return bytes
      }
    }
    let (base, ours) = (changed(triple.base), changed(triple.ours))
    return Triple(base: base, ours: ours, theirs: changed(triple.theirs))
  }
}

/// Makes random texts that have something in common.
struct TextMaker {
  private var generator: SeededGenerator
  private let alphabet: [String]
  private let isLarge: Bool
  private let density: Int
  private let endings: [String]

  init(generator: SeededGenerator, isLarge: Bool) {
    var generator = generator
    self.isLarge = isLarge
    let common = ["a", "b", "c", "", "{", "}", "  x", "    y", "--"]
    let markers = ["<<<<<<< ours", "=======", ">>>>>>> theirs", "||||||| base", "<<<<<<<"]
    switch generator.number(0...4) {
    case 0: alphabet = ["a", "b"]
    case 1: alphabet = common + markers
    case 2: alphabet = common + (0..<20).map { "line \($0)" }
    case 3: alphabet = ["", "}", "  "] + (0..<400).map { "text \($0)" }
    default: alphabet = common
    }
    density = [3, 8, 30, 100][generator.number(0...3)]
    endings = [["\n"], ["\n"], ["\r\n"], ["\n", "\r\n"]][generator.number(0...3)]
    self.generator = generator
  }

  private mutating func line() -> String {
    let text = alphabet[generator.number(0...alphabet.count - 1)]
    return text + endings[generator.number(0...endings.count - 1)]
  }

  /// A text from nothing.
  mutating func text() -> [String] {
    let count = isLarge ? generator.number(100...900) : generator.number(0...14)
    return (0..<count).map { _ in line() }
  }

  /// A text with lines replaced, inserted, deleted and moved.
  mutating func edited(_ text: [String]) -> [String] {
    var result: [String] = []
    for original in text {
      guard generator.once(in: density) else {
        result.append(original)
        continue
      }
      switch generator.number(0...3) {
      case 0: result.append(line())
      case 1: break
      case 2: result += [original, line()]
      default: result += (0..<generator.number(1...4)).map { _ in line() }
      }
    }
    if generator.once(in: 6), result.count > 3 {
      let start = generator.number(0...result.count - 2)
      let end = generator.number(start + 1...result.count)
      let block = result[start..<end]
      result.removeSubrange(start..<end)
      result.insert(contentsOf: block, at: generator.number(0...result.count))
    }
    if generator.once(in: 4) { result.append(line()) }
    return result
  }

  /// The bytes, now and then without the last line ending.
  mutating func finished(_ text: [String]) -> [UInt8] {
    var bytes = text.flatMap { Array($0.utf8) }
    if generator.once(in: 4), bytes.last == UInt8(ascii: "\n") {
      bytes.removeLast(generator.once(in: 3) && bytes.dropLast().last == 13 ? 2 : 1)
    }
    return bytes
  }
}

extension [UInt8] {
  /// The bytes as text with visible line endings.
  var shown: String { String(decoding: self, as: UTF8.self).debugDescription }
}

extension String {
  /// The UTF-8 bytes.
  var bytes: [UInt8] { Array(utf8) }
}
