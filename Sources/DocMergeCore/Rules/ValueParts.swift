/// The words of a text, each with the part that it has in a value.
struct ValueParts {
  let words: [ValueText.Word]
  /// The part of each word; `nil` for a word outside of values.
  private(set) var roles: [ValueRole?]
  /// Whether the word continues the address of the word before.
  private(set) var isBound: [Bool]

  init(_ words: [ValueText.Word]) {
    self.words = words
    roles = words.map(\.role)
    isBound = words.map { _ in false }
    for word in words.indices where !isBound[word] { bindAddress(at: word) }
    for word in words.indices where !isBound[word] { roles[word] = settledRole(of: word) }
  }

  /// The part of a word if there is one in this place.
  func role(_ word: Int) -> ValueRole? { roles.indices.contains(word) ? roles[word] : nil }

  /// Whether there are only blanks, and marks of a kind, before a word.
  func isNear(_ word: Int, despite marks: ValueGap = []) -> Bool {
    words.indices.contains(word) && words[word].gap.isSubset(of: marks)
  }

}

// MARK: Neighbours

extension ValueParts {
  /// The parts of two words that both have one.
  func pair(_ one: Int, _ other: Int) -> (ValueRole, ValueRole)? {
    guard let one = role(one), let other = role(other) else { return nil }
    return (one, other)
  }

  /// The unit that the word is.
  func unit(word: Int) -> ValueUnit? {
    guard case .unit(let unit) = role(word) else { return nil }
    return unit
  }

  /// The unit that follows a number, maybe after `million`.
  func unit(after number: Int) -> ValueUnit? {
    unit(word: role(number + 1) == .magnitude ? number + 2 : number + 1)
  }

  /// Whether a number has a smaller unit of the same kind: `2 hours and 30 minutes`.
  func continuesMeasure(_ unit: Int, _ number: Int) -> Bool {
    guard let unit = self.unit(word: unit), let next = self.unit(after: number) else {
      return false
    }
    return next.continues(unit)
  }

  /// Whether a unit, or `pm`, and that after a number are of one kind: `10 cm x 20 cm`.
  func measureAlike(_ unit: Int, _ number: Int) -> Bool {
    guard role(number) == .number else { return false }
    if role(unit) == .clock { return isTime(number) }
    guard let family = self.unit(word: unit)?.family else { return false }
    return self.unit(after: number)?.family == family
  }

  /// Whether a number after a weekday is a day or a time, and not a count of something.
  ///
  ///     Monday 12 May, Monday 12, …  // not: Monday 12 people
  func isDay(_ number: Int) -> Bool {
    guard role(number) == .number else { return false }
    let bytes = words[number].bytes
    if bytes.contains(where: { !$0.isASCIIWordByte && $0 != UInt8(ascii: ",") }) { return true }
    if bytes.last.map({ !$0.isDigit }) == true || isTime(number) { return true }
    switch role(number + 1) {
    case .month, .monthPart, .joiner(.of), .joiner(.the), .joiner(.range): return true
    default: return number + 1 == words.count || !isNear(number + 1)
    }
  }

  /// Whether a number is a time of the day.
  func isTime(_ number: Int) -> Bool {
    guard role(number) == .number else { return false }
    return words[number].bytes.contains(UInt8(ascii: ":")) || role(number + 1) == .clock
      || unit(word: number + 1)?.isHour == true
  }

  /// Whether the word names a day or a month, or is a date in digits.
  func isDate(_ word: Int) -> Bool {
    let marks = [UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "/")]
    return role(word) == .month || role(word) == .weekday
      || role(word) == .number && words[word].bytes.count { marks.contains($0) } == 2
  }

  /// Whether a coordinate in the other direction is expected after the word.
  func isNorthOrSouth(_ word: Int) -> Bool {
    words[word].bytes.first == UInt8(ascii: "N") || words[word].bytes.first == UInt8(ascii: "S")
  }
}

// MARK: Addresses

extension ValueParts {
  private mutating func bindAddress(at word: Int) {
    switch roles[word] {
    case .name where role(word + 1) == .number && isNear(word + 1, despite: .dot):
      bind(startOfStreet(word)...word + 1)
    case .name: roles[word] = nil
    case .streetLead: bindStreet(from: word)
    case .clockPart: bindTime(from: word)
    case .number: bindHouse(from: word)
    default: break
    }
  }

  /// The first word of a street whose kind is a word of its own: `Lange Gasse`.
  private func startOfStreet(_ word: Int) -> Int {
    let isKind = words[word].bytes.count <= Self.longestKind
    let hasName =
      isKind && word > 0 && isNear(word) && role(word - 1) == nil && words[word - 1].isCapitalised
    return hasName ? word - 1 : word
  }

  /// The longest word for a kind of street, in bytes.
  private static let longestKind = 8

