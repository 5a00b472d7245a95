/// What each text has at a place that both sides claim, cut into lines.
struct Claim {
  let base: LineRun
  let ours: LineRun
  let theirs: LineRun
  /// What several rungs ask for.
  private let merges = Merges()

  /// Merges of a claim that are made when they are asked for first.
  private final class Merges {
    var lines: SequenceMerge?
    var words: WordMerge??
  }

  /// Cuts the parts of a conflict into lines; `nil` where the base is unknown.
  init?(_ conflict: Region.Conflict) {
    guard let base = conflict.base else { return nil }
    self.base = LineRun(base)
    ours = LineRun(conflict.ours)
    theirs = LineRun(conflict.theirs)
  }

  init(base: LineRun, ours: LineRun, theirs: LineRun) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
  }

  /// How many lines there are in all.
  var lineCount: Int { base.count + ours.count + theirs.count }

  /// How many bytes there are in all.
  var byteCount: Int { base.text.count + ours.text.count + theirs.text.count }

  /// What it takes to look at all bytes: to cut words of letters beyond ASCII takes longer.
  var effort: Int {
    [base, ours, theirs].reduce(byteCount) { effort, run in
      effort + 3 * run.text.count { $0 >= 0x80 }
    }
  }

  /// The merge of its lines where edits that touch do not clash.
  var lineMerge: SequenceMerge {
    if let known = merges.lines { return known }
    let merge = SequenceMerge(linesOf: self, touching: .passes)
    merges.lines = merge
    return merge
  }

  /// The merge of its words; `nil` when there are too many.
  var wordMerge: WordMerge? {
    if let known = merges.words { return known }
    let merge = WordMerge(self)
    merges.words = .some(merge)
    return merge
  }

  /// The claim as others see it.
  func conflict(endingLinesWith lineEnding: LineEnding) -> Region.Conflict {
    Region.Conflict(
      base: base.text, ours: ours.text, theirs: theirs.text, lineEnding: lineEnding)
  }

  /// The part of the claim that a piece of a merge of its lines covers.
  func part(_ piece: SequenceMerge.Piece) -> Claim {
    Claim(base: base[piece.base], ours: ours[piece.ours], theirs: theirs[piece.theirs])
  }
}

/// Lines that follow each other in a text.
struct LineRun {
  /// The text of all the lines; its indices are offsets into the whole text.
  let text: ArraySlice<UInt8>

  /// Where each line starts, then where the last one ends.
  let starts: [Int]

  init(_ text: ArraySlice<UInt8>) {
    self.text = text
    var starts = [text.startIndex]
    for index in text.indices where text[index] == .newline { starts.append(index + 1) }
    if starts.last != text.endIndex { starts.append(text.endIndex) }
    self.starts = starts
  }

  private init(text: ArraySlice<UInt8>, starts: [Int]) {
    self.text = text
    self.starts = starts
  }

  var count: Int { starts.count - 1 }
  var isEmpty: Bool { count == 0 }

  /// One line with its ending.
  subscript(line: Int) -> ArraySlice<UInt8> { text[starts[line]..<starts[line + 1]] }

  /// Some of the lines.
  subscript(lines: Range<Int>) -> LineRun {
    LineRun(
      text: text[starts[lines.lowerBound]..<starts[lines.upperBound]],
      starts: Array(starts[lines.lowerBound...lines.upperBound]))
  }

  /// The lines, one by one.
  var lines: [ArraySlice<UInt8>] { (0..<count).map { self[$0] } }

  /// Whether there is nothing but blanks and line endings.
  var isBlank: Bool { text.allSatisfy(\.isWhitespace) }
}

extension UInt8 {
  /// Whether the byte is a blank, a tab or part of a line ending.
  var isWhitespace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}

extension ArraySlice<UInt8> {
  /// Whether there is anything but blanks and line endings.
  var holdsText: Bool { !allSatisfy(\.isWhitespace) }

  /// The bytes without white space at either end.
  var trimmed: ArraySlice<UInt8> {
    let text = drop(while: \.isWhitespace)
    guard let last = text.lastIndex(where: { !$0.isWhitespace }) else { return text }
    return text[...last]
  }
}
