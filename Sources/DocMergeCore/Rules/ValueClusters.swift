/// Values of several words: dates, telephone numbers, versions, sums of money, addresses.
///
///     The meeting is on 15 January 2024 in Oslo, tel. +47 22 33 44 55.
///                       ‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾               ‾‾‾‾‾‾‾‾‾‾‾‾‾‾
///
/// Two edits of one value are not edits of different words.
struct ValueClusters {
  /// The number of the value that each token is a part of; `nil` for tokens outside of values.
  private let numbers: [Int?]

  /// Looks for the values of a text.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
  init(_ tokens: WordTokens) {
    var numbers: [Int?] = Array(repeating: nil, count: tokens.count)
    let parts = ValueParts(ValueText(tokens).words)
    var run = ValueRun(parts)
    for word in parts.words.indices {
      guard let places = run.take(word) else { continue }
      for place in places { numbers[place] = run.value }
    }
    self.numbers = numbers
  }

  /// The values that an edit of some tokens touches.
  func touched(by tokens: Range<Int>) -> Set<Int> {
    let near = max(0, tokens.lowerBound - 1)..<min(numbers.count, tokens.upperBound + 1)
    return Set(numbers[near].compactMap(\.self))
  }
}

/// Goes through the words of a text and joins those of one value.
private struct ValueRun {
  private let parts: ValueParts
  /// The number of the value that the last taken word is a part of.
  private(set) var value = -1
  /// The last word of a value that may continue.
  private var last: Int?
  /// The joiners between it and the next word, so far.
  private var joiners: [ValueJoiner] = []
  private var gaps: ValueGap = []
  private var isPlain = true
  private var (hasDate, hasWeekday) = (false, false)
  /// Whether a noun with a number may continue the value, as `case` does in `room 4, case 12`.
  private var hasNoun = false

  init(_ parts: ValueParts) { self.parts = parts }

  /// The tokens by which the word starts or continues a value.
  mutating func take(_ word: Int) -> Range<Int>? {
    gaps.formUnion(parts.words[word].gap)
    if gaps.contains(.stop) { last = nil }
    switch parts.roles[word] {
    case nil where parts.words[word].isPlain:
      hasNoun = !hasNoun && continuesPlace(word)
      if !hasNoun { last = nil }
    case nil: gaps.formUnion(.mark)
    case .joiner(let joiner):
      joiners.append(joiner)
      isPlain = isPlain && !parts.words[word].isPlain
    default: return add(word)
    }
    if last == nil { restart() }
    return nil
  }

  private mutating func add(_ word: Int) -> Range<Int> {
    let tokens = parts.words[word].tokens
    var start = tokens.lowerBound
    if let last, parts.isBound[word] || joins(last, word),
      !hasNoun || parts.roles[word] == .number && parts.words[word].gap.isEmpty
    {
      start = parts.words[last].tokens.lowerBound
    } else {
      value += 1
      (hasDate, hasWeekday) = (false, false)
    }
    if parts.roles[word] == .weekday { hasWeekday = true }
    if parts.isDate(word) { hasDate = true }
    restart()
    last = word
    return start..<tokens.upperBound
  }

  private mutating func restart() {
    last = nil
    (joiners, gaps, isPlain, hasNoun) = ([], [], true, false)
  }
}

// MARK: Which words belong together

extension ValueRun {
  /// Whether a word is the next part of a place, whose parts have numbers: `row 4, seat 12`.
  private func continuesPlace(_ word: Int) -> Bool {
    guard let last, last > 0, parts.roles[last] == .number, joiners.isEmpty, gaps == .comma,
      parts.words[last].isDigits(1...3), parts.words[last].gap.isEmpty
    else { return false }
    return [last - 1, word].allSatisfy { index in
      parts.roles[index] == nil
        && Self.places.contains(
          String(decoding: parts.words[index].bytes, as: UTF8.self).lowercased())
    }
  }

