import DocMerge
import DocMergeDecisions
import DocMergeLanguage
import DocMergeSystem

/// Shows the conflicts of a container as a decision session, and writes the decisions.
struct ContainerSession {
  let container: Container
  /// How far the merge goes by itself.
  let policy: MergePolicy
  /// The face that shows them to the person.
  let face: SessionFace

  /// Asks a person about the documents, carries out the decisions as one operation, and returns how many
  /// documents are left in conflict.
  func run(_ chosen: [DocumentSummary]) throws -> Int {
    let lock = try DecidingLock(in: "\(container.path)/.docmerge")
    let left = try decide(chosen)
    _ = consume lock
    return left
  }

  private func decide(_ chosen: [DocumentSummary]) throws -> Int {
    let documents = try chosen.map { try container.document($0.id) }.filter(\.isInConflict)
    let parts = try documents.map { try SessionPart($0, of: self) }
    for part in parts { part.explain() }
    let file = SessionFile(folder: "\(container.path)/.docmerge")
    let (ending, outcome) = try face.show(
      DecisionSession(parts.flatMap(\.values)), goingOnWith: file, title: "docmerge resolve")
    guard ending == .apply else {
      try file.leave(outcome)
      return documents.count
    }
    var rest = outcome.documents[...]
    var resolvers: [DocumentID: any Resolver] = [:]
    var tracked: [(SessionPart, SessionDocument)] = []
    var places: [(document: DocumentID, path: String)] = []
    for part in parts {
      let values = rest.prefix(part.values.count)
      rest = rest.dropFirst(values.count)
      places += values.map { (part.document.id, $0.path) }
      if values.first?.whole == .tracked, let value = values.first {
        tracked.append((part, value))
      } else {
        resolvers[part.document.id] = part.resolver(for: Array(values), builder.merging)
      }
    }
    let decided = documents.filter { resolvers[$0.id] != nil }
    let batch = ResolveBatch(container: container, isDryRun: false, merging: builder.merging)
    let left = try batch.run(decided) { resolvers[$0.id] }
    for (part, value) in tracked {
      do {
        try part.write(value, by: batch)
      } catch let error as CommandError {
        Console.message(
          tr("\(part.document.path.display): left in conflict, since \(error.description)."))
      }
    }
    let open = Set(try container.conflicts().map(\.id))
    try file.keep(outcome, of: Set(places.filter { open.contains($0.document) }.map(\.path)))
    return documents.count - decided.count + left
  }

  var builder: SessionBuilder { SessionBuilder(policy: policy) }

  /// A document in conflict without decisions.
  func value(_ document: DocumentSummary, _ conflict: Conflict) throws -> SessionDocument {
    var value = try builder.document(
      conflict, versions: versions(of: document), identity: conflict.identity)
    try addMembers(of: document, to: &value)
    return value
  }

  /// Adds the files of each version, for folders that are one document.
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

  func versions(of document: DocumentSummary) -> [SessionDocument.Version] {
    document.heads.enumerated().map { index, version in
      let origin = [
        PrintableText.escape(version.author.name), PrintableText.escape(version.computer),
        Words.date(version.date),
      ].filter { !$0.isEmpty }.joined(separator: ", ")
      let names = document.heads.count == 2 ? [tr("ours"), tr("theirs")] : []
      return .init(
        name: names.isEmpty ? "@\(index + 1)" : "\(names[index]) @\(index + 1)", origin: origin,
        size: version.isDeletion ? nil : Int(version.size))
    }
  }
}
