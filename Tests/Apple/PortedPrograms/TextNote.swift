import DocMergeUIKit

protocol TextNoteDelegate: AnyObject {
  func textNoteDidChangeState(_ note: TextNote)
}

/// A document of one text, as for iOS: only the import says where it runs.
class TextNote: UIDocument {
  enum LoadError: LocalizedError {
    case notText

    var errorDescription: String? { "The file is not a text." }
  }

  weak var delegate: TextNoteDelegate?
  private(set) var lastFailure: Error?
  private(set) var loadCount = 0
  private(set) var calls: [String] = []
  private var stateToken: NSObjectProtocol?

  var text = "" {
    didSet {
      guard text != oldValue else { return }
      updateChangeCount(.done)
    }
  }

  override init(fileURL url: URL) {
    super.init(fileURL: url)
    stateToken = NotificationCenter.default.addObserver(
      forName: UIDocument.stateChangedNotification, object: self, queue: nil
    ) { [weak self] _ in
      guard let self = self else { return }
      self.delegate?.textNoteDidChangeState(self)
    }
  }

  deinit {
    if let token = stateToken { NotificationCenter.default.removeObserver(token) }
  }

  override var description: String { "TextNote(\(fileURL.lastPathComponent))" }

  override var localizedName: String { super.localizedName.capitalized }

  override func contents(forType typeName: String) throws -> Any {
    calls.append("contents")
    guard let data = text.data(using: .utf8) else { throw LoadError.notText }
    return data
  }

  override func load(fromContents contents: Any, ofType typeName: String?) throws {
    calls.append("load")
    guard let data = contents as? Data, let string = String(data: data, encoding: .utf8) else {
      throw LoadError.notText
    }
    loadCount += 1
    text = string
  }

  override func disableEditing() { calls.append("disable") }

  override func enableEditing() { calls.append("enable") }

  override func handleError(_ error: Error, userInteractionPermitted: Bool) {
    calls.append("error")
    lastFailure = error
    super.handleError(error, userInteractionPermitted: userInteractionPermitted)
  }

  override func savePresentedItemChanges(completionHandler: @escaping (Error?) -> Void) {
    super.savePresentedItemChanges { error in
      completionHandler(error)
    }
  }

  override func presentedItemDidMove(to newURL: URL) {
    super.presentedItemDidMove(to: newURL)
    DispatchQueue.main.async {
      self.calls.append("moved \(newURL.lastPathComponent)")
    }
  }

  override func presentedItemDidGain(_ version: NSFileVersion) {
    super.presentedItemDidGain(version)
    let name = version.localizedNameOfSavingComputer ?? "nobody"
    DispatchQueue.main.async {
      self.calls.append("gained from \(name)")
    }
  }

  override func accommodatePresentedItemDeletion(completionHandler: @escaping (Error?) -> Void) {
    super.accommodatePresentedItemDeletion(completionHandler: completionHandler)
  }

  override func save(
    to url: URL, for saveOperation: UIDocument.SaveOperation,
    completionHandler: ((Bool) -> Void)? = nil
  ) {
    calls.append(saveOperation == .forCreating ? "create" : "overwrite")
    super.save(to: url, for: saveOperation, completionHandler: completionHandler)
  }

  override func close(completionHandler: ((Bool) -> Void)? = nil) {
    super.close { success in
      self.calls.append("closed \(success)")
      completionHandler?(success)
    }
  }

  func takeCalls() -> [String] {
    defer { calls = [] }
    return calls
  }
}
