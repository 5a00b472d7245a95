import DocMerge
import DocMergeGit

/// The JSON of `list` and `versions` in a git repository; docmerge(1) describes it.
enum GitJSON {
  static func list(_ conflicts: [GitConflict], _ source: GitSource) throws -> String {
    let sizes = try source.repository.sizes(of: conflicts.flatMap { $0.stages.map(\.stage) })
    let showsChanges = conflicts.count <= GitList.changesLimit
    let paths = try conflicts.map { conflict in
      Path(
        path: String(decoding: conflict.path, as: UTF8.self),
        name: GivenName.spelled(try source.name(of: conflict)), kind: conflict.kind.rawValue,
        versions: try GitVersion.allCases.compactMap { version in
          try version.stage(of: conflict).map { stage in
            let change = showsChanges ? try source.change(version, of: conflict) : nil
            return Stage(
              version: version.rawValue, object: stage.object, mode: stage.mode,
              size: sizes[stage.object], commit: change?.commit, author: change?.author,
              date: change.map { Words.json($0.date) })
          }
        })
    }
    let report = Report(
      operation: source.operation.kind.rawValue, explanation: source.operation.explanation,
      next: source.operation.continuation,
      resolvedByRules: try ReviewList.countGoingOn(in: source.repository), paths: paths)
    return try JSONText.text(report)
  }

  private struct Report: Encodable {
    var format = "docmerge-git-list"
    var version = 1
    var operation: String
    var explanation: String
    var next: String
    var resolvedByRules: Int
    var paths: [Path]
  }

  private struct Path: Encodable {
    var path: String
    var name: String
    var kind: String
    var versions: [Stage]
  }

  private struct Stage: Encodable {
    var version: String
    var object: String
    var mode: String
    var size: Int64?
    var commit: String?
    var author: String?
    var date: String?
  }
}
