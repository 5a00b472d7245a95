extension Markers {
  /// Reads a text with markers, from ``write(_:)`` or from git in any style.
  ///
  /// Outside of a conflict, lines that look like `=======` or `|||||||` are text: the first
  /// underlines headings. `<<<<<<<` and `>>>>>>>` must be in the right place.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
  /// - Throws: The first ``MarkerError`` in the text.
  public static func parse(_ text: MarkedText) throws(MarkerError) -> [MarkedSection] {
    var parser = MarkerParser(text)
    return try parser.read()
  }
}

/// Reads a text with markers from its first line to its last.
private struct MarkerParser {
  /// A conflict of which some markers have been read.
  private struct Pending {
    var opening: MarkerLine
    /// The marker before the current lines.
    var marker = Marker.ours
    var ours: ArraySlice<UInt8> = []
    var base: (bytes: ArraySlice<UInt8>, label: String?)?
    /// The notes of the marker before the current lines.
    var notes: Set<Markers.Note>
  }

  private let lines: Lines
  private let markerSize: Int
  private var sections: [MarkedSection] = []
  private var pending: Pending?
  /// The first line after the last marker.
  private var start = 0

  init(_ text: MarkedText) {
    lines = Lines(text.bytes)
    markerSize = max(text.markerSize, 1)
  }

  mutating func read() throws(MarkerError) -> [MarkedSection] {
    for line in lines.indices {
      guard let (mark, marker) = marker(in: line) else { continue }
      if let conflict = pending {
        try follow(conflict, mark, marker)
        start = line + 1
      } else if marker == .ours {
        finishText(at: mark)
        pending = Pending(opening: mark, notes: mark.notes)
        start = line + 1
      } else if marker == .theirs {
        throw MarkerError(line: line + 1, found: marker, expected: [.ours])
      }
    }
    if let pending {
      throw MarkerError(line: lines.count + 1, found: nil, expected: expected(in: pending))
    }
    append(text: lines.text(of: start..<lines.count))
    return sections
  }

  private func expected(in conflict: Pending) -> [Marker] {
    switch conflict.marker {
    case .ours: return [.base, .separator]
    case .base: return [.separator]
    case .separator, .theirs: return [.theirs]
    }
  }

  /// Ends the current part with the marker that follows it.
  private mutating func follow(
    _ conflict: Pending, _ next: MarkerLine, _ marker: Marker
  ) throws(MarkerError) {
    let expected = expected(in: conflict)
    guard expected.contains(marker) else {
      throw MarkerError(line: next.index + 1, found: marker, expected: expected)
    }
    var conflict = conflict
    let notes = marker == .theirs ? next.notes : conflict.notes
    let part = part(
      until: next.index, isUnfinished: notes.contains(.noFinalNewline),
      conflict.opening.knownEnding)
    switch conflict.marker {
    case .ours: conflict.ours = part
    case .base: conflict.base?.bytes = part
    case .separator, .theirs: return finish(conflict, theirs: part, label: next.name)
    }
    if marker == .base { conflict.base = ([], next.name) }
    conflict.marker = marker
    conflict.notes = next.notes
    pending = conflict
  }

  private mutating func finish(_ conflict: Pending, theirs: ArraySlice<UInt8>, label: String?) {
    let labels = ConflictLabels(
      ours: conflict.opening.name, base: conflict.base?.label, theirs: label)
    let region = Region.Conflict(
      base: conflict.base?.bytes, ours: conflict.ours, theirs: theirs,
      lineEnding: conflict.opening.knownEnding)
    sections.append(.conflict(region, labels))
    pending = nil
  }

  private mutating func finishText(at mark: MarkerLine) {
    let isUnfinished = mark.notes.contains(.noNewlineBefore)
    append(text: part(until: mark.index, isUnfinished: isUnfinished, mark.knownEnding))
  }

  private mutating func append(text: ArraySlice<UInt8>) {
    if !text.isEmpty { sections.append(.text(text)) }
  }

  /// The lines from ``start`` on, without an ending that was only added to start a new line.
  private func part(
    until line: Int, isUnfinished: Bool, _ ending: LineEnding
  ) -> ArraySlice<UInt8> {
    let bytes = lines.text(of: start..<line)
    return isUnfinished ? bytes.without(final: ending) : bytes
  }

  /// The line as one of git's markers, or `nil` when it is text.
  private func marker(in line: Int) -> (line: MarkerLine, marker: Marker)? {
    guard let read = MarkerLine(lines[line], index: line, minimum: markerSize),
      read.size == markerSize, let marker = Marker(read.byte), marker != .separator || read.isBare
    else { return nil }
    return (read, marker)
  }
}

extension MarkerLine {
  /// The label as text.
  fileprivate var name: String? { label.map { String(decoding: $0, as: UTF8.self) } }

  /// How the line ends, or would end if it were not the last one.
  fileprivate var knownEnding: LineEnding { ending ?? .lineFeed }
}
