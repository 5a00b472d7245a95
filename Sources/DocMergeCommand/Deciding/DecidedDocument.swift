import DocMerge
import DocMergeDecisions
import DocMergeLanguage
import DocMergeSystem

/// The decision of a person for one document, valid as long as its versions are those that the person saw.
struct DecidedDocument: Resolver {
  let document: SessionDocument
  /// The versions that the person saw.
  let identity: String
  let merging: ThreeWayMerge

  init(_ document: SessionDocument, _ conflict: Conflict, _ merging: ThreeWayMerge) {
    self.document = document
    identity = conflict.identity
    self.merging = merging
  }

  func resolve(_ conflict: Conflict) throws -> Resolution? {
    guard conflict.identity == identity else {
      Console.message(tr("\(PrintableText.escape(conflict.path)) was changed meanwhile."))
      return nil
    }
    switch document.whole {
    case .version(let number): return Resolution(outcome: .side(number), strategy: "keep")
    case .all: return KeepBoth().resolve(conflict)
    case .newest: return ByDate(.newest).resolve(conflict)
    case .oldest: return ByDate(.oldest).resolve(conflict)
    case .merge:
      return try PackageMerge(conflict, merging: merging)?.resolution(strategy: "by file")
        ?? merging.resolve(conflict)
    // It stays in conflict until the changes are decided.
    case .tracked: return nil
    case nil: return try document.resolution(isExecutable: SessionBuilder.isExecutable(conflict))
    }
  }
}

extension Conflict {
  /// The ids of its versions, which distinguish them from others of the same document.
  var identity: String {
    ([base].compactMap { $0 } + sides).map(\.id).joined(separator: " ")
  }
}
