import Synchronization

/// Formats that a program adds to the built-in ones.
package final class FormatRegistry: Sendable {
  /// Finds the formats for a text by its path, or by the format name that an attribute or option gives.
  package typealias Provider = @Sendable (_ path: String, _ name: String?) -> [KnownFormat]

  /// Finds the program that merges files of a format, by the name of the format.
  package typealias MergerProvider = @Sendable (_ name: String) -> FormatMerger?

  /// The formats of this process.
  package static let shared = FormatRegistry()

  /// All providers as one.
  ///
  /// An array of them would cost each start of the program the metadata of its type.
  private let provider = Mutex<Kept<Provider>?>(nil)
  private let findMerger = Mutex<Kept<MergerProvider>?>(nil)

  /// A function that a lock guards: read from the lock itself, it would be wrapped once more each time.
  private struct Kept<Function: Sendable>: Sendable {
    let function: Function
  }

  /// Adds formats, which take precedence over earlier ones.
  package func add(_ provider: @escaping Provider) {
    self.provider.withLock { earlier in
      guard let known = earlier?.function else { return earlier = Kept(function: provider) }
      earlier = Kept { path, name in provider(path, name) + known(path, name) }
    }
  }

  /// Sets how programs that merge files of formats are found.
  package func setMergers(_ provider: @escaping MergerProvider) {
    findMerger.withLock { $0 = Kept(function: provider) }
  }

  /// The program for a format whose name is not one of docmerge's own.
  package func merger(named name: String) -> FormatMerger? {
    guard !KnownFormat.names.contains(name), candidates(path: "", name: name).isEmpty else {
      return nil
    }
    return findMerger.withLock { $0 }?.function(name)
  }

  /// Whether a format of this name was added, or a program is set for it.
  func knows(_ name: String) -> Bool {
    !candidates(path: "", name: name).isEmpty || merger(named: name) != nil
  }

  /// The formats that were added for a text, the likeliest first.
  func candidates(path: String, name: String?) -> [KnownFormat] {
    provider.withLock { $0 }?.function(path, name) ?? []
  }
}
