import DocMergeCore
import DocMergeLanguage

/// Finds a value of several parts with names, such as a date, a version or a colour, of which each side changed one.
///
/// No side chose the value that the parts make together. Each part has a line, or they share one.
///
///     base  set(VERSION_MAJOR 2)    ours  set(VERSION_MAJOR 3)    theirs  set(VERSION_MAJOR 2)    fault  3.1
///           set(VERSION_MINOR 0)          set(VERSION_MINOR 0)            set(VERSION_MINOR 1)
struct ComposedValueGuard {
  /// The parts in the base, ours and theirs, and those that each side changed.
  private let parts: [[[UInt8]: Part]]
  private let changed: [[[UInt8]: Part]]

  private let isCode: Bool

  /// Prepares for the base, ours and theirs; `nil` where a side changed no part of such a value.
  init?(_ inputs: [[UInt8]], _ added: AddedLines, isCode: Bool) {
    self.isCode = isCode
    guard
      added.areThere(inEach: true, where: { !Self.parts(of: $0, $0.indices, isCode).isEmpty })
    else { return nil }
    parts = inputs.map { Self.parts(in: $0, isCode: isCode) }
    let base = parts[0]
    let counts = parts.map { found in
      found.values.reduce(into: [[UInt8]: Int]()) { $0[$1.group, default: 0] += 1 }
    }
    changed = parts[1...].map { side in
      base.filter { key, part in
        // Where a side added or removed records, their numbers say nothing.
        side[key].map { $0.rest != part.rest } ?? false
          && Set(counts.map { $0[part.group] }).count == 1
      }
    }
  }

  /// A line with a part of a value.
  private struct Part {
    let value: ComposedValue
    /// The text before the name.
    let start: ArraySlice<UInt8>
    let name: ArraySlice<UInt8>
    /// The text behind the name.
    let rest: ArraySlice<UInt8>
    let line: Range<Int>

    /// The number of the record, of those with such a part.
    var record = 0

    /// A name for such parts of all records.
    var group: [UInt8] { Array(start + name) + [0x00, UInt8(truncatingIfNeeded: value.number)] }
    /// A name for the part of this value.
    var key: [UInt8] { group + Array(String(record).utf8) }
  }

  /// The parts of such values.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of all texts.
  func faults(in result: [UInt8]) -> [StructureFault] {
    guard changed.allSatisfy({ !$0.isEmpty }) else { return [] }
    var merged: [[UInt8]: Part]?
    var faults: [StructureFault] = []
    for (key, part) in changed[0] where changed[1][key] == nil {
      let others = changed[1].filter { other, found in
        changed[0][other] == nil && found.value == part.value && found.start == part.start
          && found.record == part.record
          && part.value.isSaid(by: part.rest, found.rest)
      }
      guard !others.isEmpty else { continue }
      let found = merged ?? Self.parts(in: result, isCode: isCode)
      merged = found
      // Both changes must have come into the result.
      guard found[key]?.rest == parts[1][key]?.rest,
        let (other, _) = others.first(where: { found[$0.key]?.rest == parts[2][$0.key]?.rest }),
        let one = found[key], let two = found[other]
      else { continue }
      let name = part.name.excerpt
      faults.append(
        StructureFault(
          places: [one.line, two.line],
          reason: tr("each side changed another part of the value of `\(name)`")))
    }
    return faults.sorted { $0.stands(before: $1) }
  }

  /// The lines with a part of a value, by their text up to the name, and by the number of their record.
  private static func parts(in text: [UInt8], isCode: Bool) -> [[UInt8]: Part] {
    var found: [[UInt8]: Part] = [:]
    var counts: [[UInt8]: Int] = [:]
    for line in Lines(text).places {
      for var part in parts(of: text[line], line, isCode) {
        part.record = counts[part.group, default: 0]
        counts[part.group] = part.record + 1
        found[part.key] = part
      }
    }
    return found
  }

  /// The most words before the name of a part, and of a line with several parts.
  private static let (mostWords, mostWordsOfLine) = (3, 24)

  /// The parts that a line gives a value: a name, and a number or a word behind it.
  private static func parts(of text: ArraySlice<UInt8>, _ line: Range<Int>, _ isCode: Bool)
    -> [Part]
  {
    let hasParts = text.count { $0 == 0x3A || $0 == 0x3D } > 1
    let limit = hasParts ? mostWordsOfLine : mostWords + 1
    let names = text.split(maxSplits: limit, omittingEmptySubsequences: true) {
      !$0.isPartOfName && $0 != 0x2D && $0 != 0x2E
    }
    let inline = hasParts ? partsOfOneLine(text, line, names) : []
    if !inline.isEmpty { return inline }
    for name in names.prefix(mostWords) where name.count > 1 {
      let values = ComposedValue.all(withPart: name)
      guard !values.isEmpty else { continue }
      let rest = text[name.endIndex...].trimmed
      guard rest.contains(where: \.isPartOfName) else { return [] }
      // A variable of a program is no value.
      if isCode, !rest.contains(where: { $0.isDecimalDigit || "\"'`".utf8.contains($0) }) {
        return []
      }
      return values.map {
        Part(value: $0, start: text[..<name.startIndex], name: name, rest: rest, line: line)
      }
    }
    return []
  }

  /// The parts with numbers that share a line: `Color(red: 10, green: 90)`; none where there is only one.
  private static func partsOfOneLine(
    _ text: ArraySlice<UInt8>, _ line: Range<Int>, _ names: [ArraySlice<UInt8>]
  ) -> [Part] {
    var found: [Part] = []
    for name in names.dropLast() {
      // A key of JSON ends with a quotation mark.
      let quoted = text[name.endIndex...]
      let rest = (quoted.first == 0x22 ? quoted.dropFirst() : quoted).drop(while: \.isBlankOrTab)
      guard let sign = rest.first, sign == 0x3A || sign == 0x3D else { continue }
      let start = rest.dropFirst().trimmed
      let value = (start.first == 0x22 ? start.dropFirst() : start).prefix {
        $0.isPartOfName || $0 == 0x2E || $0 == 0x2D
      }
      guard value.first.map({ $0.isDecimalDigit || $0 == 0x2D }) ?? false else { continue }
      let head = text[..<(found.first?.name ?? name).startIndex]
      let values = ComposedValue.all(withPart: name, inOneLine: true)
        .filter { !$0.isPoint || holdsPoint(head) }
      found += values.map {
        Part(value: $0, start: head, name: name, rest: value, line: line)
      }
    }
    return Set(found.map(\.name)).count > 1 ? found : []
  }

  /// Whether a text says that a point follows, as in `Point {`, `position: (` and `<rect`.
  private static func holdsPoint(_ text: ArraySlice<UInt8>) -> Bool {
    text.trimmed.first == UInt8(ascii: "<")
      || text.split { !$0.isLetter }.contains { word in
        let name = String(decoding: word, as: UTF8.self).lowercased()
        return ["point", "position", "coord", "vec", "location", "translate"].contains {
          name.hasPrefix($0)
        }
      }
  }
}
