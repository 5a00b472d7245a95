/// Brings the merged lines of notes back to the places that lead to them.
///
/// The lines of notes are merged behind the text, where their order says nothing: which note a place leads to
/// is known from the version that the place was read in.
struct NoteGathering {
  private let composition: Composition
  /// The notes, each with its lines.
  private var notes: [[Composition.ComposedLine]] = []
  /// The notes by where they were read.
  private var places: [TextObject.Origin: Int] = [:]
  private var used: Set<Int> = []

  init(_ composition: Composition) {
    self.composition = composition
  }

  /// The lines of the text, with notes in the objects that lead to them.
  ///
  /// - Parameter lines: all lines as they were merged.
  /// - Returns: `nil` where a note has no place, or a place no note.
  mutating func gathered(_ lines: [Composition.ComposedLine]) -> [Line]? {
    let start = lines.firstIndex { $0.line == .notes } ?? lines.endIndex
    guard collect(lines[start...].dropFirst()) else { return nil }
    number(.base, composition.base) { $0.base }
    let (ours, theirs) = (composition.oursOfBase, composition.theirsOfBase)
    number(.ours, composition.ours) { $0.ours ?? $0.base.flatMap { ours[$0] } }
    number(.theirs, composition.theirs) { $0.theirs ?? $0.base.flatMap { theirs[$0] } }
    var isComplete = true
    let text = lines[..<start].map { composed in
      composed.line.mapParagraphs { paragraph in
        for glyph in paragraph.glyphs {
          guard let index = glyph.object, paragraph.objects[index].kind == .note else { continue }
          guard let note = note(of: paragraph.objects[index]) else {
            isComplete = false
            continue
          }
          paragraph.objects[index].note = notes[note].map(\.line)
        }
      }
    }
    return isComplete && used.count == notes.count ? text : nil
  }

  /// Cuts the lines behind the text into notes; `false` where one is of no note.
  private mutating func collect(_ lines: ArraySlice<Composition.ComposedLine>) -> Bool {
    for line in lines {
      switch line.line.paragraph?.prefix {
      case ParagraphText.noteStart: notes.append([line])
      case ParagraphText.noteContinued where !notes.isEmpty: notes[notes.count - 1].append(line)
      default: return false
      }
    }
    return true
  }

  private mutating func number(
    _ version: Side, _ document: DocumentLines, _ line: (Composition.ComposedLine) -> Int?
  ) {
    var count = -1
    let numbers = document.shown.map { shown in
      if shown.line.paragraph?.prefix == ParagraphText.noteStart { count += 1 }
      return count
    }
    for (index, note) in notes.enumerated() {
      guard let first = note.first.flatMap(line) else { continue }
      places[.init(version: version, number: numbers[first])] = index
    }
  }

  /// The note that a place leads to, which no other place leads to.
  private mutating func note(of object: TextObject) -> Int? {
    guard let note = object.origin.flatMap({ places[$0] }), used.insert(note).inserted else {
      return nil
    }
    return note
  }
}
