public import DocMergeHistory
import DocMergeLanguage
import DocMergeObjects
import DocMergeSystem

/// How people name a version of a document.
///
/// | text | version |
/// |---|---|
/// | `3be1f0` | the version whose id starts with this (four digits at least) |
/// | `@current` | the version in the folder |
/// | `@newest`, `@oldest` | of the versions in conflict, by date |
/// | `@base` | the last common ancestor of all versions in conflict |
/// | `@1`, `@2` … | the versions in conflict as `list` numbers them |
public enum VersionSelector: Sendable, Hashable {
  /// An id, or its first digits.
  case id(String)
  /// The version in the folder.
  case current
  /// The head with the latest date.
  case newest
  /// The head with the earliest date.
  case oldest
  /// The common ancestor of the heads.
  case base
  /// A head by its number, from 1.
  case number(Int)

  /// Parses a text of the table above; `nil` for anything else.
  public init?(_ text: String) {
    switch text {
    case "@current": self = .current
    case "@newest": self = .newest
    case "@oldest": self = .oldest
    case "@base": self = .base
    default:
      if text.hasPrefix("@") {
        guard let number = Int(text.dropFirst()), number > 0 else { return nil }
        self = .number(number)
      } else {
        guard (4...40).contains(text.utf8.count),
          text.utf8.allSatisfy({ Hex.value(of: $0) != nil })
        else { return nil }
        self = .id(text.lowercased())
      }
    }
  }
}

extension Container {
  /// Finds the version of a document that `selector` names.
  ///
  /// - Throws: ``ContainerError/noSuchVersion(_:)``, ``ContainerError/ambiguousVersion(_:)``,
  ///   ``ContainerError/pruned(_:operation:)``, ``GitError``.
  public func version(_ selector: VersionSelector, of document: DocumentSummary) throws -> Version {
    switch selector {
    case .current: return document.current
    case .newest: return document.heads.max { $0.isOlder(than: $1) } ?? document.current
    case .oldest: return document.heads.min { $0.isOlder(than: $1) } ?? document.current
    case .base:
      guard let base = try base(of: document.heads) else {
        throw ContainerError.noSuchVersion("@base")
      }
      return base
    case .number(let number):
      guard document.heads.indices.contains(number - 1) else {
        throw ContainerError.noSuchVersion("@\(number)")
      }
      return document.heads[number - 1]
    case .id(let digits):
      let found = try history(of: document.id).filter { $0.id.description.hasPrefix(digits) }
      guard let first = found.first else {
        try checkNotPruned(digits)
        throw ContainerError.noSuchVersion(digits)
      }
      guard found.count == 1 else { throw ContainerError.ambiguousVersion(digits) }
      return first.version
    }
  }

  /// Reports that a requested version was pruned.
  private func checkNotPruned(_ digits: String) throws {
    for prune in try operationGraph().prunes() {
      for version in prune.pruned.versions where version.id.description.hasPrefix(digits) {
        throw ContainerError.pruned(
          tr("version \(version.id.short) of \(version.path.display)"), operation: prune.id.short)
      }
    }
  }
}

extension Version {
  /// By date, ties by id.
  package func isOlder(than other: Version) -> Bool { (date, id) < (other.date, other.id) }
}
