/// Judges where a change that can slide looks best, by indentation and blank lines.
///
/// A change has two edges, above its first line and below its last one. Each edge gets a score from
/// the lines around it; git found the weights by measuring many real changes.
struct IndentationScore {
  private let lines: Lines

  init(lines: Lines) {
    self.lines = lines
  }

  /// The lines around an edge; an indent of `nil` means that there is no line with text.
  private struct Edge {
    var isAtEnd: Bool
    var indent: Int?
    var blanksBefore: Int
    var indentBefore: Int?
    var blanksAfter: Int
    var indentAfter: Int?
  }

  /// Lower is better.
  private struct Score {
    var indent = 0
    var penalty = 0

    func isNotWorse(than other: Score) -> Bool {
      60 * (indent - other.indent).signum() + (penalty - other.penalty) <= 0
    }
  }

  /// The best place for the end of a group that is as far down as it can be.
  func bestEnd(of group: ChangeSlider.Group, highestEnd: Int) -> Int {
    let size = group.end - group.start
    var best: (end: Int, score: Score)?
    for end in max(highestEnd, group.end - size - 1, group.end - 100)...group.end {
      var score = Score()
      add(edge(above: end), to: &score)
      add(edge(above: end - size), to: &score)
      if let known = best, !score.isNotWorse(than: known.score) { continue }
      best = (end, score)
    }
    return best?.end ?? group.end
  }

  private func edge(above line: Int) -> Edge {
    let isAtEnd = line >= lines.count
    let before = surroundings(stride(from: line - 1, through: 0, by: -1))
    let after = surroundings(stride(from: line + 1, through: lines.count - 1, by: 1))
    return Edge(
      isAtEnd: isAtEnd, indent: isAtEnd ? nil : indent(of: line),
      blanksBefore: before.blanks, indentBefore: before.indent,
      blanksAfter: after.blanks, indentAfter: after.indent)
  }

  /// The blank lines up to the first line with text, and the indent of that line.
  ///
  /// After 20 blank lines the result is an indent of 0, to bound the work.
  private func surroundings(_ places: StrideThrough<Int>) -> (blanks: Int, indent: Int?) {
    var blanks = 0
    for place in places {
      if let indent = indent(of: place) { return (blanks, indent) }
      blanks += 1
      if blanks == 20 { return (blanks, 0) }
    }
    return (blanks, nil)
  }

  /// The columns before the first visible byte, at most 200; `nil` for a blank line.
  private func indent(of line: Int) -> Int? {
    var columns = 0
    for byte in lines[line] {
      switch byte {
      case .blank: columns += 1
      case UInt8(ascii: "\t"): columns += 8 - columns % 8
      case .newline, .carriageReturn: break
      default: return columns
      }
      if columns >= 200 { return 200 }
    }
    return nil
  }

  private func add(_ edge: Edge, to score: inout Score) {
    if edge.indentBefore == nil, edge.blanksBefore == 0 { score.penalty += 1 }
    if edge.isAtEnd { score.penalty += 21 }
    let blanksAfter = edge.indent == nil ? 1 + edge.blanksAfter : 0
    let blanks = edge.blanksBefore + blanksAfter
    score.penalty += -30 * blanks + 6 * blanksAfter

    guard let indent = edge.indent ?? edge.indentAfter else {
      score.indent -= 1
      return
    }
    score.indent += indent
    guard let before = edge.indentBefore, indent != before else { return }
    if indent > before {
      score.penalty += blanks > 0 ? 10 : -4
    } else if let after = edge.indentAfter, after > indent {
      score.penalty += blanks > 0 ? 17 : 24
    } else {
      score.penalty += blanks > 0 ? 17 : 23
    }
  }
}
