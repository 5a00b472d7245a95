import DocMergeCore
import DocMergeDecisions
import DocMergeLanguage

/// The lines of a result, each with its origin.
enum ResultRows {
  /// The lines of a document with the decisions so far.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - hasMarkers: Whether open regions are shown with markers, and not as one line.
  /// - Returns: The lines; a description where the document is decided as a whole.
  static func rows(of document: SessionDocument, hasMarkers: Bool = false) -> [Row] {
    if let whole = document.whole {
      return [
        Row(content: .words(tr("Taken: \(whole.words(in: document)).")), style: Style(.decided))
      ]
    }
    guard let text = document.text else {
      return [
        Row(content: .words(tr("To decide as a whole.")), style: Row.Tag.open.style, tag: .open)
      ]
    }
    var builder = Builder(hasMarkers: hasMarkers)
    builder.rows.reserveCapacity(text.parts.count * 4)
    for part in text.parts { builder.append(part) }
    if builder.rows.isEmpty {
      builder.rows = [Row(content: .words(tr("(an empty text)")), style: .faint)]
    }
    return builder.rows
  }

  /// Folds stretches that neither side changed, except some lines around everything else.
  static func folded(_ rows: [Row], context: Int = 3) -> [Row] {
    var result: [Row] = []
    var start = 0
    while start < rows.count {
      let end = rows[start...].firstIndex { $0.tag != .unchanged || $0.region != nil } ?? rows.count
      let first = start == 0 ? start : min(start + context, end)
      let last = end == rows.count ? end : max(first, end - context)
      if last - first > 1 {
        result += rows[start..<first]
        result.append(
          Row(
            content: .rule(" \(counted(last - first, "unchanged line")) "), style: .faint,
            folded: last - first))
        result += rows[last..<end]
      } else {
        result += rows[start..<end]
      }
      start = end
      while start < rows.count, rows[start].tag != .unchanged || rows[start].region != nil {
        result.append(rows[start])
        start += 1
      }
    }
    return result
  }
}

/// Builds the lines of a result.
private struct Builder {
  let hasMarkers: Bool
  var rows: [Row] = []
  private var region = 0

  init(hasMarkers: Bool) { self.hasMarkers = hasMarkers }

  mutating func append(_ part: TextDecisions.Part) {
    switch part {
    case .agreed(let agreed): append(agreed.bytes, agreed.origin.tag)
    case .open(let open):
      append(open)
      region += 1
    }
  }

  private mutating func append(_ bytes: ArraySlice<UInt8>, _ tag: Row.Tag, of region: Int? = nil) {
    for line in LineSlices(bytes) {
      rows.append(Row(content: .text(line), style: tag.style, tag: tag, region: region))
    }
  }

  private mutating func append(words: String, _ tag: Row.Tag) {
    rows.append(Row(content: .words(words), style: tag.style, tag: tag, region: region))
  }

  private mutating func append(_ open: OpenRegion) {
    guard let choice = open.choice, let bytes = open.decided else { return appendOpen(open) }
    guard !bytes.isEmpty else { return append(words: tr("(nothing)"), choice.tag) }
    let conflict = open.conflict
    switch choice {
    case .oursThenTheirs:
      append(conflict.ours, .ours, of: region)
      append(conflict.theirs, .theirs, of: region)
    case .theirsThenOurs:
      append(conflict.theirs, .theirs, of: region)
      append(conflict.ours, .ours, of: region)
    default: append(bytes[...], choice.tag, of: region)
    }
  }

  private mutating func appendOpen(_ open: OpenRegion) {
    guard hasMarkers else { return appendQuestion(open) }
    append(words: "<<<<<<< ours", .open)
    append(open.conflict.ours, .open, of: region)
    if let base = open.base {
      append(words: "||||||| base", .open)
      append(base, .open, of: region)
    }
    append(words: "=======", .open)
    append(open.conflict.theirs, .open, of: region)
    append(words: ">>>>>>> theirs", .open)
  }

  /// An open region, with its suggestion.
  private mutating func appendQuestion(_ open: OpenRegion) {
    guard let suggestion = open.suggestion else {
      return append(words: tr("conflict \(region + 1), to decide"), .open)
    }
    append(words: tr("conflict \(region + 1), to decide; suggested:"), .open)
    for line in LineSlices(suggestion.bytes[...]) {
      rows.append(Row(content: .text(line), style: Style(.rule), tag: .open, region: region))
    }
  }
}

extension Region.Agreed.Origin {
  /// The tag of its lines.
  var tag: Row.Tag {
    switch self {
    case .base: .unchanged
    case .ours, .favoured(.ours): .ours
    case .theirs, .favoured(.theirs): .theirs
    case .both, .favoured(.union): .both
    case .decided: .rule
    }
  }
}

extension Choice {
  /// The tag of its lines.
  var tag: Row.Tag {
    switch self {
    case .ours: .ours
    case .theirs: .theirs
    case .oursThenTheirs, .theirsThenOurs: .both
    case .base: .unchanged
    case .suggestion: .rule
    case .remembered: .remembered
    case .edited: .edited
    }
  }
}
