import DocMergeCore

/// Which lines of two texts are versions of the same line.
///
/// Equal lines in the same order are; between them those that are alike; and those that moved, where it is
/// plain which ones these are.
struct LineMatch {
  /// For each line of the first text the line of the second one.
  private(set) var partners: [Int?]

  private let one: [String]
  private let other: [String]
  private var isTaken: [Bool]
  /// The slide that each line is on, by its first line; a line of another slide is another line.
  private let slides: (one: [String], other: [String])
  private var bags: [String: [String: Int]] = [:]

  /// Compares two texts.
  ///
  /// - Complexity: O(*n* + *d*²), *n* being the number of lines and *d* that of those that differ.
  init(_ one: [String], _ other: [String]) {
    (self.one, self.other) = (one, other)
    slides = (Self.slides(of: one), Self.slides(of: other))
    partners = Array(repeating: nil, count: one.count)
    isTaken = Array(repeating: false, count: other.count)
    let hunks = diff(base: one, other: other)
    matchEqual(hunks)
    for hunk in hunks { matchAlike(hunk) }
    for hunk in hunks { matchHeading(hunk) }
    matchMoved()
  }

  private mutating func pair(_ line: Int, _ partner: Int) {
    partners[line] = partner
    isTaken[partner] = true
  }

  private mutating func matchEqual(_ hunks: [Hunk]) {
    var (line, partner) = (0, 0)
    for hunk in hunks + [Hunk(base: one.count..<one.count, other: other.count..<other.count)] {
      while line < hunk.base.lowerBound {
        if slides.one[line] == slides.other[partner] { pair(line, partner) }
        (line, partner) = (line + 1, partner + 1)
      }
      (line, partner) = (hunk.base.upperBound, hunk.other.upperBound)
    }
  }

  /// How alike two lines must be that stand at the same place.
  private static let leastInPlace = 0.35
  /// How alike two lines must be one of which moved.
  private static let leastMoved = 0.6
  /// How many pairs of lines are compared at one place, and in all for those that moved.
  private static let pairLimit = 250_000

  /// Pairs the lines of a hunk in order, so that the pairs are as much alike as they can be.
  private mutating func matchAlike(_ hunk: Hunk) {
    let (count, width) = (hunk.base.count, hunk.other.count)
    guard count > 0, width > 0, count * width <= Self.pairLimit else { return }
    var best = [Double](repeating: 0, count: (count + 1) * (width + 1))
    var alike = [Double](repeating: 0, count: count * width)
    for row in (0..<count).reversed() {
      for column in (0..<width).reversed() {
        let degree = likeness(hunk.base.lowerBound + row, hunk.other.lowerBound + column)
        alike[row * width + column] = degree
        let skipped = max(
          best[(row + 1) * (width + 1) + column], best[row * (width + 1) + column + 1])
        let paired =
          degree >= Self.leastInPlace
          ? degree + best[(row + 1) * (width + 1) + column + 1] : 0
        best[row * (width + 1) + column] = max(skipped, paired)
      }
    }
    var (row, column) = (0, 0)
    while row < count, column < width {
      let degree = alike[row * width + column]
      let here = best[row * (width + 1) + column]
      if degree >= Self.leastInPlace,
        here == degree + best[(row + 1) * (width + 1) + column + 1]
      {
        pair(hunk.base.lowerBound + row, hunk.other.lowerBound + column)
        (row, column) = (row + 1, column + 1)
      } else if here == best[(row + 1) * (width + 1) + column] {
        row += 1
      } else {
        column += 1
      }
    }
  }

  /// Pairs a heading with the one that stands in its place between lines that stayed, though it has other words.
  private mutating func matchHeading(_ hunk: Hunk) {
    guard hunk.base.count == 1, hunk.other.count == 1 else { return }
    let (line, place) = (hunk.base.lowerBound, hunk.other.lowerBound)
    guard partners[line] == nil, !isTaken[place], Self.isHeading(one[line]),
      Self.isHeading(other[place]), slides.one[line] == slides.other[place],
      !one.contains(other[place]), !other.contains(one[line])
    else { return }
    pair(line, place)
  }

  private static func isHeading(_ line: String) -> Bool {
    let start = line.prefix { $0 == "#" }
    return !start.isEmpty && line.dropFirst(start.count).hasPrefix(" ")
  }

  private mutating func matchMoved() {
    let left = partners.indices.filter { partners[$0] == nil }
    let free = isTaken.indices.filter { !isTaken[$0] }
    guard !left.isEmpty, !free.isEmpty else { return }
    var places: [String: [Int]] = [:]
    for line in free { places[other[line], default: []].append(line) }
    for line in left where !Self.words(of: one[line]).isEmpty {
      let place = places[one[line]]?.first {
        !isTaken[$0] && slides.one[line] == slides.other[$0]
      }
      guard let place else { continue }
      pair(line, place)
    }
    guard left.count * free.count <= Self.pairLimit else { return }
    for line in left where partners[line] == nil {
      let found = free.filter { !isTaken[$0] }
        .map { (place: $0, degree: likeness(line, $0)) }
        .max { $0.degree < $1.degree }
      if let found, found.degree >= Self.leastMoved { pair(line, found.place) }
    }
  }

  // MARK: - Likeness

  /// How much two lines are alike, from 0 to 1: the part of their words that both have.
  private mutating func likeness(_ index: Int, _ partner: Int) -> Double {
    guard slides.one[index] == slides.other[partner] else { return 0 }
    let (line, other) = (one[index], other[partner])
    guard Self.kind(of: line) == Self.kind(of: other) else { return 0 }
    if line == other { return 1 }
    let (words, others) = (bag(of: line), bag(of: other))
    let (count, otherCount) = (
      words.values.reduce(0, +), others.values.reduce(0, +)
    )
    // Of lines without words only the kind can be alike.
    guard count > 0, otherCount > 0 else { return count == otherCount ? 0.5 : 0 }
    let shared = words.reduce(0) { $0 + min($1.value, others[$1.key] ?? 0) }
    return 2 * Double(shared) / Double(count + otherCount)
  }

  private mutating func bag(of line: String) -> [String: Int] {
    if let known = bags[line] { return known }
    let bag = Dictionary(Self.words(of: line).map { ($0, 1) }, uniquingKeysWith: +)
    bags[line] = bag
    return bag
  }

  /// For each line the first line of the slide that it is on; empty where there are no slides.
  private static func slides(of lines: [String]) -> [String] {
    var slide = ""
    return lines.map { line in
      if line.hasPrefix(":::: slide "), !line.contains(",") { slide = line }
      return slide
    }
  }

  static func words(of line: String) -> [String] {
    line.unicodeScalars.split { !$0.properties.isAlphabetic && !("0"..."9").contains($0) }
      .map { String($0) }
  }

  /// Rows are never versions of paragraphs, nor are the ends of parts.
  private static func kind(of line: String) -> Int {
    if line == DocumentLines.tableLine { return 1 }
    if line == DocumentLines.notesLine { return 6 }
    if line.hasPrefix("|") { return 2 }
    if line.hasPrefix("::::") { return 3 }
    if line.hasPrefix("[") { return 4 }
    return line.hasPrefix(ParagraphText.noteStart) ? 5 : 0
  }
}
