import DocMergeCore
import DocMergeLanguage

/// Finds two lines of one paragraph to which the sides gave one number, or one time of day, each for another thing.
///
///     base   20:00 Band A    ours   20:00 Band A    theirs   20:00 Band A    fault   20:00 Band A
///            21:00 Band B           22:00 Band C             21:00 Band B            22:00 Band C
///                                   21:00 Band B             22:00 Band D            21:00 Band B
///                                                                                    22:00 Band D
///
/// The number stands at the start of the line, alone or behind one word, and a sign shows that it counts something:
/// `3)`, `(3)`, `seat 3:`. In program code it is an argument `id`, or that of a constant: `id = 3`, `LATE(3)`; the
/// name of a route counts as well. In SQL it is the first value of a new row, and in `passwd` the id of an account.
/// In a table of a text, it is all of a row but the last cell, if a time of day is part of it.
/// No two other lines of the paragraph, or of the table, may have one number.
struct SameSlotGuard: Sendable {
  private let isCode: Bool
  /// The number of a line, and the text before it.
  private struct Slot: Hashable {
    let form: [UInt8]
    let number: [UInt8]
    /// Whether it stands once in the whole text, not only in a paragraph.
    var isOfText = false
  }

  /// The numbers that both sides gave to a line that they added.
  private let wanted: Set<Slot>
  /// The lines that a side added with such a number.
  private let lines: [Set<ArraySlice<UInt8>>]

  /// The fewest other lines of a paragraph that show that each has a number of its own.
  private static let fewest = 2

  /// Prepares for the lines that ours and theirs added; `nil` where they have no number in common.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of what the sides added.
  init?(_ added: AddedLines, isCode: Bool) {
    self.isCode = isCode
    guard let slots = added.values({ Self.slot(of: $0.trimmed, isCode: isCode) }) else {
      return nil
    }
    wanted = Set(slots[0]).intersection(slots[1])
    guard !wanted.isEmpty else { return nil }
    lines = added.sides.map { [wanted] lines in
      Set(
        lines.map(\.trimmed).filter {
          Self.slot(of: $0, isCode: isCode).map(wanted.contains) ?? false
        })
    }
  }

  /// The lines with such a number.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the result.
  func faults(in result: [UInt8]) -> [StructureFault] {
    var faults: [StructureFault] = []
    var paragraph: [Range<Int>] = []
    let lines = Lines(result).places
    if wanted.contains(where: \.isOfText) {
      faults += self.faults(among: Array(lines), in: result) { $0.isOfText }
    }
    for line in lines {
      if result[line].allSatisfy(\.isWhite) {
        faults += self.faults(among: paragraph, in: result) { !$0.isOfText }
        paragraph = []
      } else {
        paragraph.append(line)
      }
    }
    return faults + self.faults(among: paragraph, in: result) { !$0.isOfText }
  }

  private func faults(
    among paragraph: [Range<Int>], in text: [UInt8], where counts: (Slot) -> Bool
  ) -> [StructureFault] {
    var places: [Slot: [Range<Int>]] = [:]
    for line in paragraph {
      if let slot = Self.slot(of: text[line].trimmed, isCode: isCode), counts(slot) {
        places[slot, default: []].append(line)
      }
    }
    return places.filter { slot, found in
      let contents = found.map { text[$0].trimmed }
      guard found.count == 2, wanted.contains(slot), contents[0] != contents[1],
        lines[0].contains(contents[0]) && lines[1].contains(contents[1])
          || lines[1].contains(contents[0]) && lines[0].contains(contents[1])
      else { return false }
      let others = places.filter { $0.key.form == slot.form && $0.key != slot }
      return others.count >= Self.fewest && others.allSatisfy { $0.value.count == 1 }
    }.map { slot, found in
      let number = slot.number[...].excerpt
      if slot.number.contains(where: \.isLetter) { return .doubled(number, at: found) }
      return StructureFault(
        places: found, reason: tr("each side gave the number \(number) to another line"))
    }.sorted { $0.stands(before: $1) }
  }

  /// The most letters of the word before a number, and the most digits of one.
  private static let (mostLetters, mostDigits) = (12, 5)

  /// The number at the start of a line; `nil` where nothing shows that it counts something.
  private static func slot(of line: ArraySlice<UInt8>, isCode: Bool) -> Slot? {
    inserted(line) ?? account(line)
      ?? (isCode ? id(in: line) ?? constant(line) ?? route(line) : row(line) ?? numbered(line))
  }

  /// The cells of a row of a plan but for the last one, with a time of day: `| Mo | 11:00 | Lunch |`.
  private static func row(_ line: ArraySlice<UInt8>) -> Slot? {
    guard line.first == bar, line.last == bar else { return nil }
    let cells = line.split(separator: bar).map(\.trimmed)
    guard cells.count > fewest, cells.dropLast().contains(where: isTime) else { return nil }
    let form = [UInt8](repeating: bar, count: cells.count)
    return Slot(form: form, number: Array(cells.dropLast().joined(separator: [0x20])))
  }

  private static let bar = UInt8(ascii: "|")

  /// Whether a cell is a time of day, or two of them.
  private static func isTime(_ cell: ArraySlice<UInt8>) -> Bool {
    let digits = cell.prefix(while: \.isDecimalDigit)
    return (1...2).contains(digits.count)
      && time(digits, cell[digits.endIndex...] + [0x20]) != nil
  }

