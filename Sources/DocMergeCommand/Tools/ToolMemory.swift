import DocMerge
import DocMergeGit
import DocMergeLanguage
import DocMergeSystem

/// The decisions of people in the current git repository, for the files that `docmerge mergetool` gets.
struct ToolMemory {
  private let repository: GitRepository
  private let use: MemoryUse

  /// The memory; `nil` outside of git, and where the settings disable it.
  init?() throws {
    // Tools work without git, too, and where git refuses the repository, which it says by itself.
    guard let repository = try? GitRepository.current() else { return nil }
    use = try repository.memoryUse()
    guard use != .off else { return nil }
    self.repository = repository
  }

  /// The remembered resolution of all remaining conflicts, if the settings apply it.
  func resolution(
    of conflict: Conflict, _ merging: ThreeWayMerge, isAsking: Bool, file: String
  ) throws -> [UInt8]? {
    let recalled = Recalled(merging: merging, memory: repository.memory)
    guard case .contents(let bytes, _)? = try recalled.remembered(conflict)?.outcome else {
      return nil
    }
    if use == .apply { return bytes }
    // At a terminal, the session offers it.
    if !isAsking {
      Console.message(
        tr(
          """
          docmerge: \(PrintableText.escape(file)): a decision is remembered, but not applied; see \
          docmerge.memory in docmerge-config(5)
          """))
    }
    return nil
  }

  /// Remembers the decisions of a person.
  ///
  /// The file is already written, so a failure here is only reported.
  func remember(_ bytes: [UInt8], for conflict: Conflict, file: String) {
    do {
      let decisions = try Recalled.decisions(of: conflict, in: bytes)
      try repository.memory.remember(decisions, at: path(of: file))
    } catch {
      Console.message(tr("Not remembered: \(PrintableText.words(ErrorWords.words(of: error)))"))
    }
  }

  /// The path from the top of the worktree; elsewhere, the given name.
  private func path(of file: String) -> [UInt8] {
    let slash = file.lastIndex(of: "/")
    guard let real = Place(slash.map { String(file[...$0]) } ?? ".").realName else {
      return Array(file.utf8)
    }
    let name = slash.map { String(file[file.index(after: $0)...]) } ?? file
    let whole = "\(real)/\(name)"
    guard whole.hasPrefix("\(repository.top)/") else { return Array(file.utf8) }
    return Array(whole.dropFirst(repository.top.count + 1).utf8)
  }
}
