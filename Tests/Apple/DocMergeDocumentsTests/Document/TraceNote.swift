import DocMergeDocuments
import DocMergeTestSupport
import Foundation
import Synchronization

/// A text document that notes the calls that it gets, in order.
@MainActor
class TraceNote: Document {
  nonisolated let log = Mutex<[String]>([])
  var text = ""
  var contentsError: (any Error)?
  var contentsValue: Any?
  var loadError: (any Error)?
  nonisolated let writeError = Mutex<(any Error)?>(nil)
  /// Called on the queue for file work, before anything is written.
  nonisolated let beforeWriting = Mutex<(@Sendable () -> Void)?>(nil)
  private var observer: (any NSObjectProtocol)?

  required override init(fileURL url: URL) {
    super.init(fileURL: url)
    // Nothing is saved but when a test says so, however slow the computer is.
    autosavePeriods = AutosavePeriods(idle: .seconds(1000), typing: .seconds(1000))
    observer = NotificationCenter.default.addObserver(
      forName: Document.stateChangedNotification, object: self, queue: nil
    ) { [weak self] _ in
      self?.note("state \(self?.documentState.words ?? "")")
    }
  }

  isolated deinit {
    if let observer { NotificationCenter.default.removeObserver(observer) }
  }

  nonisolated func note(_ words: String) { log.withLock { $0.append(words) } }

  /// What was noted since it was asked for last.
  func takeLog() -> [String] {
    log.withLock { log in
      defer { log = [] }
      return log
    }
  }

  func edit(_ new: String) {
    text = new
    updateChangeCount(.done)
  }

  override func contents(forType typeName: String) throws -> Any {
    note("contents \(typeName)\(MainQueue.isCurrent ? "" : " off main")")
    if let contentsError { throw contentsError }
    return contentsValue ?? Data(text.utf8)
  }

  override func load(fromContents contents: Any, ofType typeName: String?) throws {
    note("load \(typeName ?? "nil")\(MainQueue.isCurrent ? "" : " off main")")
    if let loadError { throw loadError }
    if let data = contents as? Data { text = String(decoding: data, as: UTF8.self) }
  }

  override func read(from url: URL) throws {
    note("read\(MainQueue.isCurrent ? " on main" : "")")
    try super.read(from: url)
  }

  override func writeContents(
    _ contents: Any, andAttributes additionalFileAttributes: [AnyHashable: Any]?, safelyTo url: URL,
    for saveOperation: SaveOperation
  ) throws {
    note("safely \(url.lastPathComponent)\(MainQueue.isCurrent ? " on main" : "")")
    if let wait = beforeWriting.withLock({ $0 }) { wait() }
    try super.writeContents(
      contents, andAttributes: additionalFileAttributes, safelyTo: url, for: saveOperation)
  }

  override func writeContents(
    _ contents: Any, to url: URL, for saveOperation: SaveOperation, originalContentsURL: URL?
  ) throws {
    note("write, original \(originalContentsURL?.lastPathComponent ?? "nil")")
    if let error = writeError.withLock({ $0 }) {
      try Data("half".utf8).write(to: url)
      throw error
    }
    try super.writeContents(
      contents, to: url, for: saveOperation, originalContentsURL: originalContentsURL)
  }

  override func fileAttributesToWrite(
    to url: URL, for saveOperation: SaveOperation
  ) throws -> [AnyHashable: Any] {
    note("attributes")
    return try super.fileAttributesToWrite(to: url, for: saveOperation)
  }

  override func changeCountToken(for saveOperation: SaveOperation) -> Any {
    note("token")
    return super.changeCountToken(for: saveOperation)
  }

  override func updateChangeCount(
    withToken changeCountToken: Any, for saveOperation: SaveOperation
  ) {
    note("saved token")
    super.updateChangeCount(withToken: changeCountToken, for: saveOperation)
  }

  override func fileNameExtension(
    forType typeName: String?, saveOperation: SaveOperation
  ) -> String {
    note("extension")
    return super.fileNameExtension(forType: typeName, saveOperation: saveOperation)
  }

  override func disableEditing() {
    note("disable\(documentState.contains(.editingDisabled) ? "" : " too early")")
  }

  override func enableEditing() { note("enable") }

  override func handleError(_ error: any Error, userInteractionPermitted: Bool) {
    note("error\(userInteractionPermitted ? "" : " without asking")")
    super.handleError(error, userInteractionPermitted: userInteractionPermitted)
  }

  override func finishedHandlingError(_ error: any Error, recovered: Bool) {
    note("error finished")
    super.finishedHandlingError(error, recovered: recovered)
  }
}

/// An error of an app.
struct AppError: Error, Equatable {
  var words = "the app says no"
}

extension Document.State {
  /// For example `inConflict savingError`; `normal` for none.
  var words: String {
    let names: [(Document.State, String)] = [
      (.closed, "closed"), (.inConflict, "inConflict"), (.savingError, "savingError"),
      (.editingDisabled, "editingDisabled"), (.progressAvailable, "progressAvailable"),
    ]
    let words = names.filter { contains($0.0) }.map(\.1)
    return words.isEmpty ? "normal" : words.joined(separator: " ")
  }
}

extension TemporaryFolder {
  func url(_ name: String) -> URL { URL(fileURLWithPath: "\(path)/\(name)") }

  /// Writes a file, and says where.
  func file(_ name: String, _ text: String) -> URL {
    File("\(path)/\(name)").write(Array(text.utf8))
    return url(name)
  }
}

extension URL {
  /// The text of the file; `nil` when there is none.
  var text: String? { File(path).text }
}

/// Waits until something is so, for two minutes at most.
@MainActor
func eventually(_ isSo: @MainActor () -> Bool) async -> Bool {
  for _ in 0..<24_000 {
    if isSo() { return true }
    try? await Task.sleep(for: .milliseconds(5))
  }
  return isSo()
}

/// Whether the main queue is at work, whatever thread it has.
enum MainQueue {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) ?? false }
}
