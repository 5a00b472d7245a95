import DocMergeContainer
import DocMergeFolder
import DocMergeSync
import DocMergeTestSupport
import DocMergeUpkeep

/// Replicas whose folders have only a part of the documents.
extension World {
  /// Where the last digit is 3, and some on demand.
  static func hasFocusedCopies(_ seed: Int) -> Bool {
    seed % 10 == 3 || [17, 57].contains(seed % 100)
  }

  private static let focuses = [
    ["sub"], ["*.md"], ["sub/**", "a.md", "!sub/deep"], ["**/*.textbundle", "other"], ["nothing"],
  ]

  /// Sets which documents are in the folder.
  func focus(_ replica: SimulatedReplica, _ chance: inout SeededGenerator) throws -> String {
    let patterns = chance.once(in: 4) ? nil : World.focuses.randomElement(using: &chance)
    let report = try replica.container().local.setFocus(patterns.map { try Focus($0) })
    try check(report)
    replica.acknowledgeFolder()
    return "\(patterns ?? []) + \(report.appeared) - \(report.left) stay \(report.kept.map(\.path))"
  }

  /// Nothing but a conflict keeps documents where they are.
  func check(_ report: FocusReport) throws {
    let kept = report.kept.filter { $0.reason != "is in conflict" }
    guard kept.isEmpty, report.notInPlace.isEmpty else {
      throw Failure(description: "focus: \(report)")
    }
  }
}
