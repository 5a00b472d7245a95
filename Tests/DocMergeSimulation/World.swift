import DocMergeContainer
import DocMergeCore
import DocMergeHistory
import DocMergeObjects
import DocMergeSync
import DocMergeSystem
import DocMergeTestSupport
import DocMergeUpkeep
import Glibc

/// Replicas of a container, the remotes that they meet at, and all that happens to them.
///
/// Everything follows from the seed.
final class World {
  /// A fault of a run.
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  let path: String
  let system: SimulatedSystem
  var generator: SeededGenerator
  var replicas: [SimulatedReplica] = []
  let remoteCount: Int
  /// Whether some replicas get contents on demand.
  let isOnDemand: Bool
  /// Whether people put files, and placeholders, in the places of others.
  let isOverwriting: Bool
  /// Whether copies are made anew, people have old texts open, and file systems keep no execute bits.
  let isRemaking: Bool
  /// Whether some folders have only a part of the documents.
  let isFocusing: Bool
  /// Copies of remotes, by their numbers.
  var remoteBackups: [Int: String] = [:]
  /// Versions that were taken back by a replica that knew them.
  var superseded: Set<ObjectID> = []
  /// The documents of the versions that were there at a prune.
  var documents: [ObjectID: DocumentID] = [:]
  /// The contents of the versions that were there at a prune.
  var contents: [ObjectID: Set<ObjectID>] = [:]
  private(set) var log: [String] = []
  private(set) var counts: [String: Int] = [:]
  private var time: Int64
  private var number = 0

  /// Well before any clock, so that what the file system dates is always younger.
  private static let start: Int64 = 1_000_000_000_000_000_000

  init(seed: Int, path: String) throws {
    self.path = path
    generator = SeededGenerator(seed: seed)
    time = World.start
    system = SimulatedSystem(seed: seed, moment: World.start)
    isOnDemand = World.hasReplicasOnDemand(seed)
    isOverwriting = World.hasPeopleWhoOverwrite(seed)
    isRemaking = World.hasRemadeCopies(seed)
    isFocusing = World.hasFocusedCopies(seed)
    remoteCount = generator.once(in: 3) ? 2 : 1
    mkdir(path, 0o755)
    for remote in 0..<remoteCount { mkdir(net(remote), 0o755) }
    for index in 0..<replicaCount() { try addReplica(index) }
    if !generator.once(in: 4) { try populate() }
  }

  /// Mostly all have some documents before things start to happen.
  private func populate() throws {
    for _ in 0..<generator.number(1...4) {
      _ = changeFolder(.create, of: replicas[0])
      if generator.once(in: 3) { _ = changeFolder(.makePackage, of: replicas[0]) }
    }
    for replica in replicas {
      for remote in try remotes(of: replica) {
        setClock(replica)
        _ = try sync(replica, with: remote)
      }
      try replica.acknowledge()
    }
  }

  /// Mostly few: with many, a run takes a hundred times as long.
  private func replicaCount() -> Int {
    switch generator.number(0...59) {
    case 0...37: 2
    case 38...54: 3
    case 55...58: generator.number(4...6)
    default: generator.number(7...16)
    }
  }

  private func addReplica(_ index: Int) throws {
    let replica = SimulatedReplica(
      name: String(UnicodeScalar(UInt8(65 + index))), path: "\(path)/\(index)", system: system)
    if generator.once(in: 3) { replica.skew = anySkew() }
    _ = try replica.create()
    for remote in 0..<remoteCount where remote == index % remoteCount || generator.once(in: 2) {
      try connect(replica, to: remote)
    }
    // The first one always has everything.
    if isOnDemand, index > 0, generator.once(in: 2) { try makeOnDemand(replica) }
    if isRemaking, generator.once(in: 3) { try loseBits(of: replica) }
    replicas.append(replica)
  }

