import DocMerge
import DocMergeContainer
import DocMergeHistory
import DocMergeObjects
import DocMergeSync
import DocMergeSystem
import DocMergeTestSupport
import DocMergeUpkeep
import Glibc

/// What people have docmerge do.
extension World {
  /// Does it and says what came out; `nil` when there was nothing to do it with.
  ///
  /// Errors that are the user's mistake are fine; other errors end the run.
  func command(
    _ act: Act, on replica: SimulatedReplica, _ chance: inout SeededGenerator
  ) throws -> String? {
    let outcome: String?
    do {
      outcome = try carryOut(act, on: replica, &chance)
    } catch let error as ContainerError {
      switch error {
      case .pathIsTaken, .nothingToUndo, .changedSince, .actedSince, .syncedSince, .notInConflict,
        .pruned, .joinedDocuments:
        return "refused: \(error)"
      case .notDownloaded where replica.isOnDemand:
        return "refused: \(error)"
      case .noSuchDocument where act == .move:
        // It was removed in the folder, which is saved before.
        return "refused: \(error)"
      default: throw error
      }
    }
    if outcome != nil { try replica.acknowledge() }
    return outcome
  }

  private func carryOut(
    _ act: Act, on replica: SimulatedReplica, _ chance: inout SeededGenerator
  ) throws -> String? {
    switch act {
    case .save: try save(replica)
    case .sync: try sync(replica, &chance)
    case .resolve: try resolve(on: replica, &chance)
    case .dismiss: try dismiss(on: replica, &chance)
    case .fork: try fork(on: replica, &chance)
    case .undo: try undo(on: replica, &chance)
    case .restore: try restore(on: replica, &chance)
    case .move: try move(on: replica, &chance)
    case .delete: try delete(on: replica, &chance)
    case .prune: try prune(on: replica, &chance)
    case .download: try download(on: replica, &chance)
    case .evict: try evict(on: replica, &chance)
    case .focus: try focus(replica, &chance)
    default: try saveFromOld(on: replica, &chance)
    }
  }

  private func save(_ replica: SimulatedReplica) throws -> String {
    let report = try replica.container().save()
    try check(report)
    replica.acknowledgeFolder()
    return "\(report.modified.count) + \(report.added.count) - \(report.removed.count)"
  }

  private func check(_ report: SaveReport) throws {
    // The place of a placeholder that was removed may be taken until names are given anew.
    let skipped = report.skipped.filter { !isOnDemand || !$0.reason.contains("its placeholder") }
    guard skipped.isEmpty else { throw Failure(description: "skipped \(skipped)") }
    guard report.notInPlace.isEmpty else {
      throw Failure(description: "not in place: \(report.notInPlace)")
    }
  }

  private func sync(
    _ replica: SimulatedReplica, _ chance: inout SeededGenerator
  ) throws -> String? {
    guard let remote = try remotes(of: replica).randomElement(using: &chance) else { return nil }
    guard replica.cutOff.contains(remote) else { return try sync(replica, with: remote).words }
    // Nothing is where the remote was; what the sync saves before it finds that out is saved.
    let away = "\(net(remote))-away"
    rename(net(remote), away)
    defer { rename(away, net(remote)) }
    do {
      let report = try runSync(remote, replica)
      guard report.offline != nil else { throw Failure(description: "a sync without a remote") }
    } catch is FileError {
      // One that was never met is taken for a mistyped path.
    }
    replica.acknowledgeFolder()
    return "\(World.remoteName(remote)) out of reach"
  }

  private func runSync(_ remote: Int, _ replica: SimulatedReplica) throws -> SyncReport {
    var options = SyncOptions()
    // The replicas of a world belong together, however they were made.
    options.joinsContainers = true
    options.mayDeleteMany = true
    return try replica.container().sync(with: World.remoteName(remote), options: options)
  }

  /// Meets a remote; tells whether anything was new on either side.
  func sync(
    _ replica: SimulatedReplica, with remote: Int
  ) throws -> (words: String, isQuiet: Bool) {
    let report: SyncReport
    do {
      report = try runSync(remote, replica)
    } catch ContainerError.contentsElsewhere(let count) where replica.isOnDemand {
      replica.acknowledgeFolder()
      return ("\(World.remoteName(remote)): \(count) versions elsewhere", isQuiet: false)
    }
    try check(report.saved)
    replica.acknowledgeFolder()
    // Who gets contents on demand tells others of versions that it cannot give them.
    let problems = report.problems.filter { !isOnDemand || !$0.contains("not found") }
    guard problems.isEmpty else { throw Failure(description: "problems: \(problems)") }
    let isQuiet =
      report.received == 0 && !report.isSent && report.saved.isEmpty && report.problems.isEmpty
      && report.saved.skipped.isEmpty
    return (
      "\(World.remoteName(remote)): \(report.received) from \(report.replicas)"
        + (report.isSent ? ", sent" : ""), isQuiet
    )
  }

