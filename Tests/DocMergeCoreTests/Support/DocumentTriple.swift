import DocMergeCore

/// Makes documents as people write them, and edits as people make them: the ground of the ladder.
struct DocumentTriple {
  private var generator: SeededGenerator
  private let words: [String]
  private let kind: Int

  init(seed: Int) {
    generator = SeededGenerator(seed: seed)
    kind = generator.number(0...4)
    words =
      [
        ["river", "stone", "walks", "slowly", "over", "the", "a", "green", "bridge", "evening"],
        ["der", "Fluss", "geht", "über", "große", "Brücke", "abends", "und", "schön", "Öl"],
        ["река", "камень", "идёт", "медленно", "через", "мост", "вечер", "и", "зелёный", "на"],
        ["河", "石头", "慢慢", "走过", "桥", "晚上", "绿色", "的", "在", "我们"],
      ][generator.number(0...3)]
  }

  /// A triple of number `seed`.
  static func random(seed: Int) -> Triple {
    var maker = DocumentTriple(seed: seed)
    let base = (0..<maker.generator.number(1...9)).map { _ in maker.line() }
    return Triple(
      base: maker.finished(base), ours: maker.finished(maker.edited(base)),
      theirs: maker.finished(maker.edited(base)))
  }

  private mutating func word() -> String { words[generator.number(0...words.count - 1)] }

  private mutating func line() -> String {
    let phrase = (0..<generator.number(1...7)).map { _ in word() }.joined(separator: " ")
    switch kind {
    case 0: return "- " + phrase
    case 1: return "\"\(word())\(generator.number(0...99))\": \"\(phrase)\","
    case 2: return "\(generator.number(0...40)),\(word()),\(phrase)"
    case 3: return generator.once(in: 4) ? "" : phrase + "."
    default: return "\(word())_\(generator.number(0...30)) = \(phrase)"
    }
  }

  /// One line edited as a person would: a word, the blanks, or the breaks.
  private mutating func edited(_ line: String) -> [String] {
    var parts = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    let place = generator.number(0...parts.count - 1)
    switch generator.number(0...8) {
    case 0: return []
    case 1: return [line, self.line()]
    case 2: return [self.line(), line]
    case 3: return ["  " + line]
    case 4: return [parts[..<place].joined(separator: " "), parts[place...].joined(separator: " ")]
    case 5: parts.insert(word(), at: place)
    case 6: parts.remove(at: place)
    default: parts[place] = word()
    }
    return [parts.joined(separator: " ")]
  }

  private mutating func edited(_ lines: [String]) -> [String] {
    let density = generator.number(1...4)
    var lines = lines.flatMap { generator.once(in: density) ? edited($0) : [$0] }
    if generator.once(in: 5), lines.count > 2 { lines.append(lines.removeFirst()) }
    return lines
  }

  private mutating func finished(_ lines: [String]) -> [UInt8] {
    let text = lines.joined(separator: "\n")
    return (lines.isEmpty || generator.once(in: 8) ? text : text + "\n").bytes
  }
}
