import DocMergeDecisions

/// One file of a folder that is one document, in each version.
struct MemberReport: Codable, Hashable {
  /// Its path in the folder.
  var path: String
  /// Its size in each version; `nil` where the version has no such file.
  var sizes: [Int?]
  /// The change in each version: `same`, `added`, `changed` or `deleted`, compared with the base.
  var changes: [String]
}

extension [MemberReport] {
  /// The files of all versions, by their paths; `nil` where no version is a folder.
  init?(_ document: SessionDocument) {
    let versions = document.contents.map { $0?.members ?? [] }
    guard document.contents.contains(where: { $0?.members != nil }) else { return nil }
    // Without a base, the others are compared with the first version.
    let base = document.baseContents?.members ?? versions.first ?? []
    let paths = Set((versions + [base]).joined().map(\.path)).sorted()
    let old = Self.byPath(base)
    let new = versions.map(Self.byPath)
    self = paths.map { path in
      MemberReport(
        path: path, sizes: new.map { $0[path]?.size },
        changes: new.map { Self.change(from: old[path], to: $0[path]) })
    }
  }

  private static func byPath(
    _ members: [VersionContents.Member]
  ) -> [String: VersionContents.Member] {
    Dictionary(members.map { ($0.path, $0) }) { first, _ in first }
  }

  private static func change(
    from old: VersionContents.Member?, to new: VersionContents.Member?
  ) -> String {
    switch (old?.identity, new?.identity) {
    case (nil, nil): "same"
    case (nil, _): "added"
    case (_, nil): "deleted"
    case (let before, let after): before == after ? "same" : "changed"
    }
  }
}
