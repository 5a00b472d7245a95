import DocMergeDocuments
import Foundation

/// Reads or writes a file until it gets the order to stop:
/// `hold read|write|delete|move|save PATH [--until FILE] [--purpose NAME] [--move-to PATH]`.
struct Holder {
  private let options: Options

  init(_ words: ArraySlice<String>) { options = Options(words) }

  func run() throws {
    let coordinator = FileCoordinator()
    if let purpose = options["purpose"] { coordinator.purposeIdentifier = purpose }
    let url = URL(filePath: options.words[1])
    switch options.words[0] {
    case "read": try coordinator.coordinate(readingItemAt: url) { hold($0) }
    case "write": try coordinator.coordinate(writingItemAt: url) { hold($0) }
    case "delete":
      try coordinator.coordinate(writingItemAt: url, options: .forDeleting) { url in
        hold(url)
        try FileManager.default.removeItem(at: url)
      }
    case "save":
      try coordinator.coordinate(writingItemAt: url) { url in
        try Data("saved by \(getpid())".utf8).write(to: url)
        hold(url)
      }
    case "move":
      let target = URL(filePath: options["move-to"] ?? "")
      try coordinator.coordinate(
        writingItemAt: url, options: .forMoving, writingItemAt: target, options: .forReplacing
      ) { from, to in
        hold(from)
        try FileManager.default.moveItem(at: from, to: to)
        coordinator.item(at: from, didMoveTo: to)
      }
    default: exit(64)
    }
    say("done")
  }

  private func hold(_ url: URL) {
    say("held \(url.path)")
    options.waitForEnd()
  }
}
