package import DocMergeTestSupport

/// Makes texts of the kinds that a merge meets, and some that no person writes.
package struct FuzzText {
  private var generator: SeededGenerator
  private let kind: Kind

  /// What a text looks like.
  enum Kind: CaseIterable {
    case fewWords, prose, bullets, numbers, sorted, markdown, json, code, markers, repeated, table
    case noise
  }

  private static let words = [
    "a", "the", "quick", "Fuchs", "größer", "don't", "3.14", "2024-01-02", "1.2.3", "snake_case",
    "Слово", "中文字", "日本語の", "العربية", "ภาษาไทย", "👩‍🚀", "🇩🇪", "e\u{301}", "a\u{301}\u{323}",
    "한국어", "\u{FEFF}", "\u{200D}", "foo.bar", "J. Smith.", "“Stop!”", "end.", "?", "—", "\u{2028}",
    "\u{85}", "# coding: koi8-r", "<?xml encoding='latin1'?>",
  ]

  package init(generator: SeededGenerator) {
    var generator = generator
    kind = Kind.allCases[generator.number(0...Kind.allCases.count - 1)]
    self.generator = generator
  }

  private mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[generator.number(0...choices.count - 1)]
  }

  private mutating func phrase(upTo count: Int) -> String {
    (0..<generator.number(1...count)).map { _ in pick(Self.words) }.joined(separator: " ")
  }

  /// One line without its ending.
  mutating func line(_ number: Int) -> String {
    switch kind {
    case .fewWords: return pick(["a", "b", "c", "", "}", " a", "a ", "\ta"])
    case .prose: return generator.once(in: 6) ? "" : phrase(upTo: 12)
    case .bullets: return pick(["- ", "- ", "* ", "  - ", ""]) + phrase(upTo: 3)
    case .numbers: return "\(number + generator.number(0...1)). " + phrase(upTo: 3)
    case .sorted: return "key\(100 + number * 2 + generator.number(0...1)) = \(phrase(upTo: 1))"
    case .markdown:
      return pick(["# ", "## ", "", "- ", "1. ", "> ", "```", "| a | b |", "---", "[x]: "])
        + (generator.once(in: 3) ? "" : phrase(upTo: 5))
    case .json:
      return pick(["{", "}", "},", "[", "],", "  \"k\(generator.number(0...9))\": \(number),"])
    case .code:
      return pick(["", "  ", "    ", "\t"]) + pick(["if x {", "}", "return", "x += 1", "", "// y"])
    case .markers:
      return pick([
        "<<<<<<< ours", "=======", ">>>>>>> theirs", "||||||| base", "<<<<<<<", "<<<<<<<<<<", "a",
        "",
        "<<<<<<< a [no final newline]", ">>>>>>> b [end of label]", "======= ", "=======x",
      ])
    case .repeated: return generator.once(in: 20) ? "other" : "same"
    case .table: return (0..<4).map { _ in "\(generator.number(0...9))" }.joined(separator: ",")
    case .noise:
      return String(
        decoding: (0..<generator.number(0...6)).map { _ in UInt8(generator.number(0...127)) },
        as: UTF8.self)
    }
  }

  /// Lines from nothing.
  mutating func lines() -> [String] {
    (0..<(generator.once(in: 10) ? generator.number(0...200) : generator.number(0...12)))
      .map { line($0) }
  }

  /// The lines with some replaced, edited, added, moved or taken away.
  mutating func edited(_ lines: [String]) -> [String] {
    let density = pick([2, 4, 12])
    var result: [String] = []
    for (number, line) in lines.enumerated() {
      guard generator.once(in: density) else {
        result.append(line)
        continue
      }
      switch generator.number(0...5) {
      case 0: result.append(self.line(number))
      case 1: result += [line, self.line(number)]
      case 2: result += [self.line(number), line]
      case 3: result.append(editedWords(line))
      case 4: result += (0..<generator.number(1...4)).map { self.line(number + $0) }
      default: break
      }
    }
    if generator.once(in: 5), result.count > 2 {
      let block = generator.number(0...result.count - 1)
      let moved = result.remove(at: block)
      result.insert(moved, at: generator.number(0...result.count))
    }
    if generator.once(in: 4) { result.append(line(lines.count)) }
    return result
  }

  private mutating func editedWords(_ line: String) -> String {
    var words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    let place = generator.number(0...words.count - 1)
    switch generator.number(0...3) {
    case 0: words[place] = pick(Self.words)
    case 1: words.insert(pick(Self.words), at: place)
    case 2: words.remove(at: place)
    default: words[place] += pick(["\u{301}", "s", ",", ".", "\u{200D}", " ", "\t"])
    }
    return words.joined(separator: " ")
  }

  /// Three texts, two made from the first.
  package mutating func triple() -> FuzzCase {
    let base = generator.once(in: 12) ? [] : lines()
    let (ours, theirs) = (edited(base), edited(base))
    var form = FuzzForm(&generator)
    func bytes(_ lines: [String], _ generator: inout SeededGenerator) -> [UInt8] {
      if generator.once(in: 8) { form = FuzzForm(&generator) }
      return form.bytes(lines, &generator)
    }
    return FuzzCase(
      base: bytes(base, &generator), ours: bytes(ours, &generator),
      theirs: bytes(theirs, &generator))
  }
}
