import DocMerge
import DocMergeSystem

/// The differences of the documents in the scopes of a query from the last report.
struct QueryDifference: Sendable {
  /// Documents that are new or changed.
  var present: [SystemPath: ItemFacts] = [:]
  /// Documents that are gone.
  var gone: Set<SystemPath> = []

  var isEmpty: Bool { present.isEmpty && gone.isEmpty }

  /// Adds later changes.
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
