import DocMergeCore
import DocMergeLanguage

/// Finds an option of a command line such as `--out` that one side replaced everywhere, and the other side put in
/// again.
struct RemovedFlagGuard {
  private let removed: [ArraySlice<UInt8>: Set<ArraySlice<UInt8>>]

  /// Prepares for the base, ours and theirs.
  init(_ inputs: [[UInt8]], _ added: AddedLines) {
    let isPossible = added.replaced.joined().contains { $0.firstRange(of: "--".utf8) != nil }
    removed = isPossible ? Self.removed(inputs.map(Self.flags), inputs[0]) : [:]
  }

  /// The uses of such options.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of all texts.
  func faults(in result: [UInt8]) -> [StructureFault] {
    guard !removed.isEmpty else { return [] }
    let flags = Self.flags(in: result)
    return removed.compactMap { flag, commands in
      let uses = flags[flag, default: []].filter {
        commands.contains(Self.command(at: $0, in: result))
      }
      return uses.isEmpty ? nil : .deleted(flag.excerpt, usedAt: uses)
    }.sorted { $0.stands(before: $1) }
  }

  /// The options that a side deleted or renamed while the other side put them in again, with the commands of their lines.
  private static func removed(
    _ flags: [[ArraySlice<UInt8>: [Range<Int>]]], _ base: [UInt8]
  ) -> [ArraySlice<UInt8>: Set<ArraySlice<UInt8>>] {
    var found: [ArraySlice<UInt8>: Set<ArraySlice<UInt8>>] = [:]
    for (side, other) in [(1, 2), (2, 1)] {
      // A use and its definition, or several uses.
      for (flag, places) in flags[0] where flags[side][flag] == nil && places.count > 1 {
        guard flags[other][flag, default: []].count > places.count else { continue }
        found[flag] = Set(places.map { command(at: $0, in: base) })
      }
    }
    return found
  }

  /// The command that an option is given to: the first word behind the start of the line, or of a code or command in it.
  private static func command(at place: Range<Int>, in text: [UInt8]) -> ArraySlice<UInt8> {
    let line = text[text.line(around: place.lowerBound)]
    let before = line[..<place.lowerBound]
    let start = before.lastIndex { "`|&;$:\"'".utf8.contains($0) } ?? before.startIndex
    return before[start...].drop { !$0.isPartOfName }.prefix { $0.isPartOfName || $0 == 0x2D }
  }

  /// The options of a text, with their places.
  private static func flags(in text: [UInt8]) -> [ArraySlice<UInt8>: [Range<Int>]] {
    var found: [ArraySlice<UInt8>: [Range<Int>]] = [:]
    var rest = text[...]
    while let mark = rest.firstRange(of: "--".utf8) {
      let name = text[mark.upperBound...].prefix { $0.isPartOfName || $0 == 0x2D }
      rest = text[max(name.endIndex, mark.upperBound)...]
      let isStart = text[..<mark.lowerBound].last.map { " \t\n`\"'[(|=".utf8.contains($0) } ?? true
      guard isStart, name.count > 1, name.first?.isASCIILetter == true else { continue }
      found[text[mark.lowerBound..<name.endIndex], default: []]
        .append(mark.lowerBound..<name.endIndex)
    }
    return found
  }
}
