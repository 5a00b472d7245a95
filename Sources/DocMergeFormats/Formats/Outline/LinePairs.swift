/// Finds the lines that close what other lines open with words: environments, components, `if … fi`.
struct LinePairs {
  private(set) var lines: [OutlineLine]
  private let text: [UInt8]
  private let family: LanguageFamily
  private var open = NameStack()

  init(_ lines: [OutlineLine], _ text: [UInt8], _ family: LanguageFamily) {
    self.lines = lines
    self.text = text
    self.family = family
  }

  /// Joins the lines.
  mutating func join() {
    let features = family.features
    if features.contains(.tex) { joinNames(begin: "\\begin{", end: "\\end{") }
    if features.contains(.components) { joinNames(begin: "BEGIN:", end: "END:") }
    if features.contains(.shellWords) { joinShellWords() }
    if features.contains(.conditions) { joinObjectiveC() }
  }

  private func code(_ line: OutlineLine) -> ArraySlice<UInt8> { text[line.first..<line.end] }

  private mutating func close(_ opener: Int, _ line: Int) {
    if lines[opener].blockEnd == nil || lines[opener].blockEnd ?? 0 > line {
      lines[opener].blockEnd = line
      lines[opener].opener = 0
    }
  }

  private mutating func joinNames(begin: StaticString, end: StaticString) {
    for index in lines.indices where lines[index].hasCode && !lines[index].isGlued {
      let line = lines[index]
      let cursor = ByteCursor(text, at: line.first)
      if cursor.isAt(begin) {
        open.push(name(behind: begin, line), line: index)
      } else if cursor.isAt(end), let opener = open.pop(name(behind: end, line)) {
        close(opener, index)
      }
    }
  }

  private func name(behind word: StaticString, _ line: OutlineLine) -> Int {
    NameStack.number(code(line).dropFirst(word.utf8CodeUnitCount).prefix { $0 != 0x7D })
  }

  private mutating func joinObjectiveC() {
    for index in lines.indices where lines[index].hasCode && !lines[index].isGlued {
      let cursor = ByteCursor(text, at: lines[index].first)
      guard cursor.next == 0x40 else { continue }
      if cursor.isAt("@interface") || cursor.isAt("@implementation")
        || cursor.isAt("@protocol") && text[lines[index].end - 1] != 0x3B
      {
        open.push(0, line: index)
      } else if cursor.isAt("@end"), let opener = open.pop(0) {
        close(opener, index)
      }
    }
  }

  // MARK: - Shell

  private static let closers: [String: Int] = ["fi": 0, "esac": 1, "done": 2]
  private static let openers: [String: Int] = [
    "if": 0, "case": 1, "for": 2, "while": 2, "until": 2, "select": 2,
  ]
  private static let middles: [String: Int] = ["then": 0, "elif": 0, "else": 0, "do": 2]

  private mutating func joinShellWords() {
    for index in lines.indices where lines[index].hasCode && !lines[index].isGlued {
      let words = code(lines[index]).split { $0.isWhite || $0 == 0x3B || $0 == 0x29 }
        .map { String(decoding: $0.prefix(8), as: UTF8.self) }
      guard let first = words.first, let last = words.last else { continue }
      if let kind = Self.closers[first] {
        if let opener = open.pop(kind) { close(opener, index) }
      } else if let kind = Self.middles[first], let last = open.last, last.name == kind {
        close(last.line, index)
        open.move(to: index)
      } else if let kind = Self.openers[first] ?? Self.middles[last],
        !words.dropFirst().contains(where: { Self.closers[$0] == kind })
      {
        open.push(kind, line: index)
      }
    }
  }
}
