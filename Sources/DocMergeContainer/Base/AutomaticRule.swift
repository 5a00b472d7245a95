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
