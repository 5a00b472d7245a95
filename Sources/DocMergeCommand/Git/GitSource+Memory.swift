import DocMerge
import DocMergeGit

extension GitSource {
  /// Whether a merge may settle what it leaves by what is remembered.
  var appliesMemory: Bool {
    get throws { try repository.memoryUse() == .apply }
  }

  /// Decides as a person once did.
  func recalled(_ merging: ThreeWayMerge) -> Recalled {
    Recalled(merging: merging, memory: memory)
  }

  /// What can be offered for a conflict; `nil` if nothing, or if the person wants no offers.
  func remembered(_ conflict: Conflict, _ merging: ThreeWayMerge) throws -> Resolution? {
    guard try repository.memoryUse() != .off else { return nil }
    return try recalled(merging).remembered(conflict)
  }

  /// The same for a path.
  func remembered(_ conflict: GitConflict, _ merging: ThreeWayMerge) throws -> Resolution? {
    try remembered(repository.conflict(of: conflict, during: operation), merging)
  }

  /// Remembers what a person decided for a path.
  ///
  /// The path is resolved by then, so that a failure here is only told.
  func remember(_ choice: GitChoice) {
    do {
      guard try repository.memoryUse() != .off, let stage = choice.entries.first?.stage,
        !stage.isSymlink, !stage.isSubmodule
      else { return }
      let conflict = try repository.conflict(of: choice.conflict, during: operation)
      let decisions = try Recalled.decisions(of: conflict, in: repository.bytes(of: stage))
      try memory.remember(decisions, at: choice.conflict.path)
    } catch {
      Console.message("Not remembered: \(PrintableText.words("\(error)"))")
    }
  }
}

extension GitInterview {
  /// Shows what would become of ours if what is remembered were taken.
  func show(_ remembered: Resolution, _ conflict: GitConflict) throws {
    guard case .contents(let bytes, _) = remembered.outcome, let stage = conflict.ours else {
      return
    }
    MemoryReport.show(bytes, insteadOf: try source.repository.bytes(of: stage), conflict.display)
  }

  /// What the person makes of the conflict in an editor; `nil` if that cannot be, or markers are left.
  func written(_ conflict: GitConflict) throws -> [UInt8]? {
    let value = try source.repository.conflict(of: conflict, during: source.operation)
    let text: [UInt8]
    switch try merging.attempt(value) {
    case .clean(let resolution):
      guard case .contents(let bytes, _) = resolution.outcome else { return nil }
      text = bytes
    case .conflicts(let merge): text = merge.merged.marked()
    case .refused(let reason):
      Console.message("It cannot be written by hand: \(MergeWords.reason(reason)).")
      return nil
    }
    let bytes = try Editor.edit(text, like: value.path)
    guard ConflictedText(bytes).isClean else {
      Console.message("There are markers left, so the conflict stays as it was.")
      return nil
    }
    return bytes
  }
}
