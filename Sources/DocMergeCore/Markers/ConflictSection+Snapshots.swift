extension ConflictSection {
  /// A part of jj's conflict: a side, a base, or the changes from one to the other.
  private struct Segment {
    let mark: MarkerLine
    /// The line that continues the label of the marker.
    var second: MarkerLine?
    var lines: Range<Int>
  }

  /// jj's conflict, with any number of sides.
  func readSnapshots() throws(BrokenConflict) -> MarkedConflict {
    var conflict = conflict(.jjSnapshot)
    var remarks = (sides: [Remark](), bases: [Remark]())
    for segment in segments() {
      if segment.mark.byte == .percent {
        conflict.style = .jjDiff
        let terms = try terms(of: segment.lines)
        let (from, to) = labels(of: segment)
        conflict.bases.append(Part(label: from.label, bytes: terms.base[...]))
        conflict.sides.append(Part(label: to.label, bytes: terms.side[...]))
        remarks.bases.append(from.remark)
        remarks.sides.append(to.remark)
        continue
      }
      let (label, remark) = Remark.taken(from: segment.mark.label)
      let part = Part(label: label, bytes: lines.text(of: segment.lines))
      if segment.mark.byte == .plus {
        conflict.sides.append(part)
        remarks.sides.append(remark)
      } else {
        conflict.bases.append(part)
        remarks.bases.append(remark)
      }
    }
    guard conflict.sides.count > 1, conflict.bases.count == conflict.sides.count - 1 else {
      let (sides, bases) = (conflict.sides.count, conflict.bases.count)
      throw BrokenConflict(opening, .unbalanced(sides: sides, bases: bases))
    }
    // Where jj leaves out the last line ending, it has added one to every part.
    let isPadded = closing.ending == nil && (remarks.sides + remarks.bases).contains { $0 != .none }
    let ending = conflict.lineEnding
    func shorten(_ parts: inout [Part], _ remarks: [Remark]) {
      for index in parts.indices where isPadded || remarks[index] == .isUnfinished {
        parts[index].bytes = parts[index].bytes.without(final: ending)
      }
    }
    shorten(&conflict.sides, remarks.sides)
    shorten(&conflict.bases, remarks.bases)
    return conflict
  }

  private func segments() -> [Segment] {
    var segments: [Segment] = []
    for mark in inner {
      switch mark.byte {
      case .percent, .plus, .minus:
        if let last = segments.indices.last {
          segments[last].lines = segments[last].lines.lowerBound..<mark.index
        }
        segments.append(Segment(mark: mark, lines: mark.index + 1..<closing.index))
      case .backslash:
        guard let last = segments.indices.last, segments[last].mark.byte == .percent,
          segments[last].mark.index + 1 == mark.index
        else { continue }
        segments[last].second = mark
        segments[last].lines = mark.index + 1..<closing.index
      default: continue
      }
    }
    return segments
  }

  /// jj's remark after a marker about the end of the text.
  private enum Remark: Equatable {
    case none
    /// The part has no final newline.
    case isUnfinished
    /// The part has one, and another part has none.
    case other

    /// A label without its remark.
    static func taken(from label: ArraySlice<UInt8>?) -> (label: [UInt8]?, remark: Remark) {
      guard let label else { return (nil, .none) }
      guard let rest = label.dropping(suffix: " (no terminating newline)") else {
        return (Array(label), .none)
      }
      return (rest, .isUnfinished)
    }
  }

  /// The labels of the text before and after a list of changes, from the marker before the list.
  private func labels(
    of segment: Segment
  ) -> (from: (label: [UInt8]?, remark: Remark), to: (label: [UInt8]?, remark: Remark)) {
    guard let label = segment.mark.label else { return ((nil, .none), (nil, .none)) }
    if let second = segment.second {
      let (from, fromRemark) = Remark.taken(from: label)
      let (to, toRemark) = Remark.taken(from: second.label)
      let base = from.map { $0.starts(withWords: "diff from: ") ? Array($0.dropFirst(11)) : $0 }
      let side = to.map { text in
        let text = text.drop { $0 == .blank }
        return Array(text.starts(withWords: "to: ") ? text.dropFirst(4) : text)
      }
      return ((base, fromRemark), (side, toRemark))
    }
    // Before 2025 one line described both.
    var (rest, remark) = Remark.taken(from: label)
    var remarks = (from: remark, to: remark)
    if let shorter = label.dropping(suffix: " (adds terminating newline)") {
      (rest, remarks) = (shorter, (.isUnfinished, .other))
    } else if let shorter = label.dropping(suffix: " (removes terminating newline)") {
      (rest, remarks) = (shorter, (.other, .isUnfinished))
    }
    remark = .none
    let words = rest ?? []
    let prefix = Array("Changes from ".utf8)
    let join = Array(" to ".utf8)
    guard words.starts(with: prefix),
      let place = words.indices.first(where: { words[$0...].starts(with: join) })
    else { return ((nil, remarks.from), (words, remarks.to)) }
    let from = Array(words[prefix.count..<place])
    return ((from, remarks.from), (Array(words[(place + join.count)...]), remarks.to))
  }
}

extension ArraySlice<UInt8> {
  /// The bytes without `suffix`, or `nil` if they do not end with it.
  fileprivate func dropping(suffix: String) -> [UInt8]? {
    guard self.suffix(suffix.utf8.count).elementsEqual(suffix.utf8) else { return nil }
    return Array(dropLast(suffix.utf8.count))
  }
}
