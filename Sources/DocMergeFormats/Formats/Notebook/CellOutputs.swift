/// The source of the outputs and counts of a merged cell: the side whose text is kept.
///
///     one side changed the text       where both ran the cell, those of that side: the other one ran the old text
///     each changed it differently     none: the merged text has not been run
///     neither, or both alike          those of the side that ran it; of two runs those of ours
struct CellOutputs {
  /// The source of the outputs.
  enum Source: Equatable {
    case side(Version)
    case none
  }

  /// The source; `nil` where at most one side changed them, and the text is unchanged.
  let source: Source?

  init(of cells: Triple<Node?>) {
    let texts = cells.map { $0?.cellText?.content }
    let isChanged = (ours: texts.ours != texts.base, theirs: texts.theirs != texts.base)
    let results = cells.map(Self.results)
    let hasBothRuns = results.ours != results.base && results.theirs != results.base
    if texts.ours != texts.theirs {
      switch isChanged {
      case (true, true): source = Source.none
      case (true, false): source = hasBothRuns ? .side(.ours) : nil
      default: source = hasBothRuns ? .side(.theirs) : nil
      }
      return
    }
    source = hasBothRuns ? .side(.ours) : nil
  }

  private static func results(of cell: Node?) -> [UInt64] {
    (cell?.children ?? []).filter { $0.settlement == .asCellText }.map(\.content)
  }

  /// A member without a result: `"outputs": []`, `"execution_count": null`.
  static func cleared(_ member: Node, in text: [UInt8]) -> ArraySlice<UInt8> {
    guard let value = member.valueStart(in: text) else { return text[member.body] }
    let empty = member.kind == .items ? "[]" : "null"
    return text[member.body.lowerBound..<value] + Array(empty.utf8)
  }
}

extension Node {
  /// The start of the value of a member of an object.
  func valueStart(in text: [UInt8]) -> Int? {
    guard let key, let colon = text[key.range.upperBound..<body.upperBound].firstIndex(of: 0x3A)
    else { return nil }
    return text[colon + 1..<body.upperBound].firstIndex { !$0.isWhite }
  }
}
