import DocMergeCore
import DocMergeLanguage

/// Finds a value in several lines, such as a date or a version, of which each side changed another part: nobody chose
/// the value that the parts make together.
///
///     base  set(VERSION_MAJOR 2)    ours  set(VERSION_MAJOR 3)    theirs  set(VERSION_MAJOR 2)    fault  3.1
///           set(VERSION_MINOR 0)          set(VERSION_MINOR 0)            set(VERSION_MINOR 1)
struct ComposedValueGuard {
  /// The parts in the base, ours and theirs, and those that each side changed.
  private let parts: [[[UInt8]: Part]]
  private let changed: [[[UInt8]: Part]]

  private let isCode: Bool

  /// Prepares for the base, ours and theirs.
  init(_ inputs: [[UInt8]], isCode: Bool) {
    self.isCode = isCode
    parts = inputs.map { Self.parts(in: $0, isCode: isCode) }
    let base = parts[0]
    changed = parts[1...].map { side in
      base.filter { key, part in side[key].map { $0.rest != part.rest } ?? false }
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

    /// A name for the part of this value.
    var key: [UInt8] { Array(start + name) + [0x00, UInt8(truncatingIfNeeded: value.number)] }
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

  /// The lines with a part of a value, by their text up to the name; those that stand twice are left out.
  private static func parts(in text: [UInt8], isCode: Bool) -> [[UInt8]: Part] {
    var found: [[UInt8]: Part] = [:]
    var doubled: Set<[UInt8]> = []
    for line in Lines(text).lazy.map(\.indices) {
      for part in parts(of: text[line], line, isCode) {
        if found.updateValue(part, forKey: part.key) != nil { doubled.insert(part.key) }
      }
    }
    return found.filter { !doubled.contains($0.key) }
  }

  /// The most words before the name of a part.
  private static let mostWords = 3

  /// The parts that a line gives a value: a name, and a number or a word behind it.
  private static func parts(of text: ArraySlice<UInt8>, _ line: Range<Int>, _ isCode: Bool)
    -> [Part]
  {
    let names = text.split(maxSplits: mostWords + 1, omittingEmptySubsequences: true) {
      !$0.isPartOfName && $0 != 0x2D && $0 != 0x2E
    }
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
}
