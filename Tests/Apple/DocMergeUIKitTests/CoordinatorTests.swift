import DocMergeTestSupport
import DocMergeUIKit
import Synchronization
import Testing

/// The coordinator with Apple's signatures.
struct CoordinatorTests {
  let folder = TemporaryFolder()

  private func url(_ name: String) -> URL { URL(fileURLWithPath: "\(folder.path)/\(name)") }

  @Test func `accessors change variables around them, and errors stay nil`() {
    var error: NSError?
    var log: [String] = []
    let coordinator = NSFileCoordinator(filePresenter: nil)
    coordinator.coordinate(writingItemAt: url("a"), options: .forReplacing, error: &error) { url in
      log.append("write \(url.lastPathComponent)")
      File(url.path).write(Array("text".utf8))
    }
    coordinator.coordinate(readingItemAt: url("a"), options: [], error: &error) { url in
      log.append("read \(File(url.path).text ?? "")")
    }
    coordinator.coordinate(
      readingItemAt: url("a"), options: [], writingItemAt: url("b"), options: [], error: nil
    ) { log.append("\($0.lastPathComponent) \($1.lastPathComponent)") }
    coordinator.coordinate(
      writingItemAt: url("a"), options: .forMoving, writingItemAt: url("c"),
      options: .forReplacing, error: &error
    ) { log.append("\($0.lastPathComponent) \($1.lastPathComponent)") }
    coordinator.prepare(
      forReadingItemsAt: [url("a")], options: [], writingItemsAt: [url("b")], options: [],
      error: &error
    ) { done in
      coordinator.coordinate(readingItemAt: url("a"), error: nil) { _ in log.append("batch") }
      done()
    }
    #expect(error == nil)
    #expect(log == ["write a", "read text", "a b", "a c", "batch"])
  }

  @Test func `a coordinator that was cancelled leaves Apple's error and runs nothing`() async {
    let coordinator = NSFileCoordinator()
    coordinator.cancel()
    var error: NSError?
    var hasRun = false
    coordinator.coordinate(readingItemAt: url("a"), options: [], error: &error) { _ in
      hasRun = true
    }
    #expect(!hasRun)
    #expect(error?.domain == NSCocoaErrorDomain)
    #expect(error?.code == CocoaError.Code.userCancelled.rawValue)
    let intent = NSFileAccessIntent.writingIntent(with: url("a"), options: .forDeleting)
    let told = await withCheckedContinuation { done in
      coordinator.coordinate(with: [intent], queue: OperationQueue()) { error in
        done.resume(returning: (error as? CocoaError)?.code == .userCancelled)
      }
    }
    #expect(told)
  }

  @Test func `a presenter's refusal is the error, as the presenter made it`() async throws {
    final class Keeper: NSObject, NSFilePresenter {
      let presentedItemURL: URL?
      let presentedItemOperationQueue = OperationQueue()
      init(_ url: URL) { presentedItemURL = url }
      func accommodatePresentedItemDeletion(
        completionHandler: @escaping @Sendable ((any Error)?) -> Void
      ) {
        completionHandler(NSError(domain: "Keeper", code: 7))
      }
    }
    File(url("a").path).write([])
    let keeper = Keeper(url("a"))
    NSFileCoordinator.addFilePresenter(keeper)
    defer { NSFileCoordinator.removeFilePresenter(keeper) }
    var error: NSError?
    NSFileCoordinator().coordinate(writingItemAt: url("a"), options: .forDeleting, error: &error) {
      _ in Issue.record("the accessor must not run")
    }
    #expect(error?.domain == "Keeper")
    #expect(error?.code == 7)
    // A presenter is not asked about its own accesses.
    error = nil
    NSFileCoordinator(filePresenter: keeper)
      .coordinate(writingItemAt: url("a"), options: .forDeleting, error: &error) {
        File($0.path).remove()
      }
    #expect(error == nil)
    #expect(File(url("a").path).exists == false)
  }

  @Test @MainActor
  func `both forms of a question are heard, and reacquirers run afterwards`() async {
    final class Editor: NSObject, NSFilePresenter, Sendable {
      let presentedItemURL: URL?
      let presentedItemOperationQueue = OperationQueue()
      let log = Mutex<[String]>([])
      init(_ url: URL) { presentedItemURL = url }
      func note(_ word: String) { log.withLock { $0.append(word) } }
      func relinquishPresentedItem(
        toReader reader: @escaping @Sendable ((@Sendable () -> Void)?) -> Void
      ) {
        note("relinquish")
        reader { self.note("reacquire") }
      }
      func savePresentedItemChanges() async throws { note("save") }
    }
    File(url("a").path).write([])
    let editor = Editor(url("a"))
    NSFileCoordinator.addFilePresenter(editor)
    NSFileCoordinator().coordinate(readingItemAt: url("a"), options: [], error: nil) { _ in
      editor.note("read")
    }
    #expect(await eventually { editor.log.withLock { $0.count == 4 } })
    // The async form needs a thread of the tasks' pool; a save that gets none in time is not waited for.
    let log = editor.log.withLock { $0 }
    #expect(log.filter { $0 != "save" } == ["relinquish", "read", "reacquire"])
    #expect(log.contains("save"))
    NSFileCoordinator.removeFilePresenter(editor)
  }
}
