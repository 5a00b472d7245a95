import DocMerge
import DocMergeDecisions
import DocMergeLanguage
import DocMergeSystem

/// The part of a session for one document of a container: the document, or, for a package (a folder that is one
/// document) where both sides changed the same files, those files.
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

  /// Explains how a package is decided.
  func explain() {
    guard files != nil else { return }
    let name = document.path.display
    let typed = Shell.quoted(String(decoding: document.path.bytes, as: UTF8.self))
    Console.message(
      tr(
        """
        \(name): \(counted(values.count, "file")) changed on both sides, decided one by one; all other \
        files are as the side has them that changed them. To keep it whole: docmerge resolve \
        \(typed) --keep @1
        """))
  }

  /// Writes open regions as tracked changes, unless the versions have changed.
  func write(_ value: SessionDocument, by batch: ResolveBatch) throws {
    let now = try batch.container.document(document.id)
    guard now.isInConflict, try batch.container.conflict(of: now).identity == conflict.identity
    else {
      return Console.message(tr("\(document.path.display) was changed meanwhile."))
    }
    try batch.write(TrackedConflict(value, of: conflict), now)
  }

  /// The resolver for the decisions; `nil` where some are open.
  ///
  /// - Parameters:
  ///   - decided: The values at the end of the session.
  ///   - merging: How texts are merged.
  /// - Returns: The resolver, which decides nothing if the versions have changed by then.
  func resolver(
    for decided: [SessionDocument], _ merging: ThreeWayMerge
  ) -> (any Resolver)? {
    guard decided.allSatisfy(\.isDecided) else { return nil }
    guard let files else { return DecidedDocument(decided[0], conflict, merging) }
    return DecidedPackage(identity: conflict.identity, files: files, decided: decided)
  }
}

/// The decisions of a person for the files of a package, valid as long as its versions are those that the person saw.
private struct DecidedPackage: Resolver {
  let identity: String
  let files: PackageMerge
  let decided: [SessionDocument]

  func resolve(_ conflict: Conflict) throws -> Resolution? {
    guard conflict.identity == identity else {
      Console.message(tr("\(PrintableText.escape(conflict.path)) was changed meanwhile."))
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
