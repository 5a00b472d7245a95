import DocMergeDocuments
import DocMergeTestSupport
import Foundation
import Testing

extension CoordinationTests {
  /// Accesses that wait for one that moves or replaces their item.
  @Suite @Blocking struct QueuedWriterTests {
    private let place = Place()

    /// The names that queued writers and readers get after `body` ran in an access to two items.
    private func names(
      of items: [URL], _ options: (FileCoordinator.WritingOptions, FileCoordinator.WritingOptions),
      _ from: URL, _ to: URL, _ body: @escaping (FileCoordinator, URL, URL) throws -> Void
    ) throws -> [String] {
      let trace = Trace()
      let coordinator = FileCoordinator()
      try coordinator.coordinate(
        writingItemAt: from, options: options.0, writingItemAt: to, options: options.1
      ) { from, to in
        for item in items {
          let intents: [FileAccessIntent] = [
            .writingIntent(with: item), .writingIntent(with: item, options: .forMerging),
            .writingIntent(with: item, options: .forDeleting),
            .writingIntent(with: item, options: .forMoving), .readingIntent(with: item),
          ]
          for intent in intents {
            FileCoordinator().coordinate(with: [intent], queue: OperationQueue()) { error in
              let name = intent.url.path.dropFirst(place.folder.path.count + 1)
              trace.add(error.map { "\($0)" } ?? String(name))
            }
          }
        }
        try body(coordinator, from, to)
      }
      try trace.wait(count: items.count * 5)
      return Set(trace.messages).sorted()
    }

    @Test(arguments: [true, false])
    func `C6 a move to a new name is followed, announced or not`(isAnnounced: Bool) throws {
      let (from, to) = (place.file("a.txt"), place.url("b.txt"))
      let names = try names(of: [from], (.forMoving, .forReplacing), from, to) {
        try FileManager.default.moveItem(at: $1, to: $2)
        if isAnnounced { $0.item(at: $1, didMoveTo: $2) }
      }
      #expect(names == ["b.txt"])
    }

    @Test(arguments: [true, false])
    func `C6 C22 a move that replaces another item is followed, announced or not`(
      isAnnounced: Bool
    ) throws {
      let (from, to) = (place.file("a.txt"), place.file("b.txt", "old"))
      let names = try names(of: [from], (.forMoving, .forReplacing), from, to) {
        rename($1.path, $2.path)
        if isAnnounced { $0.item(at: $1, didMoveTo: $2) }
      }
      #expect(names == ["b.txt"])
    }

    @Test func `C22 who waits for an item that is replaced gets the name of the new one`() throws {
      let (from, to) = (place.file("a.txt"), place.file("b.txt", "old"))
      let names = try names(of: [to], (.forMoving, .forReplacing), from, to) {
        rename($1.path, $2.path)
        $0.item(at: $1, didMoveTo: $2)
      }
      #expect(names == ["b.txt"])
    }

    @Test(arguments: [true, false])
    func `C20 items in a folder that moves are followed, announced or not`(
      isAnnounced: Bool
    ) throws {
      let item = place.file("folder/a.txt")
      let (from, to) = (place.url("folder"), place.url("other"))
      let names = try names(of: [item], (.forMoving, .forReplacing), from, to) {
        try FileManager.default.moveItem(at: $1, to: $2)
        if isAnnounced { $0.item(at: $1, didMoveTo: $2) }
      }
      #expect(names == ["other/a.txt"])
    }

    @Test(arguments: [true, false])
    func `C6 an exchange of two names is followed, announced or not`(isAnnounced: Bool) throws {
      let (one, two) = (place.file("a.txt", "a"), place.file("b.txt", "b"))
      let texts = Trace()
      let coordinator = FileCoordinator()
      try coordinator.coordinate(
        writingItemAt: one, options: .forMoving, writingItemAt: two, options: .forMoving
      ) { one, two in
        for item in [one, two] {
          let intent = FileAccessIntent.writingIntent(with: item)
          let text = item.text ?? ""
          FileCoordinator().coordinate(with: [intent], queue: OperationQueue()) { _ in
            texts.add("\(text) is \(intent.url.text ?? "gone")")
          }
        }
        let aside = place.url("aside")
        for (from, to) in [(one, aside), (two, one), (aside, two)] {
          rename(from.path, to.path)
          if isAnnounced { coordinator.item(at: from, didMoveTo: to) }
        }
      }
      try texts.wait(count: 2)
      #expect(texts.messages.sorted() == ["a is a", "b is b"])
    }

    @Test func `C6 a backup copy and a new file under the old name are no exchange`() throws {
      let url = place.file("a.txt", "old")
      _ = place.file("a.bak", "older")
      let names = try names(of: [url], ([], []), url, place.url("c.txt")) { _, url, _ in
        rename(place.url("a.bak").path, place.url("a.bak2").path)
        rename(url.path, place.url("a.bak").path)
        _ = place.file("new", "new")
        rename(place.url("new").path, url.path)
      }
      #expect(names == ["a.txt"])
    }
  }
}
