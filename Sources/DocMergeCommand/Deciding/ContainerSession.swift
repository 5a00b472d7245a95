import DocMerge
import DocMergeDecisions

/// Shows the conflicts of a container as a decision session, and writes the decisions.
struct ContainerSession {
  let container: Container
  /// How far the merge goes by itself.
  let policy: MergePolicy
  /// How the person is shown them.
  let face: SessionFace

  /// Asks a person about the documents, carries out what they decided as one operation, and returns how many
  /// are left in conflict.
  func run(_ chosen: [DocumentSummary]) throws -> Int {
    let lock = try DecidingLock(in: "\(container.path)/.docmerge")
    let left = try decide(chosen)
    _ = consume lock
    return left
  }

  private func decide(_ chosen: [DocumentSummary]) throws -> Int {
    let documents = try chosen.map { try container.document($0.id) }.filter(\.isInConflict)
    let conflicts = try documents.map(container.conflict)
    let session = DecisionSession(try zip(documents, conflicts).map(value))
    let file = SessionFile(folder: "\(container.path)/.docmerge")
    let (ending, outcome) = try face.show(session, goingOnWith: file, title: "docmerge resolve")
    guard ending == .apply else {
      try file.leave(outcome)
      return documents.count
    }
    let decided = zip(documents, outcome.documents).filter { $0.1.isDecided }
    var resolvers: [DocumentID: Decided] = [:]
    for ((document, decision), conflict) in zip(zip(documents, outcome.documents), conflicts)
    where decision.isDecided {
      resolvers[document.id] = Decided(decision, conflict, builder.merging)
    }
    let batch = ResolveBatch(container: container, isDryRun: false, merging: builder.merging)
    let left = try batch.run(decided.map(\.0)) { resolvers[$0.id] }
    let paths = try container.conflicts().map { $0.path.display }
    try file.keep(outcome, of: Set(paths))
    return documents.count - decided.count + left
  }

  private var builder: SessionBuilder { SessionBuilder(policy: policy) }

  /// A document in conflict, nothing of which is decided.
  func value(_ document: DocumentSummary, _ conflict: Conflict) throws -> SessionDocument {
    var value = try builder.document(
      conflict, versions: versions(of: document), identity: conflict.identity)
    try addMembers(of: document, to: &value)
    return value
  }

  /// Says of folders that are one document which files each version has.
  private func addMembers(of document: DocumentSummary, to value: inout SessionDocument) throws {
    for (index, version) in document.heads.enumerated() {
      if let members = try members(of: version) { value.contents[index] = members }
    }
    guard let base = try container.base(of: document.heads) else { return }
    value.baseContents = try members(of: base) ?? value.baseContents
  }

  private func members(of version: Version) throws -> VersionContents? {
    guard version.content.kind == .package,
      case .package(let members) = try container.contents(of: version)
    else { return nil }
    return VersionContents(
      members: members.map { member in
        .init(
          path: PrintableText.words(member.path.display), size: member.bytes.count,
          identity: Fingerprint(of: [member.bytes]).digits)
      })
  }

  private func versions(of document: DocumentSummary) -> [SessionDocument.Version] {
    document.heads.enumerated().map { index, version in
      let origin = [
        PrintableText.escape(version.author.name), PrintableText.escape(version.computer),
        Words.date(version.date),
      ].filter { !$0.isEmpty }.joined(separator: ", ")
      let names = document.heads.count == 2 ? ["ours", "theirs"] : []
      return .init(
        name: names.isEmpty ? "@\(index + 1)" : "\(names[index]) @\(index + 1)", origin: origin,
        size: version.isDeletion ? nil : Int(version.size))
    }
  }
}

/// What a person decided for one document, as long as its versions are those that they saw.
private struct Decided: Resolver {
  let document: SessionDocument
  /// The versions that they saw.
  let identity: String
  let merging: ThreeWayMerge

  init(_ document: SessionDocument, _ conflict: Conflict, _ merging: ThreeWayMerge) {
    self.document = document
    identity = conflict.identity
    self.merging = merging
  }

  func resolve(_ conflict: Conflict) throws -> Resolution? {
    guard conflict.identity == identity else {
      Console.message("\(PrintableText.escape(conflict.path)) was changed meanwhile.")
      return nil
    }
    switch document.whole {
    case .version(let number): return Resolution(outcome: .side(number), strategy: "keep")
    case .all: return KeepBoth().resolve(conflict)
    case .newest: return ByDate(.newest).resolve(conflict)
    case .oldest: return ByDate(.oldest).resolve(conflict)
    case .merge: return try merging.resolve(conflict)
    case nil: return document.resolution(isExecutable: SessionBuilder.isExecutable(conflict))
    }
  }
}

extension Conflict {
  /// The ids of its versions, which tell them from others of the same document.
  fileprivate var identity: String {
    ([base].compactMap { $0 } + sides).map(\.id).joined(separator: " ")
  }
}
