import DocMerge
import DocMergeGit

/// Messages about a submodule in conflict: the commits of its sides, and the git commands that keep one.
struct SubmoduleWords {
  let lines: [String]

  init(_ conflict: GitConflict, in source: GitSource) {
    let sides = [("ours", conflict.ours), ("theirs", conflict.theirs)]
    let words = sides.map { name, stage in
      "\(name) is \(stage.map { $0.isSubmodule ? "commit \($0.object)" : $0.words } ?? "no file")"
    }
    let path = String(decoding: conflict.path, as: UTF8.self)
    let shown = Shell.quoted(path)
    let isThere = Place("\(source.repository.top)/\(path)/.git").exists
    let commands = sides.compactMap { name, stage -> String? in
      guard let stage, stage.isSubmodule else { return nil }
      return isThere
        ? "  Keep \(name): git -C \(shown) checkout \(stage.object) && git add \(shown)"
        : "  Keep \(name): git update-index --cacheinfo 160000,\(stage.object),\(shown)"
    }
    let isInTop = (try? WorkingFolder.path()) == source.repository.top
    let place =
      isInTop ? "" : " (at the top of the worktree, \(Shell.quoted(source.repository.top)))"
    lines =
      [
        "\(conflict.display): a submodule, which is another repository: \(words.joined(separator: ", ")). "
          + "It stays in conflict, for git to decide\(place)."
      ] + commands
  }
}
