import DocMerge

extension JSONText {
  /// The output of `docmerge focus --json`.
  static func focus(
    _ report: FocusReport, _ focus: Focus?, outside: Int
  ) throws -> String {
    try text(Focusing(report, focus, outside: outside))
  }

  private struct Focusing: Encodable {
    var format = "docmerge-focus"
    var version = 1
    var patterns: [String]?
    var outside: Int
    var appeared: [String]
    var left: [String]
    var kept: [Problem]
    var notInPlace: [Problem]

    init(_ report: FocusReport, _ focus: Focus?, outside: Int) {
      patterns = focus?.patterns
      self.outside = outside
      appeared = report.appeared.map(JSONText.path)
      left = report.left.map(JSONText.path)
      kept = JSONText.problems(report.kept)
      notInPlace = JSONText.problems(report.notInPlace)
    }
  }
}
