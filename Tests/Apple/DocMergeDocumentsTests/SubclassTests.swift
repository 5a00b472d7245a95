import DocMergeDocuments
import DocMergeTestSupport
import Foundation
import Testing

/// What programs override.
struct SubclassTests {
  final class CountingManager: UndoManager {
    private(set) var count = 0
    override func undo() {
      count += 1
      super.undo()
    }
    override func setActionName(_ actionName: String) { super.setActionName("<\(actionName)>") }
  }

  final class Labelled: FileWrapper {
    override func write(
      to url: URL, options: FileWrapper.WritingOptions = [], originalContentsURL: URL?
    ) throws {
      try super.write(
        to: url.appendingPathExtension("labelled"), options: options,
        originalContentsURL: originalContentsURL)
    }
    override var regularFileContents: Data? {
      super.regularFileContents.map { $0 + Data("!".utf8) }
    }
  }

  // Proof of `@unchecked`: it stores nothing.
  final class Quiet: MetadataQuery, @unchecked Sendable {
    override func start() -> Bool { false }
    override var resultCount: Int { 7 }
  }

  @Test @MainActor func `an undo manager can be refined`() {
    let manager = CountingManager()
    manager.registerUndo(withTarget: manager) { _ in }
    manager.setActionName("Typing")
    #expect(manager.undoActionName == "<Typing>")
    manager.undo()
    #expect(manager.count == 1)
  }

  @Test func `a file wrapper can be refined`() throws {
    let folder = TemporaryFolder()
    let wrapper = Labelled(regularFileWithContents: Data("a".utf8))
    #expect(wrapper.regularFileContents == Data("a!".utf8))
    try wrapper.write(to: URL(fileURLWithPath: "\(folder.path)/a"), originalContentsURL: nil)
    #expect(File("\(folder.path)/a.labelled").text == "a")
  }

  @Test func `a query can be refined`() {
    let query = Quiet()
    #expect(!query.start() && query.resultCount == 7 && !query.isStarted)
  }
}
