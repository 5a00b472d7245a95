import DocMerge

/// What docmerge starts in the background, as programs of their own.
enum BackgroundWork {
  /// The seconds that packing in the background may take.
  private static let packingSeconds = 600
  /// After so many seconds without a request a monitor ends.
  private static let idleSeconds = 3600

  /// Packs the objects of a container.
  static func pack(_ folder: String, _ scope: PackScope, budget: Int? = nil) throws {
    try Background.start(
      ["pack", "--budget", "\(budget ?? packingSeconds)"] + (scope == .small ? ["--small"] : []),
      in: folder, failing: "cannot pack")
  }

  /// Packs each container that was written to, where it is due.
  static func packWhereDue() {
    for path in Container.takeChanged() {
      // What cannot be packed now is packed after a later command; this one did what it was to do.
      guard (try? Container.mayWantPacking(path: path)) == true,
        let scope = try? Container(path: path).duePacking()
      else { continue }
      try? pack(path, scope)
    }
  }

  /// Watches the folder of a container.
  static func monitor(_ container: Container, idle: Int? = nil) throws {
    try Background.start(
      ["monitor", "--idle", "\(idle ?? idleSeconds)"], in: container.path,
      failing: "no monitor can be started")
  }

  /// Watches the folder of a container where that is of use.
  static func monitorIfUseful(_ container: Container) throws {
    if try container.wantsMonitor() { try monitor(container) }
  }
}
