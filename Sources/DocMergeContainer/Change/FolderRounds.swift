import DocMergeCore
import DocMergeFolder
import DocMergeHistory
import DocMergeLanguage

/// State shared between the rounds that update the folder to the state.
///
/// A round ends early where the folder holds something that is not saved yet; that is saved, and the next round
/// continues. A file that can never be saved is an obstacle from then on.
struct FolderRounds {
  /// The documents that a round is about.
  package struct Targets {
    /// The documents that differ between the state and the folder.
    package var changed: [FolderTarget] = []
    /// The documents that waited before, and are unchanged in the state.
    package var waiting: [FolderTarget] = []

    package var all: [FolderTarget] { changed + waiting }
  }

  /// How often a folder that keeps changing is checked again.
  private static let most = 8

  private let container: Container
  /// Whether the next round is the last one: there were enough, or another one would end like the last.
  package private(set) var isLast = false
  private var count = 0
  private var obstacles: Obstacles
  /// Whether the index knows everything that docmerge put into the folder.
  private var isSure: Bool
  private var outcome = FolderUpdater.Outcome()
  /// The documents that waited before the first round; `nil` before it.
  private var waiting: Set<DocumentID>?
  /// Why something could not be saved.
  private var reasons: [DocumentPath: String] = [:]

  init(_ container: Container, findsStrays: Bool) {
    self.container = container
    obstacles = Obstacles(root: container.root, git: container.git, index: container.index)
    isSure = !findsStrays
  }

  /// The obstacles of a round.
  ///
  /// - Parameters:
  ///   - ids: the documents that are not settled.
  ///   - isInLine: whether the index knows all documents; while it is behind, any other file may be one.
  /// - Returns: the paths of files that are no documents.
  /// - Throws: ``FileError``, `DatabaseError`.
  package mutating func obstacles(
    around ids: Set<DocumentID>, isInLine: Bool
  ) throws -> [DocumentPath] {
    if isInLine { try obstacles.find(around: ids) }
    return obstacles.paths
  }

  /// The placeholders that the index does not know.
  ///
  /// Linear in the size of the folder, if one of the documents may own a placeholder.
  ///
  /// - Returns: `nil` where they are not needed.
  /// - Throws: ``FileError``, `DatabaseError`.
  package func strays(for targets: Targets) throws -> OrphanedPlaceholders? {
    guard !isSure, try container.settings.isOnDemand(),
      try targets.all.contains(where: { target in
        try target.wish != nil && container.index.entry(of: target.id) == nil
      })
    else { return nil }
    return try OrphanedPlaceholders(
      root: container.root, git: container.git, index: container.index)
  }

  /// Runs one round.
  ///
  /// - Parameters:
  ///   - targets: the documents of the round.
  ///   - unsettled: the documents that had to be checked again.
  ///   - update: updates the folder.
  /// - Returns: whether it was the last one.
  /// - Throws: what `update` throws, ``FileError``, ``GitError``, `DatabaseError`.
  package mutating func run(
    _ targets: Targets, _ unsettled: Set<DocumentID>,
    _ update: ([FolderTarget]) throws -> FolderUpdater.Outcome
  ) throws -> Bool {
    if waiting == nil { waiting = Set(targets.waiting.map(\.id)) }
    let before = outcome
    outcome = try update(targets.all)
    // A file that the index forgot, because another document is in its place, is somewhere.
    let isForgotten = try !container.index.unsettled()
      .isSubset(of: unsettled.union(outcome.unsettled))
    if isForgotten { isSure = false }
    if outcome.isLookedOver && !isForgotten || isLast { return true }
    count += 1
    isLast = count == FolderRounds.most - 1
    if !outcome.isLookedOver {
      let isSame = outcome.unsaved == before.unsaved && outcome.missing == before.missing
      if try !look(), isSame { isLast = true }
    }
    return false
  }

  /// Saves the obstacles; a file that can never be saved stays one.
  ///
  /// - Returns: whether there were any.
  private mutating func look() throws -> Bool {
    let count = obstacles.paths.count
    let report = try container.saveUnlocked(
      .only(Set((outcome.unsaved + outcome.missing).map(\.path))), kind: .save, message: nil,
      updatesFolder: false, waitsForWriters: true)
    for item in report.skipped + report.later { reasons[item.path] = item.reason }
    for place in outcome.unsaved where !report.mentions(place.path) {
      // A file that is saved later is no lasting obstacle.
      if report.later.contains(where: { $0.path == place.path }) { continue }
      try obstacles.note(place.path)
    }
    return !report.isEmpty || obstacles.paths.count > count
  }

  /// The documents that are not in place after the last round, and why.
  ///
  /// - Parameter isTold: whether a document that waited before is reported.
  /// - Returns: the documents, each with the reason.
  package func left(_ isTold: (DocumentID) -> Bool) -> [SkippedItem] {
    let failures =
      outcome.failed
      + outcome.unsaved.map {
        .init($0, reasons[$0.path] ?? tr("keeps changing, or cannot be read"))
      }
      + outcome.missing.map { .init($0, tr("its placeholder is gone, and found nowhere")) }
    return failures.filter { waiting?.contains($0.id) != true || isTold($0.id) }.map(\.item)
  }
}
