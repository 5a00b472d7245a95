extension Markers {
  /// Reads a text with markers: what ``write(_:)`` wrote, or what git wrote in any style.
  ///
  /// Outside of a conflict, lines that look like `=======` or `|||||||` are text: the first
  /// underlines headings. `<<<<<<<` and `>>>>>>>` must have their place.
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
  /// A marker line.
  private struct MarkerLine {
    var marker: Marker
    var label: String?
    var notes: Set<Markers.Note> = []
    var ending: LineEnding
  }

  /// A conflict of which some markers have been read.
  private struct Pending {
    var opening: MarkerLine
    /// The marker that the lines at hand follow.
    var marker = Marker.ours
    var ours: ArraySlice<UInt8> = []
    var base: (bytes: ArraySlice<UInt8>, label: String?)?
    /// What the marker before the lines at hand says.
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
      guard let marker = marker(in: lines[line]) else { continue }
      if let conflict = pending {
        try follow(conflict, marker, line: line)
        start = line + 1
      } else if marker.marker == .ours {
        finishText(at: line, marker)
        pending = Pending(opening: marker, notes: marker.notes)
        start = line + 1
      } else if marker.marker == .theirs {
        throw MarkerError(line: line + 1, found: marker.marker, expected: [.ours])
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

  /// Ends the part at hand with the marker that came after it.
  private mutating func follow(
    _ conflict: Pending, _ next: MarkerLine, line: Int
  ) throws(MarkerError) {
    let expected = expected(in: conflict)
    guard expected.contains(next.marker) else {
      throw MarkerError(line: line + 1, found: next.marker, expected: expected)
    }
    var conflict = conflict
    let ending = conflict.opening.ending
    let notes = next.marker == .theirs ? next.notes : conflict.notes
    let part = part(until: line, isUnfinished: notes.contains(.noFinalNewline), ending)
    switch conflict.marker {
    case .ours: conflict.ours = part
    case .base: conflict.base?.bytes = part
    case .separator, .theirs: return finish(conflict, theirs: part, label: next.label)
    }
    if next.marker == .base { conflict.base = ([], next.label) }
    conflict.marker = next.marker
    conflict.notes = next.notes
    pending = conflict
  }

  private mutating func finish(_ conflict: Pending, theirs: ArraySlice<UInt8>, label: String?) {
    let labels = ConflictLabels(
      ours: conflict.opening.label, base: conflict.base?.label, theirs: label)
    let region = Region.Conflict(
      base: conflict.base?.bytes, ours: conflict.ours, theirs: theirs,
      lineEnding: conflict.opening.ending)
    sections.append(.conflict(region, labels))
    pending = nil
  }

  private mutating func finishText(at line: Int, _ marker: MarkerLine) {
    let isUnfinished = marker.notes.contains(.noNewlineBefore)
    append(text: part(until: line, isUnfinished: isUnfinished, marker.ending))
  }

  private mutating func append(text: ArraySlice<UInt8>) {
    if !text.isEmpty { sections.append(.text(text)) }
  }

  /// The lines from ``start`` on, without the ending that was only added to get to a new line.
  private func part(
    until line: Int, isUnfinished: Bool, _ ending: LineEnding
  ) -> ArraySlice<UInt8> {
    let bytes = lines.text(of: start..<line)
    guard isUnfinished, bytes.suffix(ending.bytes.count).elementsEqual(ending.bytes) else {
      return bytes
    }
    return bytes.dropLast(ending.bytes.count)
  }

  /// What the line says as a marker, or `nil` when it is text.
  private func marker(in line: ArraySlice<UInt8>) -> MarkerLine? {
    guard let first = line.first, let marker = Marker(first),
      line.prefix(while: { $0 == first }).count == markerSize
    else { return nil }
    var rest = line.dropFirst(markerSize)
    var ending = LineEnding.lineFeed
    if rest.last == .newline {
      rest.removeLast()
      if rest.last == .carriageReturn {
        rest.removeLast()
        ending = .carriageReturnLineFeed
      }
    }
    guard rest.isEmpty || rest.first == .blank && marker != .separator else { return nil }
    var result = MarkerLine(marker: marker, ending: ending)
    while let note = Markers.Note.allCases.first(where: { rest.ends(with: $0) }) {
      rest = rest.dropLast(note.rawValue.utf8.count)
      if note == .endOfLabel { break }
      result.notes.insert(note)
    }
    if !rest.isEmpty { result.label = String(decoding: rest.dropFirst(), as: UTF8.self) }
    return result
  }
}
