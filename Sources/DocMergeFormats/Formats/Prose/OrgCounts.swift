/// The counts of done tasks in an Org text, `[1/2]` or `[50%]`, and whether they are right.
///
///     * Shop [1/2]
///     - [X] milk
///     - [ ] bread
struct OrgCounts {
  /// The place of a count, and the ways to count by which it is right.
  struct Count {
    let places: [Range<Int>]
    let rightWays: Set<Int>
  }

  /// The counts, by the headings above them and the words beside them.
  private(set) var counts: [[UInt8]: Count] = [:]
  private let text: [UInt8]
  private var doubled: Set<[UInt8]> = []
  private var lines: [Line] = []
  private var doneStates: Set<String> = ["DONE", "CANCELLED", "CANCELED", "KILL"]
  private var openStates: Set<String> = ["TODO", "NEXT", "WAIT", "WAITING", "STARTED", "HOLD"]

  /// A heading or an item.
  private struct Line {
    let range: Range<Int>
    /// The number of stars; 0 for an item.
    let stars: Int
    /// How far an item is indented.
    let indent: Int
    /// Whether the task is done; `nil` where there is none.
    let isDone: Bool?
    /// Its words, without the state and the count.
    let words: [UInt8]
    let count: [UInt8]?
  }

  init(_ text: [UInt8]) {
    self.text = text
    readLines()
    guard lines.contains(where: { $0.count != nil }) else { return }
    var headings: [Line] = []
    for (index, line) in lines.enumerated() {
      if line.stars > 0 { headings.removeAll { $0.stars >= line.stars } }
      if let count = line.count { add(count, at: index, below: headings) }
      if line.stars > 0 { headings.append(line) }
    }
    for key in doubled { counts[key] = nil }
  }

  // MARK: - Counting

  private mutating func add(_ count: [UInt8], at index: Int, below headings: [Line]) {
    let ways = lines[index].stars > 0 ? headingWays(index) : itemWays(index)
    let right = ways.indices.filter { way in
      let counted = ways[way].compactMap { lines[$0].isDone }
      return Self.isRight(count, done: counted.count(where: \.self), of: counted.count)
    }
    let counted = Set(ways.joined()).sorted().filter { lines[$0].isDone != nil }
    let key = Array((headings + [lines[index]]).map(\.words).joined(separator: [0x0A]))
    let places = [lines[index].range] + counted.map { lines[$0].range }
    // Two counts with the same words cannot be told apart.
    let known = counts.updateValue(Count(places: places, rightWays: Set(right)), forKey: key)
    if known != nil { doubled.insert(key) }
  }

  /// The lines that an item can count: those directly below it, or all below it.
  private func itemWays(_ index: Int) -> [[Int]] {
    let rest = (index + 1..<lines.count).prefix {
      lines[$0].stars == 0 && lines[$0].indent > lines[index].indent
    }
    let indent = rest.map { lines[$0].indent }.min()
    return [rest.filter { lines[$0].indent == indent }, Array(rest)]
  }

  /// The lines that a heading can count: items, or headings, in each case those directly below it or all.
  private func headingWays(_ index: Int) -> [[Int]] {
    let items = (index + 1..<lines.count).prefix { lines[$0].stars == 0 }
    let indent = items.map { lines[$0].indent }.min()
    let below = (index + 1..<lines.count).prefix {
      lines[$0].stars == 0 || lines[$0].stars > lines[index].stars
    }.filter { lines[$0].stars > 0 }
    let level = below.map { lines[$0].stars }.min()
    return [
      items.filter { lines[$0].indent == indent }, Array(items),
      below.filter { lines[$0].stars == level }, below,
    ]
  }

  private static func isRight(_ count: [UInt8], done: Int, of all: Int) -> Bool {
    let count = String(decoding: count, as: UTF8.self)
    if count.hasSuffix("%") {
      let share = done * 100
      return count == "\(share / max(1, all))%" || count == "\((share + all / 2) / max(1, all))%"
    }
    return count == "\(done)/\(all)"
  }

  // MARK: - Reading

