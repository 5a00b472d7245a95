import Synchronization

/// Formats that a program adds to those that are known everywhere.
package final class FormatRegistry: Sendable {
  /// Finds the formats for a text by its path, and by the name of a format that an attribute or option gives.
  package typealias Provider = @Sendable (_ path: String, _ name: String?) -> [KnownFormat]

  /// The formats of this process.
  package static let shared = FormatRegistry()

  private let providers = Mutex<[Provider]>([])

  /// Adds formats, which come before those that are there already.
  package func add(_ provider: @escaping Provider) {
    providers.withLock { $0.insert(provider, at: 0) }
  }

  /// Whether no formats were added.
  package var isEmpty: Bool { providers.withLock { $0.isEmpty } }

  /// The formats that were added for a text, the likeliest first.
  func candidates(path: String, name: String?) -> [KnownFormat] {
    providers.withLock { $0 }.flatMap { $0(path, name) }
  }
}
