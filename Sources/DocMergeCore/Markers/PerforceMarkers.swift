/// The conflicts between markers of Perforce, which docmerge finds and leaves as they are.
///
///     >>>> ORIGINAL //notes/todo.md#1
///     milk
///     ==== THEIRS //notes/todo.md#2
///     bread
///     ==== YOURS //anna/todo.md
///     tea
///     <<<<
enum PerforceMarkers {
  /// A finding for each conflict.
  static func findings(in lines: Lines) -> [MarkerFinding] {
    var findings: [MarkerFinding] = []
    var start: Int?
    var hasSide = false
    for index in lines.indices {
      let line = lines[index]
      guard let first = line.first, first == .closing || first == .separator || first == .opening
      else { continue }
      if line.starts(with: opening) {
        (start, hasSide) = (index, false)
      } else if sides.contains(where: line.starts) {
        hasSide = start != nil
      } else if line.starts(with: closing), let begin = start, hasSide,
        line.dropFirst(closing.count).allSatisfy({ $0 == .newline || $0 == .carriageReturn })
      {
        findings.append(
          MarkerFinding(
            line: begin + 1, byte: .closing, problem: .perforce(lastLine: index + 1)))
        start = nil
      }
    }
    return findings
  }

  private static let opening = Array(">>>> ORIGINAL ".utf8)
  private static let sides = ["==== THEIRS ", "==== YOURS ", "==== BOTH "].map { Array($0.utf8) }
  private static let closing = Array("<<<<".utf8)
}
