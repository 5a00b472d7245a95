import DocMerge
import DocMergeGit
import DocMergeLanguage
import DocMergeSystem

extension GitDoctor {
  /// Tools that the settings name, but that git cannot start.
  func namedTools() -> [Finding] {
    let settings = ["merge.tool", "merge.guitool", "diff.tool", "diff.guitool"]
    return settings.compactMap { setting in
      guard let tool = Git.answer(["config", "--get", setting]) else { return nil }
      let kinds = setting.hasPrefix("merge") ? ["mergetool"] : ["difftool", "mergetool"]
      // A tool with a command of its own is checked there.
      guard !kinds.contains(where: { Git.answer(["config", "--get", "\($0).\(tool).cmd"]) != nil })
      else { return nil }
      guard !isAvailable(tool, mode: String(setting.prefix { $0 != "." })) else { return nil }
      return Finding(
        kind: .missingProgram, place: setting,
        problem: tr("git knows no tool \(tool), or its program is missing"),
        mend: tr("install it, or choose one that `git \(kinds[0]) --tool-help` lists"))
    }
  }

  /// Whether git has a description of a tool, and its program is installed, by git's own script.
  private func isAvailable(_ tool: String, mode: String) -> Bool {
    guard let folder = Git.answer(["--exec-path"]) else { return true }
    let script =
      "TOOL_MODE=$1; . \"$2/git-mergetool--lib\" && get_merge_tool_path \"$3\" >/dev/null 2>&1"
    let status = try? ChildProcess.runAtTerminal(["sh", "-c", script, "sh", mode, folder, tool])
    return status == 0
  }

  /// Files in the last commit that have conflicts between markers, in any style.
  func markers() throws -> [Finding] {
    guard places.scope == .local, let repository = try GitRepository.current() else { return [] }
    // Words of possible markers; matching files are then read.
    let words = [
      "grep", "-I", "-l", "-z", "-E", "--all-match", "-e", "^<{7,}([[:space:]]|$)", "-e",
      "^>{7,}([[:space:]]|$)", "HEAD",
    ]
    guard let output = Git.bytes(["-C", repository.top] + words) else { return [] }
    let paths = output.split(separator: 0).map { $0.dropFirst("HEAD:".utf8.count) }
    return try paths.compactMap { path in
      guard let bytes = try repository.contents(of: Array(path), in: "HEAD"),
        let line = ConflictedText(bytes).firstBlock
      else { return nil }
      return Finding(
        kind: .committedMarkers, place: String(decoding: path, as: UTF8.self),
        problem: tr("it was committed with conflict markers, in line \(line)"),
        mend: tr("decide what it should say, and commit that"))
    }
  }
}
