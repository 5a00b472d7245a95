import DocMergeContainer
import DocMergeFolder
import DocMergeHistory
import DocMergeSync
import DocMergeTestSupport
import DocMergeUpkeep
import Glibc

/// Replicas to which contents come when they are asked for.
extension World {
  /// Whether a run has such replicas; each transfer of theirs starts a git, so that most have none.
  static func hasReplicasOnDemand(_ seed: Int) -> Bool { seed % 10 == 7 }

  /// Makes a replica that was just made one to which contents come on demand.
  func makeOnDemand(_ replica: SimulatedReplica) throws {
    let isOutsideOnly = isFocusing && generator.once(in: 2)
    try replica.configure("docmerge.ondemand", to: isOutsideOnly ? "outside" : "true")
    replica.isOnDemand = true
  }

  /// Downloads some documents, or all.
  func download(
    on replica: SimulatedReplica, _ chance: inout SeededGenerator
  ) throws -> String? {
    let documents = try some(of: replica, &chance)
    guard !documents.isEmpty else { return nil }
    let away = replica.cutOff.sorted()
    for remote in away { rename(net(remote), "\(net(remote))-away") }
    defer { for remote in away { rename("\(net(remote))-away", net(remote)) } }
    do {
      let report = try replica.container().local.download(documents)
      return "\(report.downloaded) missing \(report.missing.map(\.path))"
    } catch let error as RemoteError {
      return "out of reach: \(error.reason)"
    }
  }

  /// Puts placeholders in the places of some documents, or all; any replica can.
  func evict(
    on replica: SimulatedReplica, _ chance: inout SeededGenerator
  ) throws -> String? {
    let documents = try some(of: replica, &chance)
    guard !documents.isEmpty else { return nil }
    let report = try replica.container().local.evict(documents)
    return "\(report.evicted) stay \(report.kept.map(\.path))"
  }

  /// Has git throw away all that nothing leads to.
  func collect(_ replica: SimulatedReplica) throws -> String {
    replica.close()
    let words = ["--git-dir", "\(replica.path)/.docmerge", "gc", "--quiet", "--prune=now"]
    let output = Program("git", in: path).run(words)
    guard output.status == 0 else { throw Failure(description: "git gc: \(output)") }
    return ""
  }

  private func some(
    of replica: SimulatedReplica, _ chance: inout SeededGenerator
  ) throws -> [DocumentID] {
    let documents = try replica.container().documents(includesDeleted: true)
    let isAll = chance.once(in: 4)
    return documents.filter { _ in isAll || chance.once(in: 2) }.map(\.id)
  }

  /// Has every replica download everything that can be had, and tells whether there was nothing to do.
  func downloadAll() throws -> Bool {
    var isQuiet = true
    for replica in replicas {
      setClock(replica)
      let container = try replica.container()
      let report = try container.local.download(
        container.documents(includesDeleted: true).map(\.id))
      if report.isComplete, report.downloaded.isEmpty { continue }
      isQuiet = false
      note("\(replica.name) downloads \(report.downloaded) lacks \(report.missing)")
    }
    return isQuiet
  }
}
