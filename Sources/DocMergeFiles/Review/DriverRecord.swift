import DocMergeCore
import DocMergeFormats
import DocMergeLanguage
import DocMergeSystem

/// Keeps the decisions of rules in a file that git's merge driver merged, and reports them in a line.
struct DriverRecord {
  /// The path of the file in the repository.
  let path: [UInt8]
  let policy: MergePolicy
  let labels: MarkerLabels
  /// The decisions of rules.
  let decisions: [DecisionRecord.Decision]

  /// `nil` where rules decided nothing, or the file is not the user's: git makes one base from several.
  init?(of merge: LayeredMerge, by driver: MergeDriver, _ structure: DocumentStructure) {
    decisions = DecisionRecord.Decision.all(in: merge, structure: structure)
    guard !decisions.isEmpty, let path = driver.path, !driver.makesBase else { return nil }
    self.path = path
    policy = driver.policy
    labels = driver.labels
  }

  /// Writes the record, and then the line.
  func keep(texts: DecisionRecord.Sides<[UInt8]>, result: [UInt8], left: Int) {
    let count = counted(decisions.count, "conflict")
    var record = DecisionRecord(
      path: path, source: .mergeDriver, policy: policy, head: nil,
      group: String(CurrentProcess.group),
      labels: .init(base: labels.base, ours: labels.ours, theirs: labels.theirs), texts: texts,
      result: result, left: left, decisions: decisions)
    let name = PrintableText.escape(path)
    let line = tr("\(name): \(count) resolved by rules (\(record.risk.words)).")
    // A trial merge leaves no records.
    guard CallingGit.found()?.verb != "merge-tree", let folder = GitFolder.current() else {
      return VerbOutput.message(line)
    }
    record.head = GitFolder.head(in: folder)
    do throws(DecisionLogFailure) {
      try DecisionLog(gitFolder: folder).append(record)
      VerbOutput.message(tr("\(line) Review: docmerge review"))
    } catch {
      let reason = error.words
      VerbOutput.message(
        tr("\(line) They could not be recorded for docmerge review: \(reason)"))
    }
  }
}

extension MergeDriver {
  /// Whether git makes one base from several, which is not shown.
  ///
  /// Git 2.44 and later show this in the label. Before, the markers are longer than the repository asks for:
  /// by two for each base within a base. One more is for a file that a side renamed.
  fileprivate var makesBase: Bool {
    if let oursLabel, oursLabel.starts(with: "Temporary merge branch ".utf8) { return true }
    guard markerSize > 8, let path else { return false }
    let wanted = GitAttribute.markerSize.value(of: path).flatMap { Int($0) } ?? 7
    return markerSize - wanted >= 2
  }
}

extension MergeRule.Risk {
  /// The risk, in words.
  package var words: String {
    switch self {
    case .none: tr("no risk")
    case .low: tr("low risk")
    case .medium: tr("medium risk")
    case .high: tr("high risk")
    }
  }

  /// The risk in a heading: `risk low`.
  var heading: String {
    switch self {
    case .none: tr("risk none")
    case .low: tr("risk low")
    case .medium: tr("risk medium")
    case .high: tr("risk high")
    }
  }
}
