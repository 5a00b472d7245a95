public import DocMergeContainer
import DocMergeHistory
import DocMergeObjects
public import DocMergeResolvers
import DocMergeSync
import DocMergeUpkeep

/// The result, or the expected result, of resolving one document.
public struct ResolveReport: Sendable {
  /// The document as it was.
  public var document: DocumentSummary
  /// The conflict that the resolver was given.
  public var conflict: Conflict
  /// The decision; `nil` when the resolver left it open, and the document is unchanged.
  public var resolution: Resolution?
  /// The paths of the documents that versions became, beside it; in a dry run, their likely paths.
  public var copies: [DocumentPath] = []
  /// The first merge that was tried, if the conflict is left open; `nil` when none was tried.
  public var triedMerge: TriedMerge?
}

extension Container {
  /// How often a decision is repeated when the document gets new versions meanwhile.
  private static let rounds = 8

  /// Describes a document's conflict as a plain value, for resolvers.
  ///
  /// - Throws: ``ContainerError/notInConflict(_:)``, ``ContainerError/notDownloaded(_:)``, ``GitError``.
  public func conflict(of document: DocumentSummary) throws -> Conflict {
    guard document.isInConflict else {
      throw ContainerError.notInConflict(document.path.display)
    }
    guard try document.heads.allSatisfy(local.hasContents) else {
      throw ContainerError.notDownloaded(document.path.display)
    }
    var conflict = Conflict(
      path: document.path.display, base: try base(of: document.heads).map(side),
      sides: document.heads.map(side))
    conflict.format = try settings.format(of: document.path)
    return conflict
  }

  /// Decides the conflict of a document with `resolver`, and carries the decision out.
  ///
  /// - Parameters:
  ///   - id: the document.
  ///   - resolver: decides; may be asked several times.
  ///   - isDryRun: whether to change nothing.
  /// - Returns: what was decided.
  /// - Throws: as ``resolve(_:isDryRun:choosing:)``.
  public func resolve(
    _ id: DocumentID, using resolver: some Resolver, isDryRun: Bool = false
  ) throws -> ResolveReport {
    try resolve([id], isDryRun: isDryRun) { _ in resolver }[0]
  }

  /// Decides the conflicts of documents, each with a resolver of its own, and carries all decisions out as one
  /// operation.
  ///
  ///     try container.resolve(ids) { try container.settings.resolver(for: $0.path) }
  ///
  /// Edits in the folder are saved first. When another program adds a version meanwhile, the decisions are repeated
  /// with it. The versions that were not kept stay in the documents' histories.
  ///
  /// - Parameters:
  ///   - ids: the documents.
  ///   - isDryRun: whether to change nothing.
  ///   - choose: the resolver for a document, or `nil` to leave it in conflict; may be called several times.
  /// - Returns: what was decided, in the order of `ids`.
  /// - Throws: ``ContainerError/notInConflict(_:)``, ``FileError``, ``GitError``, and what `choose` and the resolvers
  ///   throw.
  public func resolve(
    _ ids: [DocumentID], isDryRun: Bool = false,
    choosing choose: (DocumentSummary) throws -> (any Resolver)?
  ) throws -> [ResolveReport] {
    var round = 0
    while true {
      round += 1
      let reports = try ids.map { id in
        let document = try document(id)
        let resolver: any Resolver = try choose(document) ?? Chain([])
        return try decide(document, using: resolver)
      }
      let decisions = reports.compactMap(\.decision)
      do {
        if !isDryRun, !decisions.isEmpty { try settle(decisions) }
        return try reports.map(namingCopies)
      } catch let error as ContainerError {
        guard case .headsMoved = error, round < Container.rounds else { throw error }
      }
    }
  }

  private func namingCopies(_ report: ResolveReport) throws -> ResolveReport {
    var report = report
    report.copies = try report.decision.map { try copies(by: $0, of: report.document) } ?? []
    return report
  }

  /// Asks a resolver about a document in conflict.
  func decide(
    _ document: DocumentSummary, using resolver: some Resolver
  ) throws -> ResolveReport {
    let conflict = try conflict(of: document)
    let result = try resolver.decide(conflict)
    return ResolveReport(
      document: document, conflict: conflict, resolution: result.resolution,
      // For many settled documents, the merges would take much memory.
      triedMerge: result.resolution == nil ? result.triedMerge : nil)
  }

  private func side(_ version: Version) -> Conflict.Side {
    Conflict.Side(
      id: version.id.description, kind: Conflict.Kind(version.content.kind), date: version.date,
      author: version.author.name, computer: version.computer,
      members: { [self] in try members(of: version) }
    ) { [self] in
      try contents(of: version).bytes ?? []
    }
  }

  private func members(of version: Version) throws -> [Conflict.Member] {
    guard case .package(let members) = try contents(of: version) else { return [] }
    return members.map {
      Conflict.Member(path: Array($0.path.bytes), kind: Conflict.Kind($0.kind), bytes: $0.bytes)
    }
  }
}

extension ResolveReport {
  /// The decision with the heads that it was made for.
  fileprivate var decision: DocumentResolution? {
    resolution.map { DocumentResolution($0, of: document) }
  }
}

extension DocumentResolution {
  /// A decision about a document as it was.
  init(_ resolution: Resolution, of document: DocumentSummary) {
    self.init(
      document: document.id, heads: document.heads.map(\.id), resolution: resolution)
  }
}

extension Conflict.Kind {
  init(_ kind: DocumentKind) {
    switch kind {
    case .file: self = .file(isExecutable: false)
    case .executable: self = .file(isExecutable: true)
    case .symlink: self = .symlink
    case .package: self = .package
    case .deleted: self = .deleted
    }
  }
}
