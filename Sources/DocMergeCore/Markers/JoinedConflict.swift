/// A conflict at the end of a text in which markers stick to lines that lack an ending.
///
/// Mercurial writes such conflicts:
///
///     <<<<<<< working copy
///     two=======
///     TWO>>>>>>> merge rev
struct JoinedConflict {
  /// The conflict as it would be with each marker on a line of its own.
  private(set) var conflict: MarkedConflict

  /// Reads the lines from `opening` on, or fails if they do not form a conflict in this way either.
  init?(lines: Lines, opening: MarkerLine, until end: Int) {
    guard end == lines.count else { return nil }
    var copy = Copy(markerSize: opening.size)
    for index in opening.index..<end {
      let line = lines[index]
      if index > opening.index, let place = Self.marker(in: line, size: opening.size) {
        copy.add(line[..<place], unfinishedWith: opening.ending ?? .lineFeed)
        copy.add(line[place...])
      } else {
        copy.add(line)
      }
    }
    guard let text = copy.noted else { return nil }
    var scanner = ConflictScanner(text, markerSize: opening.size, readsJoined: false)
    scanner.scan()
    guard scanner.findings.isEmpty, scanner.pieces.count == 1,
      case .conflict(let conflict) = scanner.pieces[0]
    else { return nil }
    self.conflict = conflict
    self.conflict.source = lines.text(of: opening.index..<end)
    self.conflict.lines = opening.index + 1..<end + 1
  }

  /// The first line within a conflict that has a marker after its text, and the marker's byte.
  static func firstHidden(
    in lines: Lines, between opening: MarkerLine, and closing: MarkerLine
  ) -> (line: Int, byte: UInt8)? {
    for index in (opening.index + 1)..<closing.index {
      let line = lines[index]
      if let place = marker(in: line, size: opening.size, [.base, .separator, .closing, .minus]) {
        return (index, line[place])
      }
    }
    return nil
  }

  /// The start of a marker within a line, if there is one.
  private static func marker(
    in line: ArraySlice<UInt8>, size: Int, _ bytes: [UInt8] = [.base, .separator, .closing]
  ) -> Int? {
    let isWindows = line.suffix(2).elementsEqual(LineEnding.carriageReturnLineFeed.bytes)
    let body = line.without(final: isWindows ? .carriageReturnLineFeed : .lineFeed)
    for byte in bytes {
      var index = body.startIndex + 1
      while index < body.endIndex {
        guard body[index] == byte else {
          index += 1
          continue
        }
        let end = body[index...].firstIndex { $0 != byte } ?? body.endIndex
        if end - index == size, body[index - 1] != byte,
          end == body.endIndex || body[end] == .blank
        {
          return index
        }
        index = end
      }
    }
    return nil
  }
}

/// The lines of a conflict with each marker on a line of its own.
private struct Copy {
  let markerSize: Int
  private var text: [UInt8] = []
  private var labels: [MarkerLine] = []
  /// Where each marker's label ends in the text.
  private var places: [Int] = []
  /// The markers whose parts lack an ending; -1 means the last one.
  private var unfinished: [Int] = []

  init(markerSize: Int) { self.markerSize = markerSize }

  /// Adds a line, which may be a marker.
  mutating func add(_ line: ArraySlice<UInt8>) {
    guard let mark = MarkerLine(line, index: labels.count, minimum: markerSize),
      mark.size == markerSize,
      [.opening, .base, .separator, .closing, .plus, .minus].contains(mark.byte)
    else {
      text += line
      return
    }
    let body = line.without(final: mark.ending ?? .lineFeed)
    labels.append(mark)
    text += body
    places.append(text.count)
    text += line[body.endIndex...]
  }

  /// Adds the last line of a part, and the ending that it lacks.
  mutating func add(_ line: ArraySlice<UInt8>, unfinishedWith ending: LineEnding) {
    text += line + ending.bytes
    let plus = labels.lastIndex { $0.byte == .plus }
    guard let plus, plus == labels.count - 1 else {
      // In git's styles, the marker after theirs describes it.
      unfinished.append(labels.last?.byte == .separator && plus == nil ? -1 : labels.count - 1)
      return
    }
    // The last of the changes describes the base, the side, or both.
    if line.first != .plus { unfinished.append(plus - 1) }
    if line.first != .minus { unfinished.append(plus) }
  }

  /// The text with notes about missing endings, or `nil` if none is missing.
  var noted: [UInt8]? {
    guard !unfinished.isEmpty, labels.last?.byte == .closing else { return nil }
    var text = text
    let marks = Set(unfinished.map { $0 < 0 ? labels.count - 1 : $0 })
    for mark in marks.sorted(by: >) where places.indices.contains(mark) {
      text.insert(contentsOf: Markers.Note.noFinalNewline.rawValue.utf8, at: places[mark])
    }
    return text
  }
}
