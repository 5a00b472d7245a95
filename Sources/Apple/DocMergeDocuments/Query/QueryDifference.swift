import DocMerge
import DocMergeSystem

/// How the documents in the scopes of a query differ from what was reported before.
struct QueryDifference: Sendable {
  /// Documents that are new or changed.
  var present: [SystemPath: ItemFacts] = [:]
  /// Documents that are gone.
  var gone: Set<SystemPath> = []

  var isEmpty: Bool { present.isEmpty && gone.isEmpty }

  /// Adds what happened after this.
  mutating func add(_ later: QueryDifference) {
    for path in later.gone {
      present[path] = nil
      gone.insert(path)
    }
    for (path, facts) in later.present {
      gone.remove(path)
      present[path] = facts
    }
  }
}
