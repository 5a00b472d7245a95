/// The parts of a claim in each text, cut into lines.
struct ConflictLines {
  let base: LineRun
  let ours: LineRun
  let theirs: LineRun
  /// The merges that several rungs ask for.
  private let merges = Merges()

  /// Merges of a claim that are made on the first request.
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

  /// How many lines there are in all.
  var lineCount: Int { base.count + ours.count + theirs.count }

  /// How many bytes there are in all.
  var byteCount: Int { base.text.count + ours.text.count + theirs.text.count }

  /// Whether neither side added or removed a line.
  var hasAsManyLines: Bool { base.count == ours.count && base.count == theirs.count }

  /// The effort of a look at all bytes: to find words of letters beyond ASCII takes longer.
  var effort: Int {
    [base, ours, theirs].reduce(byteCount) { effort, run in
      effort + 3 * run.text.count { $0 >= 0x80 }
    }
  }

  /// The claim as a conflict of a merge.
  func conflict(endingLinesWith lineEnding: LineEnding) -> Region.Conflict {
    Region.Conflict(
      base: base.text, ours: ours.text, theirs: theirs.text, lineEnding: lineEnding)
  }

  /// The part of the claim that a piece of a merge of its lines covers.
  func part(_ piece: SequenceMerge.Piece) -> ConflictLines {
    ConflictLines(base: base[piece.base], ours: ours[piece.ours], theirs: theirs[piece.theirs])
  }
}

extension SequenceMerge {
  /// Merges the lines of a claim.
  init(linesOf claim: ConflictLines, touching: AdjacencyRule) {
    var numbers = PieceNumbers()
    self.init(
      base: numbers.numbers(of: claim.base), ours: numbers.numbers(of: claim.ours),
      theirs: numbers.numbers(of: claim.theirs), touching: touching)
  }
}
