import Foundation

/// What presenters are told about versions.
enum VersionNews {
  case gained, lost, resolved

  /// Tells the presenters of a file, in all processes.
  func send(_ identifier: String, of url: URL) {
    let version = PresentedVersion(itemURL: url, persistentIdentifier: identifier)
    let coordinator = FileCoordinator()
    switch self {
    case .gained: coordinator.itemDidGain(version)
    case .lost: coordinator.itemDidLose(version)
    case .resolved: coordinator.itemDidResolveConflict(version)
    }
  }
}

extension PresentedVersion {
  /// The version itself, also when it was removed: the container's history keeps it.
  public var fileVersion: FileVersion? {
    FileVersion.version(itemAt: itemURL, forPersistentIdentifier: persistentIdentifier)
      ?? FileVersion.removed(persistentIdentifier, itemAt: itemURL)
  }
}
