/// A line that consists of a marker and its label.
struct MarkerLine {
  /// The number of the line, counted from 0.
  let index: Int
  /// The byte that the marker repeats, and how often.
  let byte: UInt8
  let size: Int
  /// Whether nothing follows the marker, not even a note.
  let isBare: Bool
  /// The text after the marker, without the blank; `nil` for a bare one.
  let label: ArraySlice<UInt8>?
  /// The notes that docmerge added to the label.
  let notes: Set<Markers.Note>
  /// How the line ends; `nil` at the end of a text without a final newline.
  let ending: LineEnding?

  /// Reads a line, or fails if it is not a marker of any program, or is shorter than `minimum`.
  init?(_ line: ArraySlice<UInt8>, index: Int, minimum: Int = 2) {
    guard let first = line.first, Self.isMarker(first) else { return nil }
    let run = line.prefix { $0 == first }.count
    guard run >= minimum else { return nil }
    var rest = line.dropFirst(run)
    var ending: LineEnding?
    if rest.last == .newline {
      rest.removeLast()
      ending = .lineFeed
      if rest.last == .carriageReturn {
        rest.removeLast()
        ending = .carriageReturnLineFeed
      }
    }
    guard rest.isEmpty || rest.first == .blank else { return nil }
    isBare = rest.isEmpty
    var notes: Set<Markers.Note> = []
    while let note = Markers.Note.allCases.first(where: { rest.ends(with: $0) }) {
      rest = rest.dropLast(note.rawValue.utf8.count)
      if note == .endOfLabel { break }
      notes.insert(note)
    }
    self.index = index
    byte = first
    size = run
    label = rest.isEmpty ? nil : rest.dropFirst()
    self.notes = notes
    self.ending = ending
  }

  /// The line of a marker with `label`, and the notes after it.
  ///
  /// Without `notes` it is as other programs write it, even if the label ends like a note.
  static func bytes(
    _ byte: UInt8, size: Int, label: [UInt8]?, notes: [Markers.Note]?, ending: [UInt8]
  ) -> [UInt8] {
    var line = Array(repeating: byte, count: size)
    if let label {
      line += [.blank] + label
      // The text there may look like a note without being one.
      if notes != nil, Markers.Note.allCases.contains(where: { line.ends(with: $0) }) {
        line += Markers.Note.endOfLabel.rawValue.utf8
      }
    }
    for note in notes ?? [] { line += note.rawValue.utf8 }
    return line + ending
  }

  /// Whether markers repeat the byte: `<`, `|`, `=`, `>`, jj's `%`, `+`, `-`, `\`, or fossil's `#`.
  private static func isMarker(_ byte: UInt8) -> Bool {
    switch byte {
    case .opening, .base, .separator, .closing, .percent, .plus, .minus, .backslash, .hash: true
    default: false
    }
  }
}

extension UInt8 {
  static let opening = UInt8(ascii: "<")
  static let base = UInt8(ascii: "|")
  static let separator = UInt8(ascii: "=")
  static let closing = UInt8(ascii: ">")
  static let percent = UInt8(ascii: "%")
  static let plus = UInt8(ascii: "+")
  static let minus = UInt8(ascii: "-")
  static let backslash = UInt8(ascii: "\\")
  static let hash = UInt8(ascii: "#")
}

extension Collection<UInt8> {
  /// Whether the bytes begin with `text`, letters in any case.
  func starts(withWords text: StaticString) -> Bool {
    guard count >= text.utf8CodeUnitCount else { return false }
    return text.withUTF8Buffer { words in
      zip(self, words).allSatisfy { $0.lowercased == $1.lowercased }
    }
  }
}

extension BidirectionalCollection<UInt8> {
  /// Whether the bytes end with a note.
  fileprivate func ends(with note: Markers.Note) -> Bool {
    reversed().starts(with: note.rawValue.utf8.reversed())
  }
}
