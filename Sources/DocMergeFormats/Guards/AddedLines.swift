import DocMergeLanguage

/// The lines that each side has and the base has not, which most guards of program code start from.
struct AddedLines: Sendable {
  /// The lines of ours and theirs, without their ends, in the order of the text.
  let sides: [[ArraySlice<UInt8>]]

  /// Compares the lines of each side with those of the base.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of all texts.
  init(_ inputs: [[UInt8]]) {
    let known = Set(inputs[0].split(separator: 0x0A))
    sides = inputs[1...].map { side in side.split(separator: 0x0A).filter { !known.contains($0) } }
  }

  /// Whether a side, or each side, has such a line.
  func areThere(inEach: Bool, where isWanted: (ArraySlice<UInt8>) -> Bool) -> Bool {
    inEach
      ? sides.allSatisfy { $0.contains(where: isWanted) }
      : sides.contains { $0.contains(where: isWanted) }
  }
}