  /// Up to some days off, in either direction.
  func anySkew() -> Int64 { Int64(generator.number(-240...240)) * 3_600_000_000_000 }

  // MARK: Remotes

  /// The folder of a remote; without it, the remote cannot be reached.
  func net(_ remote: Int) -> String { "\(path)/net\(remote)" }

  func remotePath(_ remote: Int) -> String { "\(net(remote))/remote.git" }

  static func remoteName(_ remote: Int) -> String { "net\(remote)" }

  func connect(_ replica: SimulatedReplica, to remote: Int) throws {
    try replica.container().remotes.add(
      Remote(name: World.remoteName(remote), url: remotePath(remote)))
  }

  /// The numbers of the remotes that a replica knows.
  func remotes(of replica: SimulatedReplica) throws -> [Int] {
    let names = Set(try replica.container().remotes.all().map(\.name))
    return (0..<remoteCount).filter { names.contains(World.remoteName($0)) }
  }

  // MARK: Steps

  /// Does something, anywhere.
  func step() throws {
    number += 1
    let act = Act.any(in: self, &generator)
    let replica = replicas[generator.number(0...replicas.count - 1)]
    time += Int64(generator.number(1...7_200)) * 1_000_000_000 + Int64(generator.number(0...999))
    setClock(replica)
    note("\(number) \(replica.name) \(act.rawValue)")
    let outcome = try perform(act, on: replica)
    guard let outcome else {
      log.removeLast()
      return
    }
    counts[act.rawValue, default: 0] += 1
    log[log.count - 1] += " \(outcome)"
  }

  /// Gives the replica's computer chance and time of its own.
  func setClock(_ replica: SimulatedReplica) {
    system.set(seed: generator.number(0...Int.max - 1), moment: now(of: replica))
    dateFolders(of: replica)
  }

  func now(of replica: SimulatedReplica) -> Int64 { time + replica.skew }

  func note(_ words: String) { log.append(words) }

  func count(_ what: String) { counts[what, default: 0] += 1 }

  /// Does something and says what; `nil` when there was nothing to do it with.
  private func perform(_ act: Act, on replica: SimulatedReplica) throws -> String? {
    switch act {
    case .create, .edit, .editMember, .rename, .remove, .changeMode, .makePackage:
      return changeFolder(act, of: replica)
    case .save, .sync, .resolve, .dismiss, .fork, .undo, .restore, .move, .delete, .saveFromOld,
      .prune, .download, .evict, .focus:
      let known = changesHistory(act) ? try replica.histories() : [:]
      if act == .prune { try prepareToPrune(replica) }
      var chance = SeededGenerator(seed: generator.number(0...Int.max - 1))
      let outcome = try command(act, on: replica, &chance)
      try noteSuperseded(act, on: replica, before: known, outcome)
      return outcome
    case .crash: return try crash(replica)
    case .remake: return try remake(replica)
    case .useEditor: return useEditor(on: replica)
    default: return try strike(act, at: replica)
    }
  }

  /// Whether heads may go without a descendant: that is their author's will, and no loss.
  func changesHistory(_ act: Act) -> Bool { act == .undo || act == .fork }

  /// Notes the versions that an act took back, on any replica: all of them were known there.
  func noteSuperseded(
    _ act: Act, on replica: SimulatedReplica, before: [DocumentID: KnownHistory],
    _ outcome: String?
  ) throws {
    guard !before.isEmpty else { return }
    let after = try replica.histories()
    let here = Set(after.values.flatMap(\.versions))
    // A document that can be read otherwise before than afterwards is left out.
    let told = before.filter {
      after[$0.key].map(\.missing) ?? $0.value.missing == $0.value.missing
    }
    let gone = Set(told.values.flatMap(\.versions)).subtracting(here)
    if outcome?.contains("of sync") == true {
      // What a sync brought is only forgotten here.
      replica.known.versions.subtract(gone)
    } else {
      superseded.formUnion(gone)
    }
  }
}
