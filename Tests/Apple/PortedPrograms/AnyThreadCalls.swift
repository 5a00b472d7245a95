import DocMergeUIKit

/// A document whose methods are called on any thread, as programs of Swift 5 do.
class AnyThreadNote: UIDocument {
  private let lock = NSLock()
  private var noted: [String] = []
  var text = ""
  var contentsError: Error?

  func note(_ word: String) {
    lock.lock()
    noted.append(word)
    lock.unlock()
  }

  func takeNotes() -> [String] {
    lock.lock()
    defer { lock.unlock() }
    let taken = noted
    noted = []
    return taken
  }

  override func contents(forType typeName: String) throws -> Any {
    note("contents \(AnyThreadCalls.place)")
    if let contentsError { throw contentsError }
    return Data(text.utf8)
  }

  override func load(fromContents contents: Any, ofType typeName: String?) throws {
    note("load \(AnyThreadCalls.place)")
    text = String(decoding: contents as? Data ?? Data(), as: UTF8.self)
    updateChangeCount(.cleared)
  }

  override func accommodatePresentedItemDeletion(completionHandler: @escaping (Error?) -> Void) {
    note("accommodate")
    close { success in
      self.note("closed \(success)")
      completionHandler(nil)
    }
  }

  override func presentedItemDidChange() {
    guard !hasUnsavedChanges else { return }
    revert(toContentsOf: fileURL) { self.note("reverted \($0)") }
  }
}

/// Calls on a queue that is not the main one.
enum AnyThreadCalls {
  /// What a method is called on.
  enum Queue: String, CaseIterable, Sendable {
    case program, operations
    /// A queue that the program lets go of as soon as it has given it the work.
    case forgotten
  }

  static let key = DispatchSpecificKey<String>()

  static let queue = make(.program)

  private static func make(_ name: Queue) -> DispatchQueue {
    let queue = DispatchQueue(label: name.rawValue)
    queue.setSpecific(key: key, value: name.rawValue)
    DispatchQueue.main.setSpecific(key: key, value: "main")
    return queue
  }

  static let operations: OperationQueue = {
    let queue = OperationQueue()
    queue.name = "operations"
    return queue
  }()

  /// Where the code runs.
  static var place: String {
    if let name = DispatchQueue.getSpecific(key: key) { return name }
    return OperationQueue.current === operations ? "operations" : "elsewhere"
  }

  /// Calls a method with a handler, which answers where it was called and with what.
  static func call(
    _ name: String, of note: AnyThreadNote, on queue: Queue = .program,
    done: @escaping @Sendable (String) -> Void
  ) {
    let answer: (Bool) -> Void = { done("\(name) \($0) \(place)") }
    let work = {
      switch name {
      case "open": note.open(completionHandler: answer)
      case "close": note.close(completionHandler: answer)
      case "save": note.save(to: note.fileURL, for: .forOverwriting, completionHandler: answer)
      case "create": note.save(to: note.fileURL, for: .forCreating, completionHandler: answer)
      case "autosave":
        note.updateChangeCount(.done)
        note.autosave(completionHandler: answer)
      case "undo":
        for number in 1...50 {
          note.undoManager.registerUndo(withTarget: note) { $0.text = "undone \(number)" }
          if number.isMultiple(of: 5) { note.undoManager.beginUndoGrouping() }
          if number.isMultiple(of: 5) { note.undoManager.endUndoGrouping() }
        }
        answer(note.undoManager.canUndo)
      case "revert": note.revert(toContentsOf: note.fileURL, completionHandler: answer)
      default:
        note.handleError(CocoaError(.fileReadUnknown), userInteractionPermitted: false)
        answer(true)
      }
    }
    switch queue {
    case .program: AnyThreadCalls.queue.async(execute: work)
    case .operations: operations.addOperation(work)
    case .forgotten: make(.forgotten).async(execute: work)
    }
  }
}

/// A document on the main actor that says so, in Swift 5.
@MainActor
final class MainActorNote: UIDocument {
  var text = ""
  private(set) var calls: [String] = []
  private var token: NSObjectProtocol?

  override init(fileURL url: URL) {
    super.init(fileURL: url)
  }

  deinit {
    if let token { NotificationCenter.default.removeObserver(token) }
  }

  override var localizedName: String { "\(calls.count) \(super.localizedName)" }
  override var fileType: String? { calls.isEmpty ? super.fileType : "org.example.note" }
  override func contents(forType typeName: String) throws -> Any { Data(text.utf8) }

  override func load(fromContents contents: Any, ofType typeName: String?) throws {
    text = String(decoding: contents as? Data ?? Data(), as: UTF8.self)
  }

  override func read(from url: URL) throws {
    calls.append("read")
    try super.read(from: url)
  }

  override func writeContents(
    _ contents: Any, to url: URL, for saveOperation: UIDocument.SaveOperation,
    originalContentsURL: URL?
  ) throws {
    calls.append("write")
    try super.writeContents(
      contents, to: url, for: saveOperation, originalContentsURL: originalContentsURL)
  }

  override func presentedItemDidMove(to newURL: URL) {
    super.presentedItemDidMove(to: newURL)
    calls.append("moved")
  }

  override func presentedItemDidChange() {
    super.presentedItemDidChange()
    calls.append("changed")
  }

  override func presentedItemDidGain(_ version: NSFileVersion) { calls.append("gained") }

  override func savePresentedItemChanges(completionHandler: @escaping (Error?) -> Void) {
    calls.append("save")
    super.savePresentedItemChanges(completionHandler: completionHandler)
  }
}
