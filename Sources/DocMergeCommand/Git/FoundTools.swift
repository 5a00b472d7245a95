import DocMergeGit
import DocMergeLanguage
import DocMergeSystem

/// Editors and other tools of a person that can use docmerge, as `docmerge git setup` finds them.
struct FoundTools {
  /// The names, for people, in the order of the page about them.
  let names: [String]

  /// A tool, and the programs and files of a repository that show that it is in use.
  private typealias Tool = (name: String, programs: [String], files: [String])

  private static let tools: [Tool] = [
    ("Vim", ["vim"], []), ("Neovim", ["nvim"], []), ("Emacs", ["emacs"], []),
    ("VS Code", ["code", "codium"], [".vscode"]),
    ("pre-commit", [], [".pre-commit-config.yaml"]), ("Mercurial", ["hg"], []),
    ("lazygit", ["lazygit"], []), ("jj", ["jj"], [".jj"]),
    ("GitHub Actions", [], [".github/workflows"]), ("GitLab CI", [], [".gitlab-ci.yml"]),
  ]

  /// Looks for programs in `PATH`, and for files in a repository.
  ///
  /// - Parameter folder: the top folder of the repository; `nil` outside of one.
  init(in folder: String?) {
    names = Self.tools.filter { tool in
      tool.programs.contains { OwnProgram.path(of: $0) != nil }
        || folder.map { folder in tool.files.contains { Place("\(folder)/\($0)").exists } } ?? false
    }.map(\.name)
  }

  /// Names the tools that were found, and the page to read next; `nil` where none was found.
  var message: String? {
    guard !names.isEmpty else { return nil }
    let list = names.joined(separator: ", ")
    return tr("Found here: \(list). docmerge-git(1), OTHER PROGRAMS, says how they use docmerge.")
  }
}
