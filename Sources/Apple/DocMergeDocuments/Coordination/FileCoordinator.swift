import DocMergeCoordination
import Foundation
import Synchronization

/// Reads and writes files in turn with everybody else: other threads, and other processes of the user.
///
/// Readers share, writers are alone. Before an access, the presenters of the item are asked to give
/// way; after it, they are told what happened. Make a coordinator for each operation:
///
///     let coordinator = FileCoordinator()
///     let text = try coordinator.coordinate(readingItemAt: url) { try String(contentsOf: $0, encoding: .utf8) }
///
/// The kernel keeps the locks, so a process that dies blocks nobody. A process that is stopped
/// (Control-Z) keeps others waiting for less than a second; then it loses what it held, and its access
/// ends with ``CoordinationError/claimLost``. Processes of different users do not see each other.
public final class FileCoordinator: Sendable {
  /// How a file is read.
  public struct ReadingOptions: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: UInt

    /// Options from their bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Presenters need not save before.
    public static let withoutChanges = ReadingOptions(rawValue: 1)
    /// Where the item is a symbolic link, what it leads to is read.
    public static let resolvesSymbolicLink = ReadingOptions(rawValue: 2)
    /// Only what is known about the item at once is read, not the contents.
    public static let immediatelyAvailableMetadataOnly = ReadingOptions(rawValue: 4)
    /// The accessor gets a copy, a package as a ZIP archive, and others may write meanwhile.
    public static let forUploading = ReadingOptions(rawValue: 8)
  }

  /// How a file is written: at most one of them, none to change its contents.
  public struct WritingOptions: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: UInt

    /// Options from their bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The item, and all that a folder contains, is deleted.
    public static let forDeleting = WritingOptions(rawValue: 1)
    /// The item is moved; a folder with all that it contains.
    public static let forMoving = WritingOptions(rawValue: 2)
    /// Presenters save before, so that their changes can be taken in.
    public static let forMerging = WritingOptions(rawValue: 4)
    /// Another item takes the place of this one.
    public static let forReplacing = WritingOptions(rawValue: 8)
    /// Nothing changes that has to do with the contents.
    public static let contentIndependentMetadataOnly = WritingOptions(rawValue: 16)
  }

  struct State: Sendable {
    var purpose: String?
    var timeout: Duration?
    var presenterTimeout: Duration = .seconds(30)
    var isCancelled = false
    var accesses: [ObjectIdentifier: Access] = [:]
    var prepared: Set<ItemPath> = []
  }

  let presenter: PresenterReference?
  let state = Mutex(State())
  private let ownPurpose = UUID().uuidString

  /// A coordinator for one operation.
  ///
  /// - Parameter filePresenter: on whose behalf the operation is; it gets no messages about it, and may
  ///   write while others wait for it to save.
  public init(filePresenter: (any FilePresenter)? = nil) {
    presenter = filePresenter.map { PresenterReference($0) }
  }

  /// What the operation belongs to: accesses of one purpose never wait for each other.
  ///
  /// Set it once, before the first access, to something that is not empty; a coordinator that was made
  /// for a presenter keeps its own.
  public var purposeIdentifier: String {
    get { state.withLock { $0.purpose } ?? ownPurpose }
    set {
      precondition(!newValue.isEmpty, "A purpose has a name.")
      precondition(presenter == nil, "The purpose of a presenter's coordinator cannot be set.")
      state.withLock { state in
        precondition(state.purpose == nil, "The purpose is set already.")
        state.purpose = newValue
      }
    }
  }

  /// How long an access waits for others before it fails; `nil`, the default, for without end.
  public var timeout: Duration? {
    get { state.withLock { $0.timeout } }
    set { state.withLock { $0.timeout = newValue } }
  }

  /// How long a presenter may take to answer before the access goes on without it; 30 s by default.
  ///
  /// Presenters of a dead process are not waited for, those of a stopped one less than a second.
  public var presenterTimeout: Duration {
    get { state.withLock { $0.presenterTimeout } }
    set { state.withLock { $0.presenterTimeout = newValue } }
  }

  /// Makes all accesses of this coordinator fail that still wait, and all that are to come.
  ///
  /// Any thread may call it, and it returns at once. What presenters have been asked is not taken back.
  public func cancel() {
    state.withLock { state in
      state.isCancelled = true
      for access in state.accesses.values { access.cancel() }
    }
  }

  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  var presenterID: String? {
    presenter?.presenter.flatMap { PresenterDesk.shared.id(of: $0) }
  }

  // MARK: Presenters

  /// Registers a presenter, which is not kept alive by it.
  ///
  /// Register inside of the access that reads the item, so that no change is missed in between; remove
  /// it before it goes, or before the process rests.
  public static func addFilePresenter(_ filePresenter: any FilePresenter) {
    PresenterDesk.shared.add(filePresenter)
  }

  /// Removes a presenter: it gets no more messages.
  public static func removeFilePresenter(_ filePresenter: any FilePresenter) {
    PresenterDesk.shared.remove(filePresenter)
  }

  /// The presenters of this process that are registered.
  public static var filePresenters: [any FilePresenter] {
    PresenterDesk.shared.presenters.compactMap(\.presenter)
  }
}
