import DocMerge
import DocMergeDecisions
import DocMergeSystem

/// What a session shows of one document of a container: the document, or, of a package (a folder that is one
/// document) that both sides changed the same files of, those files.
struct SessionPart {
  let document: DocumentSummary
  /// The documents that the session shows for it.
  let values: [SessionDocument]
  private let conflict: Conflict
  /// The files of a package; `nil` for anything that is decided as one.
  private let files: PackageMerge?

  /// Reads a document in conflict.
  init(_ document: DocumentSummary, of session: ContainerSession) throws {
    let conflict = try session.container.conflict(of: document)
    self.document = document
    self.conflict = conflict
    let merge = try PackageMerge(conflict, merging: session.builder.merging)
    guard let merge, !merge.conflicts.isEmpty else {
      values = [try session.value(document, conflict)]
      files = nil
      return
    }
    let versions = session.versions(of: document)
    files = merge
    values = try merge.conflicts.map { _, member in
      try session.builder.document(
        member,
        versions: try zip(versions, member.sides).map { version, side in
          var version = version
          version.size = side.kind == .deleted ? nil : try side.bytes().count
          return version
        }, identity: conflict.identity, hasOneResult: true)
    }
  }

  /// Says of a package how it is decided.
  func explain() {
    guard files != nil else { return }
    let name = document.path.display
    Console.message(
      "\(name): \(Words.count(values.count, "file")) changed on both sides, decided one by one; all other "
        + "files are as the side has them that changed them. To keep it whole: docmerge resolve "
        + "\(Shell.quoted(String(decoding: document.path.bytes, as: UTF8.self))) --keep @1")
  }

  /// Writes what is open as tracked changes, unless the versions are other ones by then.
  func write(_ value: SessionDocument, by batch: ResolveBatch) throws {
    let now = try batch.container.document(document.id)
    guard now.isInConflict, try batch.container.conflict(of: now).identity == conflict.identity
    else {
      return Console.message("\(document.path.display) was changed meanwhile.")
    }
    try batch.write(TrackedConflict(value, of: conflict), now)
  }

  /// What carries out the decisions; `nil` where some are open.
  ///
  /// - Parameters:
  ///   - decided: The values, as the session left them.
  ///   - merging: How texts are merged.
  /// - Returns: The resolver, which decides nothing where the versions are other ones by then.
  func resolver(
    for decided: [SessionDocument], _ merging: ThreeWayMerge
  ) -> (any Resolver)? {
    guard decided.allSatisfy(\.isDecided) else { return nil }
    guard let files else { return DecidedDocument(decided[0], conflict, merging) }
    return DecidedPackage(identity: conflict.identity, files: files, decided: decided)
  }
}

/// What a person decided for the files of a package, as long as its versions are those that they saw.
private struct DecidedPackage: Resolver {
  let identity: String
  let files: PackageMerge
  let decided: [SessionDocument]

  func resolve(_ conflict: Conflict) throws -> Resolution? {
    guard conflict.identity == identity else {
      Console.message("\(PrintableText.escape(conflict.path)) was changed meanwhile.")
      return nil
    }
    var members: [[UInt8]: Conflict.Member?] = [:]
    var rules: [MergeRule] = []
    for ((path, conflict), document) in zip(files.conflicts, decided) {
      if case .version(let number) = document.whole {
        let side = conflict.sides[number]
        members[path] = .some(
          side.kind == .deleted
            ? nil : Conflict.Member(path: path, kind: side.kind, bytes: try side.bytes()))
        continue
      }
      let isExecutable = SessionBuilder.isExecutable(conflict)
      guard let resolution = try document.resolution(isExecutable: isExecutable),
        case .contents(let bytes, _) = resolution.outcome
      else { return nil }
      members[path] = Conflict.Member(
        path: path, kind: .file(isExecutable: isExecutable), bytes: bytes)
      rules += resolution.rules
    }
    return files.resolution(members, strategy: "by file", rules: rules)
  }
}
