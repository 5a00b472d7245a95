public import DocMergeContainer
import DocMergeCore
public import DocMergeFolder
public import DocMergeHistory
import DocMergeObjects

/// What setting the focus did to the folder.
public struct FocusReport: Sendable, Hashable {
  /// The documents that are in the folder now, and were not before; perhaps as placeholders.
  public var appeared: [DocumentPath] = []
  /// The documents that left the folder; nothing of them is lost.
  public var left: [DocumentPath] = []
  /// The documents outside of the focus that stay in the folder, and why.
  public var kept: [SkippedItem] = []
  /// The documents that are not yet in the folder as they should be, and why.
  public var notInPlace: [SkippedItem] = []

  /// Makes an empty report.
  public init() {}
}

extension LocalContents {
  /// Sets which documents are in the folder of this copy, and brings the folder in line.
  ///
  /// Linear in the documents. Other copies keep what they have. Documents that leave the folder stay in the container,
  /// with all their versions. Those with edits that cannot be saved, or that a program has open and does not give up,
  /// stay in the folder; so do documents that people put there outside of the focus later, until the focus is set
  /// again. Documents whose contents are not here appear as placeholders (see ``placeholdersInFocus()``).
  ///
  /// - Parameter focus: the new focus; `nil` for all.
  /// - Returns: a report of the documents that appeared and left.
  /// - Throws: ``ContainerError``, ``GitError``, ``FileError``.
  public func setFocus(_ focus: Focus?) throws -> FocusReport {
    try container.syncLock.hold { _ in
      var (report, left) = try container.operateAsking { try appear(in: focus) }
      report.notInPlace += left
      guard let focus else { return report }
      try leave(outsideOf: focus, &report)
      return report
    }
  }

  /// Notes the focus, and puts the documents in it into the folder.
  private func appear(in focus: Focus?) throws -> FocusReport {
    var report = FocusReport()
    report.notInPlace = try container.saveUnlocked(.all, kind: .save, message: nil).skipped
    let new = try container.index.outside().filter { focus?.contains($0.wanted) ?? true }
    if try container.settings.isOnDemand(), let state = try container.state() {
      // Contents that are still here, before the next housekeeping, are used again.
      let heads = try new.flatMap { try state.record($0.id)?.heads.elements.map(\.id) ?? [] }
      try container.keepDownloads(try container.keeping(of: heads).free.sorted())
    }
    // Before the setting: if the process is killed between the two, the documents are checked again.
    try container.index.change(new.map { .unsettle($0.id) })
    if let focus {
      try git.setConfiguration(ContainerSettings.focusKey, to: focus.setting)
    } else {
      try git.removeConfiguration(ContainerSettings.focusKey)
    }
    report.notInPlace += try container.bringFolderInLine()
    report.appeared = try new.compactMap { try container.index.entry(of: $0.id)?.path }.sorted()
    return report
  }

  /// Removes documents outside of the focus from the folder.
  private func leave(outsideOf focus: Focus, _ report: inout FocusReport) throws {
    let ids = try container.index.entries().filter { !focus.contains($0.wanted) }.map(\.id)
    let evicted = try evict(ids, leaving: .outside)
    (report.left, report.kept) = (evicted.evicted, evicted.kept)
  }
}
