import DocMergeContainer
import DocMergeCore
import DocMergeObjects
import DocMergeSystem
import Glibc

/// Packs a container, and finds out when that is due.
package struct Packer {
  private let container: Container

  init(container: Container) { self.container = container }

  private var git: GitStore { container.git }

  /// git's own defaults, of `gc.auto` and `gc.autoPackLimit`.
  private static let (mostLoose, mostPacks) = (6_700, 50)
  /// How often one packing runs git, where others save meanwhile.
  private static let mostRounds = 3
  /// After how many seconds an unfinished packing is tried again.
  private static let pause: Int64 = 3_600
  /// After how many seconds small packs are combined again.
  private static let shortPause: Int64 = 60

  private func packSizes() throws(FileError) -> PackSizes {
    try ObjectFiles(repository: git.path).packSizes()
  }

  private var largeObjects: LargeLooseObjects { LargeLooseObjects(repository: git.path) }

  /// Whether packing may be due, without the settings.
  ///
  /// Only if this is true, ask ``due()``, which opens the index and the repository. Costs listing two folders.
  ///
  /// - Throws: ``FileError``.
  package static func mayBeDue(path: String) throws -> Bool {
    let repository = "\(path)/\(Container.repositoryName)"
    let files = ObjectFiles(repository: repository)
    let sizes = try files.packSizes()
    return try files.exceed(loose: 1, packs: mostPacks) || sizes.areWasteful || sizes.areManySmall
      || LargeLooseObjects(repository: repository).areMany(beside: sizes)
  }

  /// What to pack; `nil` for nothing.
  func due() throws -> PackScope? {
    let setting = try git.configuration(ContainerSettings.packKey)
    guard setting.flatMap(GitStore.choice) != false, try !container.hasRest(),
      try container.packLock.holder() == nil
    else { return nil }
    let (files, sizes) = (ObjectFiles(repository: git.path), try packSizes())
    if try largeObjects.areMany(beside: sizes) { return .all }
    let most = setting.flatMap { Int($0) } ?? Self.mostLoose
    let isDue = try sizes.areWasteful || files.exceed(loose: most, packs: Self.mostPacks)
    if isDue, try hasPassed(Self.pause, since: lastPacking) { return .all }
    if sizes.areManySmall, try hasPassed(Self.shortPause, since: container.packLock.path) {
      return .small
    }
    return nil
  }

  /// The file whose date is that of the last full packing.
  private var lastPacking: SystemPath { container.privatePath("packed") }

  /// Whether this many seconds have passed since a file was changed, or it does not exist.
  private func hasPassed(_ seconds: Int64, since file: SystemPath) throws(FileError) -> Bool {
    guard let status = try FileStatus.of(file) else { return true }
    return Int64(time(nil)) - status.modified.seconds >= seconds
  }

  /// Combines loose objects and packs, as the only process that does.
  func pack(_ scope: PackScope, _ isCancelled: @escaping () -> Bool) throws -> PackReport {
    try container.packLock.holdAlone(orThrow: ContainerError.busy) {
      try clearDeadPacks()
      let before = try count()
      var (isDone, rounds) = (false, 0)
      repeat {
        if scope == .all {
          // An unfinished packing is tried again after an hour, or as many bytes.
          try largeObjects.forget(on: git.disk)
          try git.disk.remove(lastPacking)
          try git.disk.write([], to: lastPacking, permissions: 0o644, isDurable: false)
        }
        isDone = try repack(scope, isCancelled)
        rounds += 1
      } while try scope == .all && isDone && rounds < Self.mostRounds && isRestLeft()
        && !isCancelled()
      return PackReport(before: before, after: try count(), isDone: isDone)
    }
  }

  /// Whether another packing is of use: others saved much meanwhile, or git put loose objects beside the one pack.
  private func isRestLeft() throws -> Bool {
    let sizes = try packSizes()
    return try sizes.areOne && sizes.count > 1 || largeObjects.areMany(beside: sizes)
  }

  /// Runs git's packing once.
  ///
  /// - Returns: whether it finished.
  private func repack(
    _ scope: PackScope, _ isCancelled: @escaping () -> Bool
  ) throws -> Bool {
    let sizes = try packSizes()
    let words =
      switch scope {
      case .all: GitWords.repack(git.path, factor: try sizes.factor())
      case .small: GitWords.repack(git.path, factor: 2, keeping: sizes.large)
      }
    let run = GitChild(
      words: words, timeout: .zero, mayAsk: false, isCancelled: isCancelled, progress: { _ in }
    ).run()
    switch run.outcome {
    case .cancelled, .silent: return false
    case .notStarted(let code):
      throw GitError(
        code: .init(rawValue: -1), function: "git", message: Errno(code).description)
    case .ended(let status):
      guard status == 0 else {
        throw GitError(
          code: .init(rawValue: status), function: "git repack",
          message: run.messages.joined(separator: "; "))
      }
      return run.isDone
    }
  }

  /// Removes the remains of killed packings and syncs; a fetch that is running has such files, too.
  private func clearDeadPacks() throws {
    do {
      try container.syncLock.holdAlone(orThrow: ContainerError.busy) {
        let recovery = CrashRecovery(container: container)
        try recovery.runAfterSync()
        try recovery.removeDeadPacks()
      }
    } catch ContainerError.busy {
      // The next packing does it.
    }
  }

  private func count() throws(FileError) -> PackReport.Count {
    let files = ObjectFiles(repository: git.path)
    return PackReport.Count(loose: try files.loose(), packs: try files.packs())
  }
}
