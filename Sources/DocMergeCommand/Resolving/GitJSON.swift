import DocMerge
import DocMergeGit

/// The JSON for a git repository, in the same form as for a container; docmerge(1) describes it.
enum GitJSON {
  /// With more paths than this, walking through their histories takes too long.
  static let changesLimit = 20

  /// The output of `docmerge list`.
  static func list(_ conflicts: [GitConflict], _ source: GitSource) throws -> String {
    try JSONText.text(
      JSONText.ListReport(
        source: .git, documents: try documents(conflicts, source),
        git: try JSONText.GitState(source)))
  }

  /// The output of `docmerge status`.
  static func status(_ conflicts: [GitConflict], _ source: GitSource) throws -> String {
    try JSONText.text(
      JSONText.FolderReport(try documents(conflicts, source), try JSONText.GitState(source)))
  }

  /// The output of `docmerge versions`.
  static func versions(_ conflict: GitConflict, _ source: GitSource) throws -> String {
    let document = try documents([conflict], source)[0]
    return try JSONText.text(
      JSONText.History(
        source: .git, document: document, history: [], git: try JSONText.GitState(source)))
  }

  private static func documents(
    _ conflicts: [GitConflict], _ source: GitSource
  ) throws -> [JSONText.Document] {
    let sizes = try source.repository.sizes(of: conflicts.flatMap { $0.stages.map(\.stage) })
    let showsChanges = conflicts.count <= changesLimit
    let filled = try source.filledByRerere(conflicts)
    return try conflicts.map { conflict in
      let versions = try [GitVersion.ours, .theirs, .base].compactMap { version in
        let change = showsChanges ? try source.change(version, of: conflict) : nil
        return JSONText.Head(version, of: conflict, sizes, change)
      }
      return JSONText.Document(
        conflict, name: GivenName.spelled(try source.name(of: conflict)),
        isFilled: filled.contains(conflict.path), versions)
    }
  }
}

extension JSONText.Document {
  fileprivate init(
    _ conflict: GitConflict, name: String, isFilled: Bool, _ versions: [JSONText.Head]
  ) {
    // In git, a path identifies a file.
    path = String(decoding: conflict.path, as: UTF8.self)
    id = path
    self.name = name
    aliases = []
    state = "conflict"
    self.conflict = conflict.kind.rawValue
    isFilledByRerere = isFilled
    contents = "local"
    self.versions = versions
  }
}

extension JSONText.Head {
  /// `nil` where there is no base; a side that has no file deleted it.
  fileprivate init?(
    _ version: GitVersion, of conflict: GitConflict, _ sizes: [String: Int64], _ change: GitChange?
  ) {
    let stage = version.stage(of: conflict)
    guard stage != nil || version != .base else { return nil }
    id = stage?.object ?? ""
    number = version == .base ? nil : version == .ours ? 1 : 2
    side = version.rawValue
    isCurrent = version == .ours
    kind = stage.map(Self.kind) ?? "deleted"
    size = stage.flatMap { sizes[$0.object] } ?? 0
    date = change.map { Words.json($0.date) }
    author = change.map { JSONText.Author(name: $0.author) }
    commit = change?.commit
  }

  private static func kind(_ stage: GitConflict.Stage) -> String {
    if stage.isSubmodule { return "submodule" }
    if stage.isSymlink { return "symlink" }
    return stage.isExecutable ? "executable" : "file"
  }
}

extension JSONText.GitState {
  fileprivate init(_ source: GitSource) throws {
    self.init(
      operation: source.operation.kind.rawValue, explanation: source.operation.explanation,
      next: source.operation.continuation,
      resolvedByRules: try ReviewList.countGoingOn(in: source.repository))
  }
}
