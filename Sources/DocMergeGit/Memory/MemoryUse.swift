import DocMergeLanguage

/// Whether remembered resolutions are used: the setting `docmerge.memory`.
public enum MemoryUse: String, Sendable, Hashable, CaseIterable {
  /// Nothing is remembered, and nothing is offered.
  case off
  /// Remembered resolutions are offered; the default.
  case offer
  /// A merge settles its remaining conflicts by remembered resolutions.
  case apply
}

extension GitRepository {
  /// How the settings want remembered resolutions to be used.
  ///
  /// - Throws: ``GitFailure`` when the setting has another value.
  public func memoryUse() throws -> MemoryUse {
    try answers.memoryUse(askForMemoryUse)
  }

  private func askForMemoryUse() throws -> MemoryUse {
    let output = try git.output(["config", "--get", "docmerge.memory"].map { Array($0.utf8) })
    guard output.status == 0 else { return .offer }
    guard let use = MemoryUse(rawValue: output.line) else {
      throw GitFailure(tr("docmerge.memory is \(output.line): it must be off, offer or apply"))
    }
    return use
  }
}
