import Foundation
import Synchronization

/// File work that belongs into a coordinated access and is outside of it, as debug builds find it.
package enum Misuse {
  /// Hears of it in the place of ``FileCoordinator/misuseHandler``, in one task only.
  @TaskLocal package static var handler: (@Sendable (String) -> Void)?

  fileprivate static let common = Mutex<@Sendable (String) -> Void> { words in
    guard said.withLock({ $0.insert(words).inserted }) else { return }
    FileHandle.standardError.write(Data("docmerge: \(words)\n".utf8))
  }

  /// What standard error has been told; once is enough.
  private static let said = Mutex<Set<String>>([])

  /// Looks whether the code that runs now may read or write a file.
  static func check(_ url: URL, forWriting: Bool, _ what: (_ name: String) -> String) {
    #if DEBUG
      guard !FileCoordinator.isCoordinated(url, forWriting: forWriting) else { return }
      let words = "\(what(url.lastPathComponent)) outside of a coordinated access"
      (handler ?? common.withLock { $0 })(words)
    #endif
  }
}

extension FileCoordinator {
  /// What hears of file work outside of the access that it belongs into: by default, standard error.
  ///
  /// In debug builds only: a document that is read by an override of
  /// ``Document/open(completionHandler:)`` which neither calls super nor coordinates, and versions that
  /// are added, removed, or put in the place of a file. Programs do all of it and mostly get away with
  /// it; a test may be stricter:
  ///
  ///     FileCoordinator.misuseHandler = { fatalError($0) }
  public static var misuseHandler: @Sendable (String) -> Void {
    get { Misuse.common.withLock { $0 } }
    set { Misuse.common.withLock { $0 = newValue } }
  }
}
