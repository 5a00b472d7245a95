import DocMergeDocuments
import Foundation
import Synchronization

/// Presents an item and prints the questions and messages that it gets:
/// `present PATH [--until FILE] [--answer never] [--refuse]`.
struct PresentingProcess {
  private let options: Options

  init(_ words: ArraySlice<String>) { options = Options(words) }

  func run() throws {
    let presenter = PrintingPresenter(
      URL(filePath: options.words[0]), answers: options["answer"] != "never",
      saves: options["save"])
    FileCoordinator.addFilePresenter(presenter)
    say("presenting")
    options.waitForEnd()
    FileCoordinator.removeFilePresenter(presenter)
  }
}

/// A presenter that prints every message.
final class PrintingPresenter: FilePresenter, Sendable {
  private let url: Mutex<URL>
  private let answers: Bool
  private let saves: String?

  init(_ url: URL, answers: Bool, saves: String?) {
    self.url = Mutex(url)
    self.answers = answers
    self.saves = saves
  }

  var presentedItemURL: URL? { url.withLock { $0 } }

  func relinquishPresentedItem(
    toReader reader: @escaping @Sendable ((@Sendable () -> Void)?) -> Void
  ) {
    say("relinquish to reader")
    if answers { reader { say("reacquire") } }
  }

  func relinquishPresentedItem(
    toWriter writer: @escaping @Sendable ((@Sendable () -> Void)?) -> Void
  ) {
    say("relinquish to writer")
    if answers { writer { say("reacquire") } }
  }

  func savePresentedItemChanges() async throws {
    say("save")
    guard let saves, let url = presentedItemURL else { return }
    if saves == "refuse" { throw CocoaError(.fileWriteOutOfSpace) }
    let coordinator = FileCoordinator(filePresenter: self)
    try coordinator.coordinate(writingItemAt: url) { try Data(saves.utf8).write(to: $0) }
  }

  func accommodatePresentedItemDeletion() async throws { say("accommodate deletion") }

  func presentedItemDidMove(to newURL: URL) {
    url.withLock { $0 = newURL }
    say("moved \(newURL.path)")
  }

  func presentedItemDidChange(by origin: ChangeOrigin) {
    say("changed \(origin.processIdentifier.map { "by \($0)" } ?? "uncoordinated")")
  }
}