  /// Joins the words of a time: `half past three`, `quarter to 4`, `halb drei`.
  private mutating func bindTime(from word: Int) {
    let hasJoiner =
      words.indices.contains(word + 1)
      && Self.clockJoiners.contains { words[word + 1].bytes.elementsEqual($0.utf8) }
    let hour = hasJoiner ? word + 2 : word + 1
    let isHalf =
      words[word].bytes.starts(with: "half".utf8) || words[word].bytes.starts(with: "halb".utf8)
    guard hasJoiner || isHalf, isNear(word + 1), isNear(hour),
      role(hour).map({ [.number, .numberWord, .digitWord].contains($0) }) == true
    else {
      roles[word] = nil
      return
    }
    bind(word...hour)
  }

  private static let clockJoiners = ["past", "to", "after", "before", "nach", "vor"]

  /// Makes some words one value.
  private mutating func bind(_ span: ClosedRange<Int>) {
    for word in span {
      if roles[word] != .number { roles[word] = .name }
      if word > span.lowerBound { isBound[word] = true }
    }
  }

  /// Joins the words of a street to its number: `Calle Mayor 12`, `12 rue de la Paix`.
  private mutating func bindStreet(from lead: Int) {
    var name = lead + 1
    while name < lead + 3, isNear(name), [.joiner(.of), .joiner(.the)].contains(role(name)) {
      name += 1
    }
    guard isName(name) else { return }
    let isNumbered = role(lead - 1) == .number && isNear(lead, despite: .comma)
    if isNumbered, isNear(lead) {
      bind(lead - 1...name)
    } else if role(name + 1) == .number, isNear(name + 1, despite: .comma) {
      bind(lead...name + 1)
    } else if isNumbered {
      bind(lead - 1...name)
    }
  }

  /// Joins a number to the name of a street, or a postal code to a town: `12 Baker Street`.
  private mutating func bindHouse(from number: Int) {
    if let last = file(after: number) { bind(number...last) }
    if isName(number + 1), role(number + 2) == .streetType, isNear(number + 2) {
      bind(number...number + 2)
      return
    }
    if isNear(number), let first = codes(before: number) { bind(first...number) }
    if let last = town(after: number) { bind(number...last) }
  }

  /// Whether the word is written like a name and directly follows the word before.
  private func isName(_ word: Int) -> Bool {
    isNear(word) && words[word].isCapitalised && role(word) != .number
  }

  /// The first word of `IL 62704`, `BN AB 1234`, `London SW1A 1AA`.
  private func codes(before number: Int) -> Int? {
    let first = number - 1
    guard first >= 0 else { return nil }
    if words[number].isDigits(5...5), words[first].isCode(of: 2...2) {
      return role(first - 1) == .number ? nil : first
    }
    if words[number].isDigits(1...4), words[first].isCode(of: 1...2), roles[first] == nil {
      return isNear(first) && first > 0 && words[first - 1].isCode(of: 1...3) ? first - 1 : nil
    }
    guard isEndOfPostcode(number), role(first - 1) == nil, first > 0,
      words[first - 1].isCapitalised, isNear(first, despite: .comma)
    else { return nil }
    return first - 1
  }

  /// The last word of `53111 Bonn`, `0150 Oslo`, `1012 AB Amsterdam`.
  private func town(after number: Int) -> Int? {
    let next = number + 1
    guard isName(next), roles[next] == nil else { return nil }
    if words[number].isDigits(5...5) || isEndOfPostcode(number) { return next }
    guard words[number].isDigits(4...4) else { return nil }
    if words[next].isCode(of: 2...2), isName(next + 1) { return next + 1 }
    return isYear(number) || !standsAlone(number...next) ? nil : next
  }

  /// The last word of a line that is a checksum and the name of a file.
  private func file(after checksum: Int) -> Int? {
    let word = words[checksum]
    guard checksum == 0 || word.gap.contains(.stop), word.bytes.count >= 8, word.isHexadecimal,
      word.bytes.holdsLetters, isNear(checksum + 1, despite: .mark)
    else { return nil }
    var end = checksum + 2
    while end < words.count, !words[end].gap.contains(.stop) {
      guard !words[end].gap.isEmpty || isJoiner(end) || isJoiner(end - 1) else { return nil }
      end += 1
    }
    return end - 1
  }

  private func isJoiner(_ word: Int) -> Bool {
    roles[word] == .joiner(.range) || roles[word] == .joiner(.per)
  }

  /// Whether it is the second part of a British postal code.
  private func isEndOfPostcode(_ word: Int) -> Bool {
    let bytes = words[word].bytes
    return bytes.count == 3 && bytes.first?.isDigit == true
      && bytes.dropFirst().allSatisfy { UInt8.isLetter($0) && $0 < 0x60 }
      && role(word - 1) == .number && isNear(word) && words[word - 1].isCapitalised
  }

  private func isYear(_ word: Int) -> Bool {
    ["15", "16", "17", "18", "19", "20", "21"].contains { words[word].bytes.starts(with: $0.utf8) }
  }

