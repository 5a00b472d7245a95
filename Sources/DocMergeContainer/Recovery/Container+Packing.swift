import DocMergeObjects
import DocMergeSystem
import Synchronization

/// The process that packs a container, and the containers that may need it.
extension Container {
  /// Held by the one process that packs.
  package var packLock: ContainerLock {
    ContainerLock(path: privatePath("pack.lock"), repository: git.path)
  }

  private static let changed = Mutex<[String]>([])

  /// Notes that this process writes to the container.
  package func noteChange() {
    Container.changed.withLock { if !$0.contains(path) { $0.append(path) } }
  }

  /// The paths of the containers that this process wrote to since the last call.
  package static func takeChanged() -> [String] {
    changed.withLock { paths in
      defer { paths = [] }
      return paths
    }
  }
}
