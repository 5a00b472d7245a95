package import DocMergeCore

/// Restores conflicts that rules settled in a file, between markers.
package struct DecisionReversal: Sendable {
  /// The decisions in the file.
  package var record: DecisionRecord
  /// How conflicts are shown.
  package var style: ConflictStyle
  /// How long markers are.
  package var markerSize: Int

  /// Prepares to take back decisions in one file.
  package init(_ record: DecisionRecord, style: ConflictStyle, markerSize: Int = 7) {
    self.record = record
    self.style = style
    self.markerSize = markerSize
  }

  /// Why a decision cannot be taken back.
  package enum Refusal: Error, Hashable {
    /// The text that the rule wrote was changed since, or already taken back.
    case changed
    /// The record does not have the whole result, which was too large.
    case tooLarge
    /// Markers are not possible in a text that is not in UTF-8 or the like.
    case notText
  }

  /// The text of a file with the conflicts of some decisions in place of the text that rules wrote.
  ///
  /// Changes elsewhere in the file since the merge are kept.
  ///
  /// - Parameters:
  ///   - decisions: The numbers of the decisions in the record.
  ///   - text: The file as it is now.
  /// - Returns: The new text of the file.
  /// - Throws: ``Refusal``.
  /// - Complexity: That of a comparison of the text with the result of the merge.
  package func text(
    takingBack decisions: Set<Int>, in text: [UInt8]
  ) throws(Refusal) -> [UInt8] {
    guard let result = record.result else { throw .tooLarge }
    guard !isBinary(text), !isBinary(result) else { throw .notText }
    let lines = Lines(text)
    let hunks = changes(from: result, to: text)
    var output: [UInt8] = []
    var end = 0
    for index in decisions.sorted() where record.decisions.indices.contains(index) {
      let decision = record.decisions[index]
      guard let place = Self.place(of: decision.lines, hunks), place.lowerBound >= end,
        place.upperBound <= lines.count
      else { throw .changed }
      // The numbers are those of lines that end in a line feed; texts of old Macs had none.
      guard lines[place].joined().elementsEqual(decision.result) else { throw .notText }
      output += lines[end..<place.lowerBound].joined()
      output += marked(decision)
      end = place.upperBound
    }
    output += lines[end..<lines.count].joined()
    return output
  }

  /// Whether the file still has the text that the rule wrote.
  package func isInPlace(_ index: Int, in text: [UInt8]) -> Bool {
    place(of: index, in: text) != nil
  }

  /// The lines of the file that still have the text that the rule wrote, counted from 0; `nil` where it was changed.
  package func place(of index: Int, in text: [UInt8]) -> Range<Int>? {
    guard let result = record.result, record.decisions.indices.contains(index) else { return nil }
    return Self.place(of: record.decisions[index].lines, changes(from: result, to: text))
  }

  /// The changes since the merge; text that is now in conflict is not text that a rule wrote.
  private func changes(from result: [UInt8], to text: [UInt8]) -> [Hunk] {
    var masked: [UInt8] = []
    var count = 0
    for piece in ConflictedText(text).pieces {
      switch piece {
      case .text(let bytes): masked += bytes
      case .conflict(let conflict):
        for _ in Lines(Array(conflict.source)) {
          count += 1
          // A line that is in no text.
          masked += [0] + "docmerge \(count)\n".utf8
        }
      }
    }
    return diffLines(base: result, other: masked)
  }

  /// The current place of lines of the result; `nil` where they were changed.
  private static func place(of lines: Range<Int>, _ hunks: [Hunk]) -> Range<Int>? {
    var shift = 0
    for hunk in hunks {
      // Something was added exactly where the rule deleted.
      if hunk.base.isEmpty, hunk.base == lines { return nil }
      if hunk.base.lowerBound >= lines.upperBound, hunk.base.upperBound > lines.lowerBound { break }
      guard hunk.base.upperBound <= lines.lowerBound else { return nil }
      shift = hunk.other.upperBound - hunk.base.upperBound
    }
    return lines.lowerBound + shift..<lines.upperBound + shift
  }

  /// The conflict between its markers.
  private func marked(_ decision: DecisionRecord.Decision) -> [UInt8] {
    let usesCarriageReturns = [decision.ours, decision.theirs, decision.base ?? []].contains {
      $0.suffix(2).elementsEqual([0x0D, 0x0A])
    }
    let conflict = Region.Conflict(
      base: decision.base?[...], ours: decision.ours[...], theirs: decision.theirs[...],
      lineEnding: usesCarriageReturns ? .carriageReturnLineFeed : .lineFeed)
    let isStyled = decision.base != nil
    return Merged(regions: [.conflict(conflict)], style: isStyled ? style : .merge)
      .marked(
        labels: MarkerLabels(
          ours: record.labels.ours, base: record.labels.base, theirs: record.labels.theirs),
        markerSize: markerSize)
  }
}