  private mutating func readLines() {
    var cursor = ByteCursor(text)
    var block: [UInt8]?
    while !cursor.isAtEnd {
      let start = cursor.offset
      cursor.skip { $0 != 0x0A }
      let line = start..<cursor.offset
      _ = cursor.take(0x0A)
      let words = text[line].drop(while: \.isBlankOrTab)
      let name = words.prefix { !$0.isWhite && $0 != 0x3A }.map(\.lowercased)
      if let end = block {
        if name == end { block = nil }
        continue
      }
      if name.starts(with: "#+begin_".utf8) {
        block = Array("#+end_".utf8) + name.dropFirst(8)
      } else if name.starts(with: "#+".utf8), name.reversed().starts(with: "odot".utf8) {
        readStates(words.drop { $0 != 0x3A }.dropFirst())
      } else if let found = heading(line) ?? item(line, words) {
        lines.append(found)
      }
    }
  }

  /// Reads the states that a text has: `#+TODO: TODO | DONE`.
  private mutating func readStates(_ words: ArraySlice<UInt8>) {
    let names = words.split(whereSeparator: \.isWhite).map {
      String(decoding: $0.prefix { $0 != 0x28 }, as: UTF8.self)
    }
    let bar = names.firstIndex(of: "|") ?? max(0, names.count - 1)
    openStates.formUnion(names[..<bar])
    doneStates.formUnion(names[bar...].filter { $0 != "|" })
  }

  private func heading(_ line: Range<Int>) -> Line? {
    let stars = text[line].prefix { $0 == 0x2A }
    guard !stars.isEmpty, stars.endIndex < line.upperBound, text[stars.endIndex] == 0x20 else {
      return nil
    }
    var words = text[stars.endIndex..<line.upperBound].split(whereSeparator: \.isBlankOrTab)
    let state = words.first.map { String(decoding: $0, as: UTF8.self) } ?? ""
    let isTask = openStates.contains(state) || doneStates.contains(state)
    if isTask { words.removeFirst() }
    // Neither a priority nor tags identify a heading.
    words.removeAll { $0.count == 4 && $0.starts(with: "[#".utf8) }
    if let last = words.last, last.count > 2, last.first == 0x3A, last.last == 0x3A {
      words.removeLast()
    }
    let found = Self.count(among: words)
    return Line(
      range: line, stars: stars.count, indent: 0,
      isDone: isTask ? doneStates.contains(state) : nil, words: found.rest, count: found.count)
  }

  private func item(_ line: Range<Int>, _ words: ArraySlice<UInt8>) -> Line? {
    let mark = words.prefix { !$0.isWhite }
    let isBullet = mark.elementsEqual([0x2D]) || mark.elementsEqual([0x2B])
    let isNumber =
      mark.count > 1 && mark.dropLast().allSatisfy(\.isDecimalDigit)
      && (mark.last == 0x2E || mark.last == 0x29)
    guard isBullet || isNumber else { return nil }
    var parts = words[mark.endIndex...].split(whereSeparator: \.isBlankOrTab)
    var isDone: Bool?
    if parts.first?.elementsEqual("[X]".utf8) ?? false { isDone = true }
    if parts.first?.elementsEqual("[-]".utf8) ?? false { isDone = false }
    if parts.count > 1, parts[0].elementsEqual("[".utf8), parts[1].elementsEqual("]".utf8) {
      isDone = false
      parts.removeFirst()
    }
    if isDone != nil { parts.removeFirst() }
    let found = Self.count(among: parts)
    return Line(
      range: line, stars: 0, indent: words.startIndex - line.lowerBound, isDone: isDone,
      words: found.rest, count: found.count)
  }

  /// The first count among some words, without its brackets, and the other words.
  private static func count(
    among words: [ArraySlice<UInt8>]
  ) -> (count: [UInt8]?, rest: [UInt8]) {
    let place = words.firstIndex { word in
      let inside = word.dropFirst().dropLast()
      return word.count > 2 && word.first == 0x5B && word.last == 0x5D
        && (inside.contains(0x2F) || inside.last == 0x25)
        && inside.allSatisfy { $0.isDecimalDigit || $0 == 0x2F || $0 == 0x25 }
    }
    var rest = words
    guard let place else { return (nil, Array(rest.joined(separator: [0x20]))) }
    return (
      Array(rest.remove(at: place).dropFirst().dropLast()), Array(rest.joined(separator: [0x20]))
    )
  }
}