  /// Whether marks or ends are around some words.
  private func standsAlone(_ span: ClosedRange<Int>) -> Bool {
    (span.lowerBound == 0 || !isNear(span.lowerBound))
      && (span.upperBound + 1 == words.count || !isNear(span.upperBound + 1))
  }
}

// MARK: Words beside numbers

extension ValueParts {
  private func settledRole(of word: Int) -> ValueRole? {
    switch roles[word] {
    case .unit(let unit):
      if isMeasure(word) { return roles[word] }
      guard role(word + 1) == .number, isNear(word + 1) else { return nil }
      return unit.isMoney ? .label(.currency) : unit.isWeek ? .label(.reference) : nil
    case .clock, .compass, .magnitude: return isMeasure(word) ? roles[word] : nil
    case .sign: return isSign(word) ? .sign : nil
    case .label: return isLabel(word) ? roles[word] : nil
    case .numberWord, .digitWord: return isCounting(word) ? .number : nil
    case .shortWeekday: return isWeekday(word) ? .weekday : nil
    case .monthPart: return role(word + 1) == .month && isNear(word + 1) ? .monthPart : nil
    case .streetType, .streetLead: return nil
    case nil: return isHexadecimal(word) ? .number : nil
    default: return roles[word]
    }
  }

  /// Whether a unit directly follows a number, or what continues one.
  private func isMeasure(_ word: Int) -> Bool {
    guard isNear(word, despite: .degree) else { return false }
    let isUnit = roles[word]?.isUnit == true
    switch role(word - 1) {
    case .number: return !isPaidInAdvance(word)
    case .magnitude: return isUnit
    case .clock: return roles[word] == .clock
    case .unit(let unit): return self.unit(word: word) == unit
    case .joiner(.per): return isUnit && isNear(word - 1) && role(word - 2)?.isAmount == true
    case .joiner(.of): return isUnit && role(word - 2) == .magnitude
    case .joiner(.range): return isUnit && role(word - 2) == .number && isNear(word - 1)
    default: return false
    }
  }

  /// Whether a currency follows an amount that has one before it: `EUR 12 USD 30`.
  private func isPaidInAdvance(_ word: Int) -> Bool {
    guard case .unit(let unit) = roles[word], unit.isMoney else { return false }
    return role(word - 2) == .label(.currency)
  }

  private func isSign(_ word: Int) -> Bool {
    role(word - 1) == .number && isNear(word) || role(word + 1) == .number && isNear(word + 1)
  }

  private func isLabel(_ word: Int) -> Bool {
    if role(word + 1) == .number, isNear(word + 1, despite: [.dot, .mark]) {
      return !words[word].bytes.elementsEqual("no".utf8) || words[word + 1].gap.contains(.dot)
    }
    return roles[word] == .label(.version) && role(word - 1) == .number && isNear(word)
      && words[word - 1].bytes.contains(UInt8(ascii: "."))
  }

  /// Whether a number in words stands beside another one, or before a unit.
  private func isCounting(_ word: Int) -> Bool {
    let next = role(word + 1) == .joiner(.range) && isNear(word + 1) ? word + 2 : word + 1
    let previous = role(word - 1) == .joiner(.range) && isNear(word) ? word - 2 : word - 1
    if isNear(next), role(next)?.isUnit == true || role(next) == .magnitude { return true }
    if isNear(next), isNumeral(role(next)), areOneNumber(word, next) { return true }
    return isNear(word) && role(previous) == .number && areOneNumber(previous, word)
  }

  private func isNumeral(_ role: ValueRole?) -> Bool { role == .numberWord || role == .digitWord }

  /// Whether two words can be one number: `twenty three` or `two to three`, not `two three`.
  private func areOneNumber(_ first: Int, _ second: Int) -> Bool {
    let roles = [words[first].role, words[second].role]
    guard roles.allSatisfy(isNumeral) else { return false }
    return second - first > 1 || roles.contains(.numberWord)
  }

  private func isWeekday(_ word: Int) -> Bool {
    switch role(word + 1) {
    case .number, .month, .monthPart: isNear(word + 1, despite: [.dot, .comma])
    case .joiner(.range): isNear(word + 1)
    default: role(word - 1) == .joiner(.range) && role(word - 2) == .weekday
    }
  }

  /// Whether it is a group of letters within a number in groups: `1234 abcd 5678`.
  private func isHexadecimal(_ word: Int) -> Bool {
    let count = words[word].bytes.count
    guard count > 2, words[word].isHexadecimal, isNear(word), isNear(word + 1) else { return false }
    return [word - 1, word + 1].allSatisfy { beside in
      role(beside) == .number && words[beside].isHexadecimal && words[beside].bytes.count == count
    }
  }
}

extension ValueRole {
  /// Whether it is a unit that a number precedes.
  var isUnit: Bool {
    if case .unit = self { true } else { false }
  }

  /// Whether it can be the last word of an amount.
  fileprivate var isAmount: Bool { isUnit || [.number, .magnitude, .sign].contains(self) }
}