  private func resolve(
    on replica: SimulatedReplica, _ chance: inout SeededGenerator
  ) throws -> String? {
    let container = try replica.container()
    let conflicts = try container.conflicts()
    guard let document = conflicts.randomElement(using: &chance) else { return nil }
    let resolver: any Resolver
    switch chance.number(0...5) {
    case 0: resolver = ByDate(.newest)
    case 1: resolver = ByDate(.oldest)
    case 2: resolver = KeepBoth()
    case 3:
      resolver = KeepOne(
        (document.heads.randomElement(using: &chance) ?? document.current).id.description)
    default: resolver = Chain([ThreeWayMerge(), KeepBoth()])
    }
    let ids = chance.once(in: 4) ? conflicts.map(\.id) : [document.id]
    let reports = try container.resolve(ids) { _ in resolver }
    return "\(reports.map { "\($0.document.path): \($0.resolution?.summary ?? "open")" })"
  }

  private func dismiss(
    on replica: SimulatedReplica, _ chance: inout SeededGenerator
  ) throws -> String? {
    let container = try replica.container()
    guard let document = try container.conflicts().randomElement(using: &chance) else {
      return nil
    }
    let some = document.heads.filter { _ in chance.once(in: 2) }.map(\.id)
    let gone = try container.dismiss(Set(some), of: document.id)
    return "\(gone.count) of \(document.path)"
  }

  /// Tells docmerge that the current version was made from an older one than the last.
  private func fork(
    on replica: SimulatedReplica, _ chance: inout SeededGenerator
  ) throws -> String? {
    let container = try replica.container()
    guard let document = try container.documents().randomElement(using: &chance),
      !document.isInConflict, let parents = try? container.entry(document.current.id).parents,
      parents.count == 1, let base = try container.entry(parents[0]).parents.first
    else { return nil }
    try container.fork(document.current.id, of: document.id, from: base, beside: parents[0])
    return "\(document.path)"
  }

  private func undo(
    on replica: SimulatedReplica, _ chance: inout SeededGenerator
  ) throws -> String? {
    let container = try replica.container()
    var operation: Operation?
    if chance.once(in: 3) {
      // The first one made the container: there is nothing before it.
      operation = try container.operations().dropLast().randomElement(using: &chance)
    }
    let undone = try container.undo(operation)
    return "of \(undone.kind.rawValue) \(undone.id.short)"
  }

  private func restore(
    on replica: SimulatedReplica, _ chance: inout SeededGenerator
  ) throws -> String? {
    let container = try replica.container()
    guard
      let document = try container.documents(includesDeleted: true).randomElement(using: &chance),
      let entry = try history(of: document, on: replica).randomElement(using: &chance)
    else { return nil }
    _ = try container.restore(document.id, to: entry.version)
    return "\(document.path) to \(entry.id.short)"
  }

  /// The versions of a document; none where they are not here.
  private func history(
    of document: DocumentSummary, on replica: SimulatedReplica
  ) throws -> [HistoryEntry] {
    let container = try replica.container()
    guard try document.heads.allSatisfy(container.local.hasContents) else { return [] }
    return try container.history(of: document.id)
  }

  private func move(
    on replica: SimulatedReplica, _ chance: inout SeededGenerator
  ) throws -> String? {
    let container = try replica.container()
    let name = World.names[chance.number(0...World.names.count - 1)]
    guard let document = try container.documents().randomElement(using: &chance),
      let path = DocumentPath(name)
    else { return nil }
    try container.move(document.id, to: path)
    return "\(document.path) to \(name)"
  }

  private func delete(
    on replica: SimulatedReplica, _ chance: inout SeededGenerator
  ) throws -> String? {
    let container = try replica.container()
    let documents = try container.documents().filter { _ in chance.once(in: 3) }
    guard !documents.isEmpty else { return nil }
    try container.delete(documents.map(\.id))
    return "\(documents.map(\.path))"
  }

  private func prune(
    on replica: SimulatedReplica, _ chance: inout SeededGenerator
  ) throws -> String? {
    let container = try replica.container()
    if chance.once(in: 5) { return "bin \(try container.upkeep.emptyRecycleBin() > 0)" }
    let age = Duration.seconds([0, 0, 3_600, 86_400][chance.number(0...3)])
    let report = try container.upkeep.prune(olderThan: age)
    if report.versions > 0 { count("pruned something") }
    return "\(report.versions) of \(report.documents.count), \(report.holdups.count) wait"
  }

  /// A program that holds an old version open hands in new contents.
  private func saveFromOld(
    on replica: SimulatedReplica, _ chance: inout SeededGenerator
  ) throws -> String? {
    let container = try replica.container()
    guard let document = try container.documents().randomElement(using: &chance),
      let base = try history(of: document, on: replica).randomElement(using: &chance)
    else { return nil }
    let text = Array("handed in \(chance.number(0...1_000_000))\n".utf8)
    _ = try container.save(text, to: document.id, from: base.version)
    replica.known.contents.insert(try GitObject(kind: .blob, bytes: text).id)
    return "\(document.path) from \(base.id.short)"
  }
}
