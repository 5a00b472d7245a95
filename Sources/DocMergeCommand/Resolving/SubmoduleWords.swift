import DocMerge
import DocMergeGit
import DocMergeLanguage

/// Messages about a submodule in conflict: the commits of its sides, and the git commands that keep one.
struct SubmoduleWords {
  let lines: [String]

  init(_ conflict: GitConflict, in source: GitSource) {
    let words = [
      tr("ours is \(Self.words(conflict.ours))"), tr("theirs is \(Self.words(conflict.theirs))"),
    ].joined(separator: ", ")
    let path = String(decoding: conflict.path, as: UTF8.self)
    let shown = Shell.quoted(path)
    let isThere = Place("\(source.repository.top)/\(path)/.git").exists
    func command(_ stage: GitConflict.Stage?) -> String? {
      guard let stage, stage.isSubmodule else { return nil }
      return isThere
        ? "git -C \(shown) checkout \(stage.object) && git add \(shown)"
        : "git update-index --cacheinfo 160000,\(stage.object),\(shown)"
    }
    let commands = [
      command(conflict.ours).map { tr("  Keep ours: \($0)") },
      command(conflict.theirs).map { tr("  Keep theirs: \($0)") },
    ]
    let isInTop = (try? WorkingFolder.path()) == source.repository.top
    let top = Shell.quoted(source.repository.top)
    let place = isInTop ? "" : tr(" (at the top of the worktree, \(top))")
    lines =
      [
        tr(
          """
          \(conflict.display): a submodule, which is another repository: \(words). It stays in \
          conflict, for git to decide\(place).
          """)
      ] + commands.compactMap { $0 }
  }

  /// The state of a side.
  private static func words(_ stage: GitConflict.Stage?) -> String {
    guard let stage else { return tr("no file") }
    return stage.isSubmodule ? tr("commit \(stage.object)") : stage.words
  }
}
