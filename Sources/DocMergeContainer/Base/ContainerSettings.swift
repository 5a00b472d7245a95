public import DocMergeCore
public import DocMergeHistory
package import DocMergeObjects

/// The settings of a container: git's configuration of its repository, and attributes of paths.
///
///     guard try container.settings.automaticRule(for: path) != .never else { return }
///
/// Nothing here changes a setting: `git config` and `.gitattributes` do.
public struct ContainerSettings: Sendable {
  package let git: GitStore

  package init(git: GitStore) { self.git = git }
}

extension Container {
  /// The settings.
  public var settings: ContainerSettings { ContainerSettings(git: git) }
}

// MARK: Automatic decisions

extension ContainerSettings {
  static let ruleKey = "docmerge.autoresolve"
  static let mergePolicyKey = "docmerge.mergepolicy"
  static let ruleAttribute = "docmerge-autoresolve"
  static let strategyAttribute = "docmerge"
  /// The words of the attribute ``strategyAttribute``.
  static let strategyWords = ["merge", "keep-both", "newest", "oldest"]
  private static let formatAttribute = "docmerge-format"
  static let maxCopiesKey = "docmerge.maxcopies"
  private static let usualMaxCopies = 10

  /// What may happen to a document in conflict without a person.
  ///
  /// - Parameter path: the path of the document.
  /// - Returns: the rule; ``AutomaticRule/never`` for an unknown value.
  /// - Throws: ``GitError``.
  public func automaticRule(for path: DocumentPath) throws -> AutomaticRule {
    switch try git.attribute(Self.ruleAttribute, of: path) {
    case .value(let word): return AutomaticRule(rawValue: word) ?? .never
    case .unset, .set: return .never
    case .unspecified:
      let word = try git.configuration(Self.ruleKey)
      return word.flatMap { AutomaticRule(rawValue: $0) } ?? .never
    }
  }

  /// The value of the attribute `docmerge` of a path: how its conflicts are resolved.
  ///
  /// - Parameter path: the path of the document.
  /// - Returns: strategies such as `merge` and `newest`, in the order of trying.
  /// - Throws: ``GitError``.
  public func strategies(for path: DocumentPath) throws -> [String] {
    guard case .value(let words) = try git.attribute(Self.strategyAttribute, of: path) else {
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
    guard case .value(let name) = try git.attribute(Self.formatAttribute, of: path) else {
      return nil
    }
    return name
  }

  /// The policy of a merge without a person: `docmerge.mergepolicy`, or `strict`.
  ///
  /// - Throws: ``GitError``.
  public func automaticMergePolicy() throws -> MergePolicy {
    let word = try git.configuration(Self.mergePolicyKey)
    return word == MergePolicy.balanced.rawValue ? .balanced : .strict
  }

  /// How many copies of one document may be made without a person: `docmerge.maxcopies`, or 10; `nil` for any number,
  /// which is a negative value.
  ///
  /// - Throws: ``GitError``.
  public func maxCopies() throws -> Int? {
    let text = try git.configuration(Self.maxCopiesKey)
    // A sync refuses a value that is no number; elsewhere a typing error must not remove the bound.
    let number = text.flatMap { Int($0) } ?? Self.usualMaxCopies
    return number < 0 ? nil : number
  }
}

// MARK: The documents that are here

extension ContainerSettings {
  /// How many loose objects are left before they are packed, or whether packing starts by itself.
  package static let packKey = "docmerge.pack"
  /// Whether a monitor starts by itself.
  package static let monitorKey = "docmerge.monitor"
  package static let focusKey = "docmerge.focus"
  package static let onDemandKey = "docmerge.ondemand"
  /// The value of ``onDemandKey`` where only documents outside of the focus are on demand.
  package static let outsideOnly = "outside"

  /// Which documents are in the folder of this copy; `nil`: all.
  ///
  /// `Container.local` sets it, and brings the folder in line.
  ///
  /// - Throws: ``ContainerError/invalidPattern(_:)`` where the setting is invalid, ``GitError``.
  public func focus() throws -> Focus? {
    try git.configuration(Self.focusKey).map(Focus.init(setting:))
  }

  /// Whether syncs fetch only facts about documents, and contents when they are asked for.
  ///
  /// - Throws: ``GitError``.
  public func isOnDemand() throws -> Bool {
    let value = try git.configuration(Self.onDemandKey)
    return try value.flatMap(GitStore.choice) ?? bringsFocus()
  }

  /// Whether syncs fetch contents of the documents in the focus, and only of those.
  package func bringsFocus() throws(GitError) -> Bool {
    try git.configuration(Self.onDemandKey) == Self.outsideOnly
  }
}
