public import DocMergeContainer
import DocMergeCore
public import DocMergeFolder
public import DocMergeHistory
import DocMergeObjects

/// What became of the folder when its focus was set.
public struct FocusReport: Sendable, Hashable {
  /// The documents that are in the folder now, and were not before; perhaps as placeholders.
  public var appeared: [DocumentPath] = []
  /// The documents that left the folder; nothing of them is lost.
  public var left: [DocumentPath] = []
  /// The documents outside of the focus that stay in the folder, and why.
  public var kept: [SkippedItem] = []
  /// The documents that are not in the folder as they should be yet, and why.
  public var notInPlace: [SkippedItem] = []

  /// Makes a report of nothing.
  public init() {}
}

extension Container {
  /// Sets which documents are in the folder of this copy, and brings the folder in line.
  ///
  /// Linear in the documents. Other copies keep what they have. Documents that leave the folder stay in the container, with all their versions; those
  /// with edits that cannot be saved, or that a program has open and does not let go of, stay in the folder, and so does
  /// what people put there outside of the focus later, until the focus is set again. Documents whose
  /// contents are not here come as placeholders (see ``placeholdersInFocus()``).
  ///
  /// - Parameter focus: which; `nil` for all.
  /// - Returns: what was done.
  /// - Throws: ``ContainerError``, ``GitError``, ``FileError``.
  public func setFocus(_ focus: Focus?) throws -> FocusReport {
    try syncLock.hold { _ in
      var (report, left) = try operateAsking { try appear(in: focus) }
      report.notInPlace += left
      guard let focus else { return report }
      try leave(outsideOf: focus, &report)
      return report
    }
  }

  /// Notes the focus, and puts into the folder what is in it.
  private func appear(in focus: Focus?) throws -> FocusReport {
    var report = FocusReport()
    report.notInPlace = try saveUnlocked(.all, kind: .save, message: nil).skipped
    let new = try index.outside().filter { focus?.contains($0.wanted) ?? true }
    if try isOnDemand(), let state = try state() {
      // What is here still, since no housekeeping came, is used again.
      let heads = try new.flatMap { try state.record($0.id)?.heads.elements.map(\.id) ?? [] }
      try keepDownloads(try keeping(of: heads).free.sorted())
    }
    // Before the setting: whoever is killed between the two looks at them again.
    try index.change(new.map { .unsettle($0.id) })
    if let focus {
      try git.setConfiguration(Container.focusKey, to: focus.setting)
    } else {
      try git.removeConfiguration(Container.focusKey)
    }
    report.notInPlace += try bringFolderInLine()
    report.appeared = try new.compactMap { try index.entry(of: $0.id)?.path }.sorted()
    return report
  }

  /// Takes out of the folder what is outside of the focus.
  private func leave(outsideOf focus: Focus, _ report: inout FocusReport) throws {
    let ids = try index.entries().filter { !focus.contains($0.wanted) }.map(\.id)
    let evicted = try evict(ids, leaving: .outside)
    (report.left, report.kept) = (evicted.evicted, evicted.kept)
  }
}
