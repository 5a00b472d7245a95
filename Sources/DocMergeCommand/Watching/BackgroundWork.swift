import DocMerge
import DocMergeLanguage

/// Work that docmerge starts in the background, in separate processes.
enum BackgroundWork {
  /// The seconds that packing in the background may take.
  private static let packingSeconds = 600
  /// The seconds without a request after which a monitor ends.
  private static let idleSeconds = 3600

  /// Packs the objects of a container.
  static func pack(_ folder: String, _ scope: PackScope, budget: Int? = nil) throws {
    try Background.start(
      ["pack", "--budget", "\(budget ?? packingSeconds)"] + (scope == .small ? ["--small"] : []),
      in: folder, failing: tr("cannot pack"))
  }

  /// Packs each container that was written to, if it is due.
  static func packWhereDue() {
    for path in Container.takeChanged() {
      // A failed packing is repeated after a later command; this one did its own work.
      guard (try? Packer.mayBeDue(path: path)) == true,
        let scope = try? Container(path: path).upkeep.duePacking()
      else { continue }
      try? pack(path, scope)
    }
  }

  /// Watches the folder of a container.
  static func monitor(_ container: Container, idle: Int? = nil) throws {
    try Background.start(
      ["monitor", "--idle", "\(idle ?? idleSeconds)"], in: container.path,
      failing: tr("no monitor can be started"))
  }

  /// Watches the folder of a container if this is useful.
  static func monitorIfUseful(_ container: Container) throws {
    if try container.upkeep.wantsMonitor() { try monitor(container) }
  }
}
