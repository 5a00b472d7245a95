import DocMerge
import DocMergeDecisions
import DocMergeFiles
import DocMergeLanguage
import DocMergeSystem

/// The decisions of rules in the conflicts of a container.
///
/// Records are not needed: a version that settled others names its rules, and the same merge of the
/// same versions gives the same result. So decisions of other replicas are found as well.
struct ContainerReview: ReviewSource {
  let finder: DocumentFinder

  private var container: Container { finder.container }

  /// The number of operations to go back, as many as a git repository keeps records.
  private static let operationLimit = 1000
  private static let seconds: Int64 = 60 * 24 * 3600

  func list() throws -> ReviewList {
    let oldest = Timestamp(seconds: Timestamp.now.seconds - Self.seconds, nanoseconds: 0)
    let decided = try container.settledVersions(since: oldest, limit: Self.operationLimit)
      .filter(isDecidedByRules)
    let merges = decided.map { (settled: $0, merge: SettledMerge($0, in: container)) }
    var versions: [(SettledVersion, [DecisionRecord])] = []
    var broken = 0
    for (settled, merge) in merges {
      let records = try merge.records()
      if records.isEmpty { broken += 1 } else { versions.append((settled, records)) }
    }
    return ReviewList(versions, broken: broken)
  }

  /// Whether rules were used, or a setting decided without a person.
  private func isDecidedByRules(_ settled: SettledVersion) -> Bool {
    let strategy = SettledStrategy(settled.entry)
    return !strategy.rules.isEmpty
      || settled.operation.automatic != nil && strategy.name != "merge"
  }

  func matches(_ item: ReviewList.Item, _ name: String) throws -> Bool {
    guard let settled = item.settled else { return false }
    if name.utf8.count >= 4, settled.operation.id.description.hasPrefix(name.lowercased()) {
      return true
    }
    // A name that is neither an operation nor a document matches nothing, which the caller reports.
    return (try? finder.document(name).id) == settled.entry.document
  }

  func question(about item: ReviewList.Item) -> String {
    tr("Put \(PrintableText.escape(item.record.path)) in conflict again?")
  }

  func words(ofBroken count: Int) -> String {
    let versions = counted(count, "version")
    return tr(
      """
      What rules decided in \(versions) cannot be worked out again: this docmerge merges them in \
      another way. docmerge versions shows them.
      """)
  }

  // MARK: - Taking back

  func takeBack(_ items: [ReviewList.Item]) -> ReviewOutcome {
    var outcome = ReviewOutcome()
    for (settled, items) in byVersion(items) {
      let name = settled.entry.path.display
      do {
        let count = try takeBack(items, of: settled)
        let open = counted(count, "decision")
        outcome.messages.append(
          count > 0
            ? tr("\(name): in conflict again, with \(open) of rules open.")
            : tr("\(name): in conflict again."))
        outcome.advice = tr("Decide with docmerge resolve, or take this back with docmerge undo.")
      } catch {
        outcome.hasFailed = true
        outcome.messages.append(
          tr("docmerge: \(name): \(reason(error, settled)); it is as it was"))
      }
    }
    return outcome
  }

  /// Puts a document in conflict again, and returns how many of its decisions are open in the session.
  private func takeBack(_ items: [ReviewList.Item], of settled: SettledVersion) throws -> Int {
    if hasCopies(settled) { throw Refusal.hasCopies }
    try container.unsettle([settled.entry])
    let document = try container.document(settled.entry.document)
    let conflict = try container.conflict(of: document)
    let policy = items.first?.record.policy ?? .balanced
    var value = try ContainerSession(container: container, policy: policy, face: .prompt)
      .value(document, conflict)
    let result = try container.contents(of: settled.entry.version).bytes ?? []
    value.reopen(items.map(\.decision), of: result)
    guard !value.steps.isEmpty else { return 0 }
    try SessionFile(folder: "\(container.path)/.docmerge").keep(DecisionSession([value]))
    return value.openCount
  }

  /// Why the decision of a version cannot be taken back.
  private enum Refusal: Error {
    /// Other versions became documents of their own.
    case hasCopies
  }

  private func reason(_ error: any Error, _ settled: SettledVersion) -> String {
    let operation = settled.operation.id.short
    switch error {
    case Refusal.hasCopies:
      return tr(
        """
        its other versions became documents of their own, which docmerge undo \(operation) takes \
        back
        """)
    case ContainerError.changedSince:
      return tr(
        "it was changed since; docmerge versions shows what it was, docmerge restore brings it back"
      )
    case ContainerError.notDownloaded:
      return tr("a version that was settled is not here; docmerge download brings it")
    default: return ErrorWords.words(of: error)
    }
  }

  private func hasCopies(_ settled: SettledVersion) -> Bool {
    SettledStrategy(settled.entry).name == "keep-both"
  }

  /// The decisions by the version that they led to, in the order of the list.
  private func byVersion(
    _ items: [ReviewList.Item]
  ) -> [(SettledVersion, [ReviewList.Item])] {
    var versions: [(SettledVersion, [ReviewList.Item])] = []
    for item in items {
      guard let settled = item.settled else { continue }
      if let index = versions.firstIndex(where: { $0.0.entry.id == settled.entry.id }) {
        versions[index].1.append(item)
      } else {
        versions.append((settled, [item]))
      }
    }
    return versions
  }
}
