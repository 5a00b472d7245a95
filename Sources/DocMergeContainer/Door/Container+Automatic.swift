public import DocMergeCore
public import DocMergeHistory
import DocMergeObjects

/// What may happen to a document in conflict without a person.
///
/// Set by `docmerge.autoresolve` in git's configuration for all documents, and by the attribute
/// `docmerge-autoresolve` for some: `*.log docmerge-autoresolve=policy docmerge=newest`.
public enum AutomaticRule: String, Sendable, Hashable, CaseIterable {
  /// Nothing, except that versions with equal contents are joined.
  case never
  /// The same.
  case identical
  /// A merge in which both sides' changes fit together.
  case clean
  /// What the attribute `docmerge` of its path names.
  case policy
}

extension Container {
  private static let ruleKey = "docmerge.autoresolve"
  private static let mergePolicyKey = "docmerge.mergepolicy"
  private static let ruleAttribute = "docmerge-autoresolve"
  private static let strategyAttribute = "docmerge"
  private static let formatAttribute = "docmerge-format"

  /// What may happen to a document in conflict without a person.
  ///
  /// - Parameter path: the path of the document.
  /// - Returns: the rule; ``AutomaticRule/never`` for an unknown value.
  /// - Throws: ``GitError``.
  public func automaticRule(for path: DocumentPath) throws -> AutomaticRule {
    switch try git.attribute(Container.ruleAttribute, of: path) {
    case .value(let word): return AutomaticRule(rawValue: word) ?? .never
    case .unset, .set: return .never
    case .unspecified:
      let word = try git.configuration(Container.ruleKey)
      return word.flatMap { AutomaticRule(rawValue: $0) } ?? .never
    }
  }

  /// The value of the attribute `docmerge` of a path: how its conflicts are resolved.
  ///
  /// - Parameter path: the path of the document.
  /// - Returns: strategies such as `merge` and `newest`, in the order of trying.
  /// - Throws: ``GitError``.
  public func strategies(for path: DocumentPath) throws -> [String] {
    guard case .value(let words) = try git.attribute(Container.strategyAttribute, of: path) else {
      return []
    }
    return words.split(separator: ",").map { String($0) }
  }

  /// The format that the attribute `docmerge-format` of a path names, such as `markdown`.
  ///
  /// - Parameter path: the path of the document.
  /// - Returns: `nil` when no attribute matches the path.
  /// - Throws: ``GitError``.
  public func format(of path: DocumentPath) throws -> String? {
    guard case .value(let name) = try git.attribute(Container.formatAttribute, of: path) else {
      return nil
    }
    return name
  }

  /// The policy of a merge without a person: `docmerge.mergepolicy`, or `strict`.
  ///
  /// - Throws: ``GitError``.
  public func automaticMergePolicy() throws -> MergePolicy {
    let word = try git.configuration(Container.mergePolicyKey)
    return word == MergePolicy.balanced.rawValue ? .balanced : .strict
  }

  /// Whether two of the versions in conflict settle the same ones, each in its own way.
  ///
  /// Replicas with different rules would alternate for ever; so a person has to decide.
  package func isDisputed(_ document: DocumentSummary) throws -> Bool {
    let entries = try document.heads.map { try entry($0.id) }.filter { $0.operation == .resolve }
    return Set(entries.map { Set($0.parents) }).count < entries.count
  }
}
