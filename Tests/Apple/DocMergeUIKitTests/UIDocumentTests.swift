import DocMergeTestSupport
import DocMergeUIKit
import Testing

@testable import PortedPrograms

/// A document class as it would be written for iOS.
final class IOSDocument: UIDocument {
  var text = "" {
    didSet { updateChangeCount(.done) }
  }

  override func contents(forType typeName: String) throws -> Any {
    Data(text.utf8)
  }

  override func load(fromContents contents: Any, ofType typeName: String?) throws {
    guard let data = contents as? Data else { throw CocoaError(.fileReadCorruptFile) }
    text = String(decoding: data, as: UTF8.self)
  }

  override func handleError(_ error: any Error, userInteractionPermitted: Bool) {
    super.handleError(error, userInteractionPermitted: userInteractionPermitted)
  }
}

@MainActor
struct UIDocumentTests {
  let folder = TemporaryFolder()

  @Test func `a document of iOS is created, opened, edited and closed`() async {
    let url = URL(fileURLWithPath: "\(folder.path)/note.txt")
    let document = IOSDocument(fileURL: url)
    let isCreated = await document.save(to: url, for: .forCreating)
    #expect(isCreated)
    document.text = "new"
    #expect(document.hasUnsavedChanges)
    if await document.close() { #expect(File(url.path).text == "new") }
    let again = IOSDocument(fileURL: url)
    let isOpen = await again.open()
    #expect(isOpen)
    #expect(again.text == "new")
    #expect(again.documentState.contains(.closed) == false)
    let versions = NSFileVersion.unresolvedConflictVersionsOfItem(at: url) ?? []
    #expect(versions.isEmpty)
    again.undoManager?.registerUndo(withTarget: again) { $0.text = "" }
    #expect(again.undoManager.canUndo)
    await again.close()
  }

  @Test func `a failure answers false and is kept`() async {
    let document = IOSDocument(fileURL: URL(fileURLWithPath: "\(folder.path)/none.txt"))
    let success = await document.open()
    #expect(!success)
    #expect((document.lastError as? CocoaError)?.code == .fileReadNoSuchFile)
    document.open { #expect(!$0) }
    await document.close()
  }

  @Test func `every override is called, in Apple's order`() async {
    let url = URL(fileURLWithPath: "\(folder.path)/note.txt")
    let document = EveryOverride(fileURL: url)
    #expect(await document.save(to: url, for: .forCreating))
    let save = ["token", "contents org.example.every", "attributes", "write safely false"]
    #expect(document.takeCalls() == save + ["write new", "saved"])
    document.updateChangeCount(.done)
    #expect(await document.autosave())
    #expect(document.takeCalls() == ["autosave"] + save + ["write over", "saved"])
    #expect(await document.revert(toContentsOf: url))
    #expect(document.takeCalls() == ["revert", "read", "load org.example.every"])
    #expect(await document.close())
    #expect(document.takeCalls() == ["close", "autosave"])
    File(url.path).remove()
    #expect(await document.open() == false)
    #expect(document.takeCalls() == ["open", "read", "error true", "finished false"])
  }
}
