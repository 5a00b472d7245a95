extension ConflictedText {
  /// The texts that markers show, as a merge that left these conflicts.
  package struct ReconstructedMerge: Sendable {
    /// The text of each side, and of the base as far as markers show it; in UTF-8.
    package var base: [UInt8] = []
    package var ours: [UInt8] = []
    package var theirs: [UInt8] = []
    /// The merge; its conflicts are those of the text, in order.
    package var merge: LayeredMerge
  }

  /// Reconstructs the texts that were merged, with `\n` at the end of each line if all lines end
  /// in the same way.
  ///
  /// - Parameter suggest: Makes a suggestion for a conflict.
  /// - Returns: The texts; `nil` where a conflict has more than two sides.
  /// - Complexity: O(*n*), *n* being the number of bytes.
  package func reconstructed(
    suggest: (MarkedConflict) -> Region.Suggestion? = { _ in nil }
  ) -> ReconstructedMerge? {
    guard conflicts.allSatisfy({ $0.sides.count == 2 }) else { return nil }
    let lineEnding = lineEnding
    func plain(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
      lineEnding == .lineFeed ? bytes : bytes.filter { $0 != .carriageReturn }[...]
    }
    let texts = JoinedTexts(pieces, plain)
    let (base, ours, theirs) = (texts.base, texts.ours, texts.theirs)
    let regions = zip(pieces, texts.ranges).compactMap { piece, range -> Region? in
      switch piece {
      case .text(let bytes):
        return bytes.isEmpty ? nil : .agreed(.init(bytes: ours[range.ours], origin: .base))
      case .conflict(let conflict):
        return .conflict(
          Region.Conflict(
            base: range.base.map { base[$0] }, ours: ours[range.ours],
            theirs: theirs[range.theirs],
            lineEnding: lineEnding == .lineFeed ? conflict.lineEnding : .lineFeed,
            suggestion: suggest(conflict).map { suggestion in
              .init(bytes: Array(plain(suggestion.bytes[...])), rule: suggestion.rule)
            }))
      }
    }
    let merge = LayeredMerge(
      Merged(regions: regions, style: .diff3), base: base, ours: ours, theirs: theirs)
    return ReconstructedMerge(base: base, ours: ours, theirs: theirs, merge: merge)
  }
}

extension ConflictedText {
  /// `\r\n` if each line of the text ends so, and there is no other `\r`.
  private var lineEnding: LineEnding {
    var (returns, feeds, pairs) = (0, 0, 0)
    var last: UInt8 = 0
    for piece in pieces {
      let bytes: ArraySlice<UInt8>
      switch piece {
      case .text(let text): bytes = text
      case .conflict(let conflict): bytes = conflict.source
      }
      for byte in bytes {
        if byte == .carriageReturn { returns += 1 }
        if byte == .newline {
          feeds += 1
          pairs += last == .carriageReturn ? 1 : 0
        }
        last = byte
      }
    }
    return feeds > 0 && feeds == pairs && returns == pairs ? .carriageReturnLineFeed : .lineFeed
  }

  /// A text with `\n` at the end of each line, converted to the line endings of this one.
  package func withLineEndings(_ text: [UInt8]) -> [UInt8] {
    guard lineEnding == .carriageReturnLineFeed else { return text }
    var result: [UInt8] = []
    for byte in text {
      if byte == .newline, result.last != .carriageReturn { result.append(.carriageReturn) }
      result.append(byte)
    }
    return result
  }
}

/// The texts that markers show, each in one piece.
private struct JoinedTexts {
  private(set) var base: [UInt8] = []
  private(set) var ours: [UInt8] = []
  private(set) var theirs: [UInt8] = []
  /// Where each piece stands in them: the slices of regions are of the whole texts.
  private(set) var ranges: [(base: Range<Int>?, ours: Range<Int>, theirs: Range<Int>)] = []

  init(
    _ pieces: [ConflictedText.Piece], _ plain: (ArraySlice<UInt8>) -> ArraySlice<UInt8>
  ) {
    for piece in pieces {
      switch piece {
      case .text(let bytes):
        let plain = plain(bytes)
        append(plain, plain, plain)
      case .conflict(let conflict):
        append(
          conflict.base.map { plain($0.bytes) }, plain(conflict.sides[0].bytes),
          plain(conflict.sides[1].bytes))
      }
    }
  }

  private mutating func append(
    _ base: ArraySlice<UInt8>?, _ ours: ArraySlice<UInt8>, _ theirs: ArraySlice<UInt8>
  ) {
    ranges.append(
      (
        base.map { self.base.appended($0) }, self.ours.appended(ours),
        self.theirs.appended(theirs)
      ))
  }
}

extension [UInt8] {
  /// Appends bytes, and returns their range.
  fileprivate mutating func appended(_ bytes: ArraySlice<UInt8>) -> Range<Int> {
    let start = count
    self += bytes
    return start..<count
  }
}
