import DocMergeCore

/// Whole lines of a merge: agreed ones, or lines with a conflict in them.
///
/// A conflict may be a single word. Remembered alone it would be found again in unrelated
/// places, so it is remembered with the rest of its lines.
enum Passage {
  case agreed([UInt8])
  case conflict(LineConflict)
}

/// A conflict with the rest of the lines that it is in.
struct LineConflict: Hashable {
  /// The text that both sides were made from; `nil` when it is unknown.
  var base: [UInt8]? = []
  var ours: [UInt8] = []
  var theirs: [UInt8] = []
  var lineEnding = LineEnding.lineFeed

  /// Whether the next text starts a new line on both sides and in the base.
  fileprivate var isAtLineStart: Bool {
    [base ?? [], ours, theirs].allSatisfy { $0.last.map { $0 == UInt8(ascii: "\n") } ?? true }
  }

  /// Adds text that is in all versions.
  fileprivate mutating func append(_ shared: ArraySlice<UInt8>) {
    base?.append(contentsOf: shared)
    ours += shared
    theirs += shared
  }

  fileprivate mutating func append(_ conflict: Region.Conflict) {
    base = conflict.base.flatMap { part in base.map { $0 + part } }
    ours += conflict.ours
    theirs += conflict.theirs
    lineEnding = conflict.lineEnding
  }

  /// The key of the conflict.
  var key: ConflictKey? { ConflictKey(base: base, ours: ours, theirs: theirs) }
  /// The key of the same sides when the base is unknown.
  var keyWithoutBase: ConflictKey? { ConflictKey(base: nil, ours: ours, theirs: theirs) }

  /// The line ending at the start of a passage.
  static func ending(of passage: Passage) -> [UInt8] {
    guard case .agreed(let bytes) = passage else { return LineEnding.lineFeed.bytes }
    let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.startIndex
    let isLong = end > bytes.startIndex && bytes[end - 1] == UInt8(ascii: "\r")
    return isLong ? LineEnding.carriageReturnLineFeed.bytes : LineEnding.lineFeed.bytes
  }

  /// A result with the line endings of this conflict.
  func adapted(_ result: [UInt8]) -> [UInt8] {
    let text = result.withLineFeeds
    guard lineEnding == .carriageReturnLineFeed else { return text }
    return text.flatMap { $0 == UInt8(ascii: "\n") ? lineEnding.bytes : [$0] }
  }
}

extension Merged {
  /// The output in whole lines; there is always an agreed line between two conflicts.
  var passages: [Passage] {
    var passages: [Passage] = []
    var agreed: [UInt8] = []
    var open: LineConflict?
    func close(_ conflict: LineConflict) {
      passages.append(.conflict(conflict))
      open = nil
    }
    for region in regions {
      switch region {
      case .conflict(let conflict):
        var lines = open ?? LineConflict()
        if open == nil {
          let start = agreed.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
          lines.append(agreed[start...])
          agreed.removeSubrange(start...)
          if !agreed.isEmpty { passages.append(.agreed(agreed)) }
          agreed = []
        }
        lines.append(conflict)
        open = lines
      case .agreed(let region):
        guard var lines = open else {
          agreed += region.bytes
          continue
        }
        var rest = region.bytes
        if !lines.isAtLineStart {
          let end = rest.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? rest.endIndex
          lines.append(rest[..<end])
          rest = rest[end...]
          open = lines
        }
        guard !rest.isEmpty else { continue }
        close(lines)
        agreed += rest
      }
    }
    if let open { close(open) }
    if !agreed.isEmpty { passages.append(.agreed(agreed)) }
    return passages
  }
}
