public import DocMergeContainer
import DocMergeCore
import DocMergeHistory
public import DocMergeResolvers
public import DocMergeSync
import DocMergeUpkeep

extension Container {
  /// Resolves the documents in conflict that settings and attributes allow to resolve without a person.
  ///
  ///     git config docmerge.autoresolve clean
  ///     echo '*.log docmerge-autoresolve=policy docmerge=newest' >>.gitattributes
  ///
  /// For `sync(with:settling:)`. The same conflict is settled alike everywhere, as one version. A decision that a
  /// person has taken back is not repeated, and where replicas have settled the same versions differently, the document
  /// stays in conflict: so replicas never alternate.
  ///
  /// - Returns: the documents that were resolved; the operation names the rules.
  /// - Throws: ``ContainerError``, ``FileError``, ``GitError``.
  public func resolveAutomatically() throws -> [ResolvedDocument] {
    var decided: [(report: ResolveReport, resolution: Resolution, rule: AutomaticRule)] = []
    for document in try conflicts() {
      // A document that is not here is decided on another replica, or once it is downloaded.
      guard document.availability == .local,
        let (rule, resolver) = try automaticResolver(for: document.path),
        try !isDisputed(document)
      else { continue }
      let report = try decide(document, using: resolver)
      guard let resolution = report.resolution, try !report.conflict.showsTrackedChanges,
        try !wouldBeTooMany(resolution.copies.count, copiesOf: document)
      else { continue }
      decided.append((report, resolution, rule))
    }
    guard !decided.isEmpty else { return [] }
    let rules = Set(decided.map(\.rule.rawValue)).sorted().joined(separator: ", ")
    let settled = Set(
      try settle(
        decided.map { DocumentResolution($0.resolution, of: $0.report.document) }, automatic: rules)
    )
    return decided.filter { settled.contains($0.report.document.id) }
      .map { ResolvedDocument(path: $0.report.document.path, strategy: $0.resolution.summary) }
  }

  /// The resolver that may decide about a document without a person; `nil` if there is none.
  private func automaticResolver(
    for path: DocumentPath
  ) throws -> (AutomaticRule, any Resolver)? {
    let rule = try settings.automaticRule(for: path)
    switch rule {
    case .never, .identical: return nil
    case .clean: return (rule, ThreeWayMerge(policy: try settings.automaticMergePolicy()))
    case .policy: return try settings.resolver(for: path).map { (rule, $0) }
    }
  }
}

extension ContainerSettings {
  /// The resolver that the attribute `docmerge` of a path names: `*.md docmerge=merge,newest`.
  ///
  /// - Parameter path: the path of the document.
  /// - Returns: the resolver; `nil` when the attribute is missing, or has an unknown word.
  /// - Throws: ``GitError``.
  public func resolver(for path: DocumentPath) throws -> (any Resolver)? {
    let policy = try automaticMergePolicy()
    let words = try strategies(for: path)
    let resolvers = words.compactMap { word -> (any Resolver)? in
      switch word {
      case "merge": ThreeWayMerge(policy: policy)
      case "keep-both": KeepBoth()
      case "newest": ByDate(.newest)
      case "oldest": ByDate(.oldest)
      default: nil
      }
    }
    return resolvers.isEmpty || resolvers.count < words.count ? nil : Chain(resolvers)
  }
}
