import DocMerge
public import Foundation

extension Document {
  /// What can be done with a document; several states at once.
  public struct State: OptionSet, Sendable, Hashable {
    /// The bits, as in Apple's class.
    public let rawValue: UInt

    /// Makes a set of its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Open, without problems.
    public static let normal: State = []
    /// Not open: not yet, not any more, or reading failed.
    public static let closed = State(rawValue: 1 << 0)
    /// There are versions that a person must decide between.
    public static let inConflict = State(rawValue: 1 << 1)
    /// Saving or reverting failed; the next successful save ends it.
    public static let savingError = State(rawValue: 1 << 2)
    /// Edits would be lost now.
    public static let editingDisabled = State(rawValue: 1 << 3)
    /// Contents are being transferred; see ``Document/progress``.
    public static let progressAvailable = State(rawValue: 1 << 4)
  }

  /// The purpose of a save.
  public enum SaveOperation: Int, Sendable, Hashable {
    /// The first save, which makes the file.
    case forCreating
    /// The file is replaced.
    case forOverwriting
  }

  /// The effect of an edit on the count of changes.
  public enum ChangeKind: Int, Sendable, Hashable {
    /// A change was made.
    case done
    /// A change was undone.
    case undone
    /// A change was redone.
    case redone
    /// Nothing is unsaved any more.
    case cleared
  }

  /// Posted by a document, on the main actor, when its ``documentState`` has changed.
  public nonisolated static let stateChangedNotification = Notification.Name(
    "UIDocumentStateChangedNotification")

  /// Posted by a document, on the main actor, when it was moved from a folder without write permission into one that
  /// can be written to.
  public nonisolated static let didMoveToWritableLocationNotification = Notification.Name(
    "UIDocumentDidMoveToWritableLocationNotification")

  /// In the `userInfo` of ``didMoveToWritableLocationNotification``: the old URL of the document.
  public nonisolated static let didMoveToWritableLocationOldURLKey =
    "UIDocumentDidMoveToWritableLocationOldURLKey"

  /// The key for the document's URL in a user activity.
  public nonisolated static let userActivityURLKey = "NSUserActivityDocumentURL"

  /// The facts about a document that any thread may read.
  struct Facts: Sendable {
    var fileURL: URL
    var date: Date?
    /// The file of the contents in memory.
    var known: WrittenItem?
    var state: State = .closed
    var lastError: (any Error)?
    /// The version of the container that the contents in memory are based on.
    var base: ObjectID?
    /// The file as the document itself wrote it last, even if no version could be made then.
    var written: WrittenItem?
    /// The file of another program that the document left alone, and told the app about.
    var refused: WrittenItem?
    var changes = ChangeLog()
    /// The position of the contents that were loaded last.
    var loaded: ChangeLog.Token?
    var edits = EditTimes()
    /// The errors that the app has not handled yet.
    var openErrors: [any Error] = []
    var isTerminating = false
    /// The closing that has begun; `nil` when there is none.
    var closing: Closing?
    /// How often contents were read.
    var readings = 0
    /// How many contents that were read are being passed on.
    var loads = 0
    var pendingSaves = 0
    var stateFolder: URL?
    var stateDate: Date?
    var periods = AutosavePeriods()
    var mayReplaceFiles = false
    /// The last work that was begun.
    var tail: Task<Void, Never>?
    var keeper: Task<Void, Never>?
  }

  /// A closing that has begun, and what waits for its end.
  struct Closing: Sendable {
    /// The answers of all calls that asked to close.
    var answers: [Answer]
    /// The calls that asked to open again meanwhile.
    var openings: [@Sendable () async -> Void] = []
  }

  /// The times of unsaved changes.
  struct EditTimes: Sendable {
    var first: ContinuousClock.Instant?
    var last: ContinuousClock.Instant?
  }
}

/// How long unsaved changes may wait to be saved.
///
/// A document is also saved at once when it is closed, when another access wants to read the file, and when the process
/// is asked to end (SIGTERM, SIGHUP).
public struct AutosavePeriods: Sendable, Hashable {
  /// The time after the last edit: 2 s.
  public var idle: Duration
  /// The time after the first unsaved edit, while edits continue: 15 s.
  public var typing: Duration

  /// Makes periods.
  public init(idle: Duration = .seconds(2), typing: Duration = .seconds(15)) {
    self.idle = idle
    self.typing = typing
  }
}

/// Why a document operation failed; other reasons are `CocoaError` values.
public enum DocumentError: Error, Sendable, Hashable {
  /// The subclass returns no contents.
  case noContents
  /// Contents of this type can only be written by an override of `writeContents`.
  case unsupportedContents(String)
  /// The document is not open: saving it would write contents that were never read.
  case notOpen
  /// An override postponed the save.
  case skipped
}

extension DocumentError: LocalizedError {
  /// A description in words.
  public var errorDescription: String? {
    switch self {
    case .noContents: "The document has no contents to write."
    case .unsupportedContents(let type): "Contents of the type \(type) cannot be written."
    case .notOpen: "The document is not open."
    case .skipped: "Saving was put off."
    }
  }
}
