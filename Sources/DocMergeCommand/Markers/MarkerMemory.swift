import DocMerge
import DocMergeGit
import DocMergeLanguage
import DocMergeSystem

/// The memory for decisions between conflict markers: that of the current git repository.
struct MarkerMemory {
  let source: GitSource

  /// Remembers the decisions of a person for conflicts in a file.
  ///
  /// The file is already written, so a failure here is only reported.
  func remember(_ decisions: [(conflict: MarkedConflict, result: [UInt8])], in file: String) {
    let resolutions = decisions.compactMap { conflict, result -> RememberedResolution? in
      guard conflict.sides.count == 2, !result.contains(0), ConflictedText(result).isClean else {
        return nil
      }
      return RememberedResolution(
        base: conflict.base.map { Array($0.bytes) }, ours: Array(conflict.sides[0].bytes),
        theirs: Array(conflict.sides[1].bytes), result: result)
    }
    guard !resolutions.isEmpty else { return }
    do {
      guard try source.repository.memoryUse() != .off else { return }
      let name = GivenName(file)
      // With a date, so that it does not count as part of a resolution that can be undone.
      try source.memory.remember(
        resolutions, at: source.path(of: name) ?? name.bytes,
        date: Timestamp(seconds: Timestamp.now.seconds, nanoseconds: 0))
    } catch {
      Console.message(tr("Not remembered: \(PrintableText.words(ErrorWords.words(of: error)))"))
    }
  }
}
