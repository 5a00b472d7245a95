import DocMerge
public import Foundation

extension Document {
  /// What a document is fit for; several at once.
  public struct State: OptionSet, Sendable, Hashable {
    /// The bits, as in Apple's class.
    public let rawValue: UInt

    /// Makes a set of its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Open, and nothing is the matter.
    public static let normal: State = []
    /// Not open: not yet, not any more, or reading failed.
    public static let closed = State(rawValue: 1 << 0)
    /// There are versions that somebody must decide between.
    public static let inConflict = State(rawValue: 1 << 1)
    /// Saving or reverting failed; the next save that succeeds ends it.
    public static let savingError = State(rawValue: 1 << 2)
    /// Edits would be lost now.
    public static let editingDisabled = State(rawValue: 1 << 3)
    /// Contents are on their way; see ``Document/progress``.
    public static let progressAvailable = State(rawValue: 1 << 4)
  }

  /// What a save is for.
  public enum SaveOperation: Int, Sendable, Hashable {
    /// The first save, which makes the file.
    case forCreating
    /// The file is replaced.
    case forOverwriting
  }

  /// What an edit does to the count of changes.
  public enum ChangeKind: Int, Sendable, Hashable {
    /// A change was made.
    case done
    /// A change was taken back.
    case undone
    /// A change was made again.
    case redone
    /// Nothing is unsaved any more.
    case cleared
  }

  /// Posted by a document, on the main actor, when its ``documentState`` is another one.
  public nonisolated static let stateChangedNotification = Notification.Name(
    "UIDocumentStateChangedNotification")

  /// Posted by a document, on the main actor, when it was moved from a folder that nobody here may write to
  /// into one that can be written to.
  public nonisolated static let didMoveToWritableLocationNotification = Notification.Name(
    "UIDocumentDidMoveToWritableLocationNotification")

  /// In the `userInfo` of ``didMoveToWritableLocationNotification``: where the document was.
  public nonisolated static let didMoveToWritableLocationOldURLKey =
    "UIDocumentDidMoveToWritableLocationOldURLKey"

  /// The key for the document's URL in a user activity.
  public nonisolated static let userActivityURLKey = "NSUserActivityDocumentURL"

  /// What may be known of a document on any thread.
  struct Facts: Sendable {
    var fileURL: URL
    var date: Date?
    /// The file that the contents in memory are of.
    var known: WrittenItem?
    var state: State = .closed
    var lastError: (any Error)?
    /// The version of the container that the contents in memory were made from.
    var base: ObjectID?
    /// The file as the document itself wrote it last, even if no version could be made of it then.
    var written: WrittenItem?
    var changes = ChangeLog()
    var edits = EditTimes()
    /// The errors that the app has not dealt with yet.
    var openErrors: [any Error] = []
    var isTerminating = false
    var isClosing = false
    /// How often contents were read.
    var readings = 0
    /// How many contents that were read are being handed over.
    var loads = 0
    var pendingSaves = 0
    var stateFolder: URL?
    var stateDate: Date?
    var periods = AutosavePeriods()
    var mayReplaceFiles = false
    /// The work that was begun last.
    var tail: Task<Void, Never>?
    var keeper: Task<Void, Never>?
  }

  /// When unsaved changes were made.
  struct EditTimes: Sendable {
    var first: ContinuousClock.Instant?
    var last: ContinuousClock.Instant?
  }
}

/// How long unsaved changes may wait to be saved.
///
/// Besides, a document is saved at once when it is closed, when somebody else wants to read the file, and
/// when the process is told to end (SIGTERM, SIGHUP).
public struct AutosavePeriods: Sendable, Hashable {
  /// How long after the last edit: 2 s.
  public var idle: Duration
  /// How long after the first unsaved edit, though edits go on: 15 s.
  public var typing: Duration

  /// Makes periods.
  public init(idle: Duration = .seconds(2), typing: Duration = .seconds(15)) {
    self.idle = idle
    self.typing = typing
  }
}

/// Why a document could not do something; other reasons are `CocoaError` values.
public enum DocumentError: Error, Sendable, Hashable {
  /// The subclass gives no contents.
  case noContents
  /// Contents of this type can only be written by an override of `writeContents`.
  case unsupportedContents(String)
  /// The document is not open: saving it would write what was never read.
  case notOpen
  /// An override put the save off.
  case skipped
}

extension DocumentError: LocalizedError {
  /// What happened, in words.
  public var errorDescription: String? {
    switch self {
    case .noContents: "The document has no contents to write."
    case .unsupportedContents(let type): "Contents of the type \(type) cannot be written."
    case .notOpen: "The document is not open."
    case .skipped: "Saving was put off."
    }
  }
}