  /// Parts of places that have numbers.
  private static let places: Set<String> = [
    "row", "seat", "room", "case", "shelf", "box", "floor", "door", "gate", "track", "platform",
    "train",
    "coach", "car", "carriage", "wagon", "chapter", "verse", "page", "line", "column", "block",
    "lot",
    "house", "flat", "apartment", "bed", "desk", "table", "zone", "aisle", "bay", "rack",
    "terminal",
    "reihe", "sitz", "raum", "zimmer", "regal", "fach", "gleis", "zug", "wagen", "kapitel", "vers",
    "seite", "zeile", "spalte", "etage", "haus", "wohnung", "halle", "stand",
  ]

  private func joins(_ last: Int, _ word: Int) -> Bool {
    guard let (before, after) = parts.pair(last, word) else { return false }
    if isPlain, before.isAlwaysJoined, after.isAlwaysJoined { return true }
    if after == .weekday { return joinsWeekday(after: before) }
    if let joiner = joiners.first {
      let marks: ValueGap = before == .weekday ? .comma : []
      let isShort = joiners.count == 1 || joiners.dropFirst().allSatisfy { $0 == .the }
      return isShort && gaps.isSubset(of: marks) && joins(last, joiner, word)
    }
    switch (before, after) {
    case (.weekday, .number): return gaps.isSubset(of: [.comma, .dot]) && parts.isDay(word)
    case (.weekday, .month): return gaps.isSubset(of: [.comma, .dot])
    case (.compass, .number): return gaps.isSubset(of: .comma) && parts.isNorthOrSouth(last)
    case (.label, .number): return true
    case (_, .label(let label)): return joinsLabel(label, after: before)
    case (.unit(let unit), .number): return continues(unit, at: word)
    case (.name, _), (_, .name): return false
    case (.unit, _): return gaps.isEmpty && after.isUnit
    default: return gaps.isSubset(of: .degree)
    }
  }

  private func joinsWeekday(after before: ValueRole) -> Bool {
    if joiners == [.range] { return before == .weekday && gaps.isEmpty }
    return joiners.isEmpty && gaps.isEmpty && !hasWeekday && before.isDateOrTime
  }

  private func joinsLabel(_ label: ValueLabel, after before: ValueRole) -> Bool {
    switch label {
    case .currency: false
    case .reference: before == .number && gaps.isSubset(of: .comma)
    case .version: before == .number && gaps.isEmpty
    }
  }

  /// Whether a number continues a measure: `2 hours 30 minutes`, `10 h 30`.
  private func continues(_ unit: ValueUnit, at number: Int) -> Bool {
    guard let next = parts.unit(after: number) else {
      return gaps.isEmpty && parts.words[number].isDigits(2...2)
    }
    return next.continues(unit) && gaps.isSubset(of: unit.isTime ? .comma : [])
  }

  private func joins(_ last: Int, _ joiner: ValueJoiner, _ word: Int) -> Bool {
    guard let (before, after) = parts.pair(last, word) else { return false }
    let isNumber = before == .number && after == .number
    switch joiner {
    case .of:
      return before.isDateOrNumber && after.isDateOrNumber || before == .magnitude && after.isUnit
        || parts.measureAlike(last, word)
    case .the: return (before == .weekday || before == .month) && parts.isDay(word)
    case .and: return parts.continuesMeasure(last, word)
    case .at: return hasDate && parts.isTime(word)
    case .range: return before.isRange(to: after) || parts.measureAlike(last, word)
    case .times: return isNumber || parts.measureAlike(last, word)
    case .by:
      return isNumber && !parts.words[word].isDigits(4...4) || parts.measureAlike(last, word)
    case .per: return after.isUnit
    }
  }
}

extension ValueRole {
  /// Whether nothing but marks that values hold can separate it from another such word.
  fileprivate var isAlwaysJoined: Bool { [.number, .month, .sign].contains(self) }

  fileprivate var isDateOrNumber: Bool { self == .number || self == .month }

  fileprivate var isDateOrTime: Bool { isDateOrNumber || self == .clock || self == .monthPart }

  /// Whether a range can reach from the one to the other, without a unit.
  fileprivate func isRange(to end: ValueRole) -> Bool {
    if self == .weekday { return end == .weekday }
    if end.isUnit { return self == .number }
    return end.isDateOrNumber && (isDateOrNumber || self == .magnitude)
  }
}