  /// The first value of a row that a statement inserts: `INSERT INTO t VALUES (3,`.
  private static func inserted(_ line: ArraySlice<UInt8>) -> Slot? {
    guard line.prefix(7).map(\.lowercased).elementsEqual("insert ".utf8),
      let open = line.prefix(longestInsert).firstIndex(of: 0x28).flatMap({ first in
        valuesStart(in: line, from: first)
      })
    else { return nil }
    let digits = line[open...].prefix(while: \.isDecimalDigit)
    guard !digits.isEmpty, line[digits.endIndex...].first == UInt8(ascii: ",") else { return nil }
    return Slot(
      form: line[..<open].map(\.lowercased), number: Array(digits), isOfText: true)
  }

  /// The id of a user or a group: `ann:x:1004:`.
  private static func account(_ line: ArraySlice<UInt8>) -> Slot? {
    let fields = line.prefix(longestInsert)
      .split(separator: 0x3A, omittingEmptySubsequences: false)
    // `passwd` has seven fields, `group` four.
    let isGroup =
      fields.count == 4 && ["x", "*", "!"].contains { fields[1].elementsEqual($0.utf8) }
    guard isGroup || fields.count == 7, fields[1].count < 2, !fields[2].isEmpty,
      fields[2].allSatisfy(\.isDecimalDigit), fields[0].allSatisfy(\.isPartOfNameOrHyphen)
    else { return nil }
    return Slot(form: Array("::".utf8), number: Array(fields[2]), isOfText: true)
  }

  /// The place behind `values (`, at this parenthesis or at the one behind the names of the columns.
  private static func valuesStart(in line: ArraySlice<UInt8>, from first: Int) -> Int? {
    var place: Int? = first
    while let open = place {
      let word = line[..<open].trimmed.suffix(6).map(\.lowercased)
      if word.elementsEqual("values".utf8) { return open + 1 }
      place = line[(open + 1)...].prefix(longestInsert).firstIndex(of: 0x28)
    }
    return nil
  }

  /// How far the start of a statement is read, in bytes.
  private static let longestInsert = 200

  /// The argument `id` of a line: `id = 3`, `id: 3`.
  private static func id(in line: ArraySlice<UInt8>) -> Slot? {
    var rest = line
    while let found = rest.firstRange(of: Array("id".utf8)) {
      rest = line[found.upperBound...]
      if line[..<found.lowerBound].last?.isPartOfName == true { continue }
      let value = rest.drop(while: \.isBlankOrTab)
      guard let sign = value.first, "=:".utf8.contains(sign) else { continue }
      let digits = value.dropFirst().drop(while: \.isBlankOrTab).prefix(while: \.isDecimalDigit)
      if !digits.isEmpty, line[digits.endIndex...].first.map({ ",) }".utf8.contains($0) }) ?? true {
        return Slot(form: Array("id".utf8), number: Array(digits))
      }
    }
    return nil
  }

  /// The name of a route: `path("cart/", view, name="cart"),`.
  private static func route(_ line: ArraySlice<UInt8>) -> Slot? {
    let word = line.prefix { $0.isPartOfName || $0 == UInt8(ascii: ".") }
    guard ["path", "re_path", "url"].contains(where: { word.elementsEqual($0.utf8) }),
      let found = line.firstRange(of: Array("name=\"".utf8))
    else { return nil }
    let name = line[found.upperBound...].prefix { $0 != 0x22 }
    guard !name.isEmpty else { return nil }
    // Routes with other parameters may share a name.
    let parameters = [UInt8](repeating: 0x3C, count: line.count { $0 == 0x3C })
    return Slot(form: Array("name=".utf8) + parameters, number: Array(name))
  }

  /// The number of a constant of an enumeration: `LATE(3),`.
  private static func constant(_ line: ArraySlice<UInt8>) -> Slot? {
    let name = line.prefix { $0.isPartOfName && !(0x61...0x7A).contains($0) }
    let rest = line[name.endIndex...]
    let digits = rest.dropFirst().prefix(while: \.isDecimalDigit)
    let end = line[digits.endIndex...]
    guard !name.isEmpty, rest.first == 0x28, !digits.isEmpty,
      ["),", ");"].contains(where: { end.elementsEqual($0.utf8) })
    else { return nil }
    return Slot(form: [0x28], number: Array(digits))
  }

  /// The number that a line of a list or a plan begins with.
  private static func numbered(_ line: ArraySlice<UInt8>) -> Slot? {
    var rest = line.drop { $0 == 0x28 }
    let isOpen = rest.count < line.count
    let word = rest.prefix(while: \.isASCIILetter)
    guard word.count <= mostLetters else { return nil }
    rest = rest[word.endIndex...]
    if !word.isEmpty {
      guard let gap = rest.first, gap == 0x20 || gap == 0x2D else { return nil }
      rest = rest.dropFirst()
    }
    let digits = rest.prefix(while: \.isDecimalDigit)
    guard !digits.isEmpty, digits.count <= mostDigits else { return nil }
    let behind = rest[digits.endIndex...]
    let form = Array(line[..<digits.startIndex].map(\.lowercased))
    if isOpen { return behind.first == 0x29 ? Slot(form: form, number: Array(digits)) : nil }
    if word.isEmpty, let time = time(digits, behind) { return time }
    guard let mark = behind.first, behind.dropFirst().first?.isBlankOrTab == true else {
      return nil
    }
    let isCounted = mark == 0x3A && !word.isEmpty || mark == 0x29
    return isCounted ? Slot(form: form + [mark], number: Array(digits)) : nil
  }

  /// A time of day before a text: `22:00 Band`.
  private static func time(_ hour: ArraySlice<UInt8>, _ rest: ArraySlice<UInt8>) -> Slot? {
    let minute = rest.dropFirst().prefix(while: \.isDecimalDigit)
    guard hour.count <= 2, let sign = rest.first, ":.".utf8.contains(sign), minute.count == 2,
      rest[minute.endIndex...].first?.isBlankOrTab == true
    else { return nil }
    return Slot(form: [sign], number: Array(hour + [sign] + minute))
  }
}
