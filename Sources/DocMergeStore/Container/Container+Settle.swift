import DocMergeCore
import Glibc

/// A decision about a document in conflict, ready to be carried out.
public struct Settlement: Sendable, Hashable {
  /// What the document holds afterwards.
  public enum Outcome: Sendable, Hashable {
    /// The contents of this version, perhaps its absence.
    case version(ObjectID)
    /// New contents, made of the versions.
    case file([UInt8], isExecutable: Bool)
  }

  /// What the document holds afterwards.
  public var outcome: Outcome
  /// Versions that become documents of their own beside it.
  public var copies: [ObjectID]
  /// How it was decided, such as `merge`: noted in the version.
  public var strategy: String

  /// Makes a decision.
  public init(outcome: Outcome, copies: [ObjectID] = [], strategy: String) {
    self.outcome = outcome
    self.copies = copies
    self.strategy = strategy
  }
}

extension Container {
  /// Carries out decisions: each document gets a version that all its heads led to.
  ///
  /// All of them are one operation. The new versions are pure functions of what they settle, so
  /// replicas that decide alike, apart, make the same version and no new conflict.
  ///
  /// - Parameter decisions: for each document, the heads that the decision was made for, and it.
  /// - Throws: ``ContainerError/headsMoved(_:)`` when the heads of a document are others by now
  ///   (also when the folder held an edit that was not saved, which is saved then); nothing is
  ///   changed in that case. ``ContainerError/notInConflict(_:)``, ``FileError``, ``GitError``.
  public func settle(
    _ decisions: [(document: DocumentID, heads: [ObjectID], settlement: Settlement)]
  ) throws {
    try operate {
      let paths = try decisions.compactMap { try index.entry(of: $0.document)?.path }
      _ = try saveUnlocked(.only(Set(paths)), kind: .save, message: nil)
      var change = try StateChange(git: git, identity: try identity(), base: try state())
      var names: [String] = []
      for decision in decisions {
        guard let record = try change.record(decision.document) else {
          throw ContainerError.noSuchDocument(decision.document.description)
        }
        try checkDownloaded(record)
        let heads = try graph.heads(of: record)
        let name = record.name?.display ?? record.id.description
        guard Set(heads.map(\.id)) == Set(decision.heads) else {
          throw ContainerError.headsMoved(name)
        }
        guard heads.count > 1 else { throw ContainerError.notInConflict(name) }
        try settle(record, heads, decision.settlement, in: &change)
        names.append(name)
      }
      let subject = names.count == 1 ? names[0] : "\(names.count) documents"
      // The rules behind the colon are a matter of each version.
      let strategies = Set(decisions.map { String($0.settlement.strategy.prefix { $0 != ":" }) })
      _ = try change.commit(
        .resolve, "resolve \(subject) (\(strategies.sorted().joined(separator: ", ")))")
      try catchUp()
    }
  }

  private func settle(
    _ record: Record, _ heads: [Version], _ settlement: Settlement, in change: inout StateChange
  ) throws {
    var record = record
    let (content, size) = try content(settlement.outcome, in: &change)
    let path = record.name ?? DocumentPath(unchecked: Array("\(record.id)".utf8))
    // The contents are somebody's: of whom they were taken, or who changed last what was merged.
    let origin = try origin(of: settlement.outcome, heads)
    let version = try change.add(
      StateChange.NewVersion(
        document: record.id, path: path, content: content, size: size,
        parents: heads.map(\.id).sorted(), author: origin.author, date: origin.date,
        replica: origin.replica, computer: origin.computer, operation: .resolve,
        strategy: settlement.strategy, subject: "Resolve \(path.display)"))
    for id in settlement.copies { try addCopy(of: id, from: record, path, in: &change) }
    record.replace(record.ranked, with: [version], change.dot())
    try change.put(record)
  }

  private func origin(of outcome: Settlement.Outcome, _ heads: [Version]) throws -> Version {
    switch outcome {
    case .version(let id): return try VersionReader(git: git).entry(id).version
    case .file: return heads.max { $0.isOlder(than: $1) } ?? heads[0]
    }
  }

  private func content(
    _ outcome: Settlement.Outcome, in change: inout StateChange
  ) throws -> (ContentID, Int64) {
    switch outcome {
    case .version(let id):
      let version = try VersionReader(git: git).entry(id).version
      return (version.content, version.size)
    case .file(let bytes, let isExecutable):
      let blob = try change.batch.add(GitObject(kind: .blob, bytes: bytes))
      let kind: DocumentKind = isExecutable ? .executable : .file
      return (ContentID(kind: kind, object: blob), Int64(bytes.count))
    }
  }

  /// Makes a document of a version: `Name (conflict, COMPUTER 2026-11-21).ext`, the same everywhere.
  private func addCopy(
    of id: ObjectID, from origin: Record, _ path: DocumentPath, in change: inout StateChange
  ) throws {
    let version = try VersionReader(git: git).entry(id).version
    guard !version.isDeletion else { return }
    let name = path.suffixed(
      "conflict, \(Person.computer(version.computer)) \(CalendarDay(version.date))")
    let copy = DocumentID.derived(from: origin.id, version: id)
    let first = try change.add(
      StateChange.NewVersion(
        document: copy, path: name, content: version.content, size: version.size, parents: [id],
        author: version.author, date: version.date, replica: version.replica,
        computer: version.computer, operation: .resolve, strategy: "keep-both",
        subject: "Keep \(name.display)"))
    var record = try change.record(copy) ?? Record(id: copy)
    // A copy that somebody made before, and went on with, is not set back.
    if let head = try graph.heads(of: record).first, !head.isDeletion { return }
    record.replace(record.ranked, with: [first], change.dot())
    record.rename(name, change.dot())
    try change.put(record)
  }
}

/// A day, in UTC so that it is the same on every replica: `2026-11-21`.
private struct CalendarDay: CustomStringConvertible {
  let description: String

  init(_ moment: Timestamp) {
    var seconds = time_t(moment.seconds)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    let numbers = [Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday)]
    description = numbers.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: "-")
  }
}
