import DocMergeCore
import DocMergeLanguage

/// The lines that each side has and the base has not, which most guards of program code start from.
struct AddedLines: Sendable {
  /// The lines of ours and theirs, without their ends, in the order of the text.
  let sides: [[ArraySlice<UInt8>]]
  /// The lines of the base that ours and theirs replaced or deleted; some may stand elsewhere in the side.
  let replaced: [[ArraySlice<UInt8>]]

  /// Finds the changed lines that the base has nowhere.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the base, and of what the sides changed.
  init(_ parts: InputChanges.Sides<[InputChanges.ChangedPart]>, of texts: Triple<[UInt8]>) {
    let changed = [(parts.ours, texts.ours), (parts.theirs, texts.theirs)].map {
      parts, text in parts.flatMap { text[$0.side].split(separator: 0x0A) }
    }
    replaced = [parts.ours, parts.theirs].map { parts in
      parts.flatMap { texts.base[$0.base].split(separator: 0x0A) }
    }
    let known = Self.known(of: Set(changed.joined()), in: texts.base)
    sides = changed.map { lines in lines.filter { !known.contains($0) } }
  }

  /// Those of some lines that a text has.
  private static func known(
    of lines: Set<ArraySlice<UInt8>>, in text: [UInt8]
  ) -> Set<ArraySlice<UInt8>> {
    guard !lines.isEmpty else { return [] }
    // Most lines of the text differ from all of them in length or at the end: they need not be hashed.
    let shapes = Set(lines.map(shape))
    return Set(
      Lines(text).lazy.map { $0.last == 0x0A ? $0.dropLast() : $0 }
        .filter { shapes.contains(shape(of: $0)) && lines.contains($0) })
  }

  /// The length and the last four bytes, which tell most lines apart.
  private static func shape(of line: ArraySlice<UInt8>) -> UInt64 {
    line.suffix(4).reduce(UInt64(line.count)) { $0 << 8 | UInt64($1) }
  }

  /// What the lines of each side give; `nil` where those of one side give nothing.
  ///
  /// Most sides of a small merge give nothing. No set or dictionary of such values is needed then, which the runtime
  /// would have to make a type for.
  func values<Value>(_ read: (ArraySlice<UInt8>) -> Value?) -> [[Value]]? {
    let ours = sides[0].compactMap(read)
    guard !ours.isEmpty else { return nil }
    let theirs = sides[1].compactMap(read)
    return theirs.isEmpty ? nil : [ours, theirs]
  }

  /// Whether a side, or each side, has such a line.
  func areThere(inEach: Bool, where isWanted: (ArraySlice<UInt8>) -> Bool) -> Bool {
    inEach
      ? sides.allSatisfy { $0.contains(where: isWanted) }
      : sides.contains { $0.contains(where: isWanted) }
  }
}
