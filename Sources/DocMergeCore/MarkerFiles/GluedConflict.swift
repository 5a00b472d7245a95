/// A conflict at the end of a text in which markers stick to lines that lack an ending.
///
/// Mercurial writes such ones:
///
///     <<<<<<< working copy
///     two=======
///     TWO>>>>>>> merge rev
struct GluedConflict {
  /// The conflict as it would be with each marker on a line of its own.
  private(set) var conflict: MarkedConflict

  /// Reads the lines from `opening` on, or fails if that gives no conflict either.
  init?(lines: Lines, opening: MarkerLine, until end: Int) {
    guard end == lines.count else { return nil }
    let source = lines.text(of: opening.index..<end)
    var text: [UInt8] = []
    // What is said of a part that lacks its ending, by the marker that stands before it.
    var labels: [MarkerLine] = []
    var notes: [Int] = []
    func add(_ line: ArraySlice<UInt8>) {
      if let mark = MarkerLine(line, index: labels.count), mark.size == opening.size,
        [.opening, .base, .separator, .closing, .plus, .minus].contains(mark.byte)
      {
        labels.append(mark)
        let body = line.without(final: mark.ending ?? .lineFeed)
        text += body
        notes.append(text.count)
        text += line[body.endIndex...]
      } else {
        text += line
      }
    }
    var unfinished: [Int] = []
    for index in opening.index..<end {
      let line = lines[index]
      guard index > opening.index, let place = Self.marker(in: line, size: opening.size) else {
        add(line)
        continue
      }
      text += line[..<place]
      text += (opening.ending ?? .lineFeed).bytes
      unfinished += Self.unfinished(labels, line)
      add(line[place...])
    }
    guard !unfinished.isEmpty, let last = labels.last?.byte, last == .closing else { return nil }
    for part in Set(unfinished.map { $0 < 0 ? labels.count - 1 : $0 }).sorted(by: >) {
      text.insert(contentsOf: Markers.Note.noFinalNewline.rawValue.utf8, at: notes[part])
    }
    var scanner = ConflictScanner(text, markerSize: opening.size, readsGlued: false)
    scanner.scan()
    guard scanner.findings.isEmpty, scanner.pieces.count == 1,
      case .conflict(let conflict) = scanner.pieces[0]
    else { return nil }
    self.conflict = conflict
    self.conflict.source = source
    self.conflict.lines = opening.index + 1..<end + 1
  }

  /// Where a marker starts within a line, if there is one.
  private static func marker(in line: ArraySlice<UInt8>, size: Int) -> Int? {
    let isWindows = line.suffix(2).elementsEqual(LineEnding.carriageReturnLineFeed.bytes)
    let body = line.without(final: isWindows ? .carriageReturnLineFeed : .lineFeed)
    for byte in [UInt8.base, .separator, .closing] {
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

  /// The markers that say that a part is unfinished which ends in `line`; -1 is the last of all.
  private static func unfinished(_ labels: [MarkerLine], _ line: ArraySlice<UInt8>) -> [Int] {
    let plus = labels.lastIndex { $0.byte == .plus }
    guard let plus, plus == labels.count - 1 else {
      // In git's styles, the marker behind theirs speaks of it.
      return [labels.last?.byte == .separator && plus == nil ? -1 : labels.count - 1]
    }
    switch line.first {
    case .plus: return [plus]
    case .minus: return [plus - 1]
    default: return [plus - 1, plus]
    }
  }
}
