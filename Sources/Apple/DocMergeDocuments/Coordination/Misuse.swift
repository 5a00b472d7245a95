import Foundation
import Synchronization

/// Reports file work outside of the coordinated access that it needs, in debug builds.
package enum Misuse {
  /// Receives reports instead of ``FileCoordinator/misuseHandler``, in one task only.
  @TaskLocal package static var handler: (@Sendable (String) -> Void)?

  fileprivate static let common = Mutex<@Sendable (String) -> Void> { words in
    guard said.withLock({ $0.insert(words).inserted }) else { return }
    FileHandle.standardError.write(Data("docmerge: \(words)\n".utf8))
  }

  /// The reports on standard error; once is enough.
  private static let said = Mutex<Set<String>>([])

  /// Checks whether the current code may read or write a file.
  static func check(_ url: URL, forWriting: Bool, _ what: (_ name: String) -> String) {
    #if DEBUG
      guard !FileCoordinator.isCoordinated(url, forWriting: forWriting) else { return }
      let words = "\(what(url.lastPathComponent)) outside of a coordinated access"
      (handler ?? common.withLock { $0 })(words)
    #endif
  }
}

extension FileCoordinator {
  /// Receives reports of file work outside of the access that it needs; by default, standard error.
  ///
  /// In debug builds only, it reports: a document that is read by an override of ``Document/open(completionHandler:)``
  /// that neither calls super nor coordinates, and versions that are added, removed, or put in place of a file.
  /// Programs do all of it, mostly without harm; a test may be stricter:
  ///
  ///     FileCoordinator.misuseHandler = { fatalError($0) }
  public static var misuseHandler: @Sendable (String) -> Void {
    get { Misuse.common.withLock { $0 } }
    set { Misuse.common.withLock { $0 = newValue } }
  }
}
