/// The text of a result with ours, and with theirs, in place of each conflict that it leaves.
///
/// Lines end in `\n` alone, as those of ``LayeredTexts`` do.
package struct ResultTexts: Sendable {
  /// The text with ours in place of conflicts.
  package private(set) var ours: [UInt8] = []
  /// The text with theirs.
  package private(set) var theirs: [UInt8] = []
  /// Where the conflicts are in the text with ours.
  private(set) var open: [Range<Int>] = []
  /// For each line of the text with ours: its start there, and its line in the result.
  private var lines: [(start: Int, source: ArraySlice<UInt8>)] = []

  /// Whether no conflict is left.
  package var isWhole: Bool { open.isEmpty }

  /// Looks for conflicts between markers.
  ///
  /// - Parameters:
  ///   - result: The result.
  ///   - inputs: The merged texts; their own markers do not count as markers.
  package init(_ result: [UInt8], inputs: [[UInt8]]) {
    for section in ResultSections.sections(of: result, inputs: inputs) {
      switch section {
      case .text(let text): append(text)
      case .conflict(let conflict, _): append(conflict)
      }
    }
  }

  /// Takes the regions of a merge.
  package init(_ merged: Merged) {
    for region in merged.regions {
      switch region {
      case .agreed(let agreed): append(agreed.bytes)
      case .conflict(let conflict): append(conflict)
      }
    }
  }

  private mutating func append(_ text: ArraySlice<UInt8>) {
    appendOurs(text)
    theirs += text.withNewlines
  }

  private mutating func append(_ conflict: Region.Conflict) {
    let start = ours.count
    appendOurs(conflict.ours)
    theirs += conflict.theirs.withNewlines
    open.append(start..<ours.count)
  }

  private mutating func appendOurs(_ text: ArraySlice<UInt8>) {
    for line in LineRun(text).lines {
      lines.append((ours.count, line))
      ours += line.withNewlines
    }
  }

  /// The line of the result that a place of the text with ours is in.
  func line(at place: Int) -> ArraySlice<UInt8> {
    let next = lines.partitioningIndex { $0.start > place }
    return next > 0 ? lines[next - 1].source : []
  }
}

extension Sequence<UInt8> {
  /// The bytes with `\n` in place of each `\r\n`.
  package var withNewlines: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(underestimatedCount)
    for byte in self {
      if byte == .newline, bytes.last == .carriageReturn { bytes.removeLast() }
      bytes.append(byte)
    }
    return bytes
  }
}
