import DocMergeCoordination
import Foundation
import Synchronization

/// Reads and writes files in turn with other threads and other processes of the user.
///
/// Readers share, writers are alone. Before an access, the presenters of the item are asked to give way; after it, they
/// get a message about the change. Make a coordinator for each operation:
///
///     let coordinator = FileCoordinator()
///     let text = try coordinator.coordinate(readingItemAt: url) { try String(contentsOf: $0, encoding: .utf8) }
///
/// The kernel keeps the locks, so a process that dies blocks no other. A process that is stopped (Control-Z) keeps
/// others waiting for less than a second; then it loses its claims, and its access ends with
/// ``CoordinationError/claimLost``. Processes of different users do not see each other.
public final class FileCoordinator: Sendable {
  /// How a file is read.
  public struct ReadingOptions: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: UInt

    /// Options from their bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Presenters need not save before.
    public static let withoutChanges = ReadingOptions(rawValue: 1)
    /// If the item is a symbolic link, its target is read.
    public static let resolvesSymbolicLink = ReadingOptions(rawValue: 2)
    /// Only immediately available facts about the item are read, not the contents.
    public static let immediatelyAvailableMetadataOnly = ReadingOptions(rawValue: 4)
    /// The accessor gets a copy (of a package, a ZIP archive), and others may write meanwhile.
    public static let forUploading = ReadingOptions(rawValue: 8)
  }

  /// How a file is written: at most one option; none to change its contents.
  public struct WritingOptions: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: UInt

    /// Options from their bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The item, and everything in a folder, is deleted.
    public static let forDeleting = WritingOptions(rawValue: 1)
    /// The item is moved; a folder with all its contents.
    public static let forMoving = WritingOptions(rawValue: 2)
    /// Presenters save before, so that their changes can be merged.
    public static let forMerging = WritingOptions(rawValue: 4)
    /// Another item replaces this one.
    public static let forReplacing = WritingOptions(rawValue: 8)
    /// Nothing changes that concerns the contents.
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
  /// - Parameter filePresenter: the presenter that the operation is for; it gets no messages about it, and may write
  ///   while others wait for it to save.
  public init(filePresenter: (any FilePresenter)? = nil) {
    presenter = filePresenter.map { PresenterReference($0) }
  }

  /// The purpose of the operation: accesses of one purpose never wait for each other.
  ///
  /// Set it once, before the first access, to a value that is not empty; a coordinator that was made for a presenter
  /// keeps its own.
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

  /// How long an access waits for others before it fails; `nil`, the default, for no limit.
  public var timeout: Duration? {
    get { state.withLock { $0.timeout } }
    set { state.withLock { $0.timeout = newValue } }
  }

  /// How long a presenter may take to answer before the access continues without it; 30 s by default.
  ///
  /// Presenters of a dead process are not waited for, those of a stopped one less than a second.
  public var presenterTimeout: Duration {
    get { state.withLock { $0.presenterTimeout } }
    set { state.withLock { $0.presenterTimeout = newValue } }
  }

  /// Makes all waiting and all future accesses of this coordinator fail.
  ///
  /// Any thread may call it, and it returns at once. Questions to presenters are not withdrawn.
  public func cancel() {
    state.withLock { state in
      state.isCancelled = true
      for access in state.accesses.values { access.cancel() }
    }
  }

  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  var presenterID: String? {
    presenter?.presenter.flatMap { PresenterRegistry.shared.id(of: $0) }
  }

  // MARK: Presenters

  /// Registers a presenter, without keeping it alive.
  ///
  /// Register inside of the access that reads the item, so that no change in between is missed; remove the presenter
  /// before it is freed, or before the process is suspended.
  public static func addFilePresenter(_ filePresenter: any FilePresenter) {
    PresenterRegistry.shared.add(filePresenter)
  }

  /// Removes a presenter: it gets no more messages.
  public static func removeFilePresenter(_ filePresenter: any FilePresenter) {
    PresenterRegistry.shared.remove(filePresenter)
  }

  /// The registered presenters of this process.
  public static var filePresenters: [any FilePresenter] {
    PresenterRegistry.shared.presenters.compactMap(\.presenter)
  }
}
