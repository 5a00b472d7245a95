import DocMergeDocuments
import DocMergeTestSupport
import Foundation
import Testing

extension CoordinationTests {
  /// Who excludes whom.
  @Suite @Blocking struct LockTests {
    private let place = Place()

    @Test func `C7 a reader runs on the calling thread and gets the address as it was given`()
      throws
    {
      let url = place.file("a.txt")
      let thread = Thread.current
      let text = try FileCoordinator().coordinate(readingItemAt: url) { given in
        #expect(given == url)
        #expect(Thread.current === thread)
        return try String(contentsOf: given, encoding: .utf8)
      }
      #expect(text == "text")
    }

    @Test func `C8 a second writer enters after the first accessor has returned`() throws {
      let url = place.file("a.txt")
      let trace = Trace()
      let second = try FileCoordinator().coordinate(writingItemAt: url) { url in
        let thread = Thread {
          try? FileCoordinator().coordinate(writingItemAt: url) { _ in trace.add("second") }
        }
        thread.start()
        #expect(!place.isFree(writing: url))
        trace.add("first")
        return thread
      }
      try trace.wait(count: 2)
      #expect(trace.messages == ["first", "second"])
      withExtendedLifetime(second) {}
    }

    @Test func `C9 a pair reads one item and writes the other`() throws {
      let (from, to) = (place.file("a.txt", "from a"), place.url("b.txt"))
      try FileCoordinator().coordinate(readingItemAt: from, writingItemAt: to) { from, to in
        #expect(place.isFree(reading: from))
        #expect(!place.isFree(writing: from))
        #expect(!place.isFree(reading: to))
        try FileManager.default.copyItem(at: from, to: to)
      }
      #expect(place.text("b.txt") == "from a")
      #expect(place.isFree(writing: from))
      #expect(place.isFree(writing: to))
    }

    @Test func `C10 two writes are one: the middle of a move is never seen`() throws {
      let (from, to) = (place.file("a.txt", "moved"), place.url("b.txt"))
      let coordinator = FileCoordinator()
      try coordinator.coordinate(
        writingItemAt: from, options: .forMoving, writingItemAt: to, options: .forReplacing
      ) { from, to in
        #expect(!place.isFree(reading: from))
        #expect(!place.isFree(reading: to))
        try FileManager.default.moveItem(at: from, to: to)
        coordinator.item(at: from, didMoveTo: to)
        #expect(!place.isFree(reading: to))
      }
      #expect(place.text("b.txt") == "moved")
      #expect(place.text("a.txt") == nil)
    }

    @Test func `C25 readers share, writers are alone`() throws {
      let url = place.file("a.txt")
      try FileCoordinator().coordinate(readingItemAt: url) { url in
        #expect(place.isFree(reading: url))
        #expect(!place.isFree(writing: url))
      }
      try FileCoordinator().coordinate(writingItemAt: url) { url in
        #expect(!place.isFree(reading: url))
        #expect(!place.isFree(writing: url))
        #expect(place.isFree(writing: place.url("b.txt")))
      }
      #expect(place.isFree(writing: url))
    }

    @Test func `C25 a link, and a second name, are the same file`() throws {
      let url = place.file("a.txt")
      File("\(place.folder.path)/link").link(to: "a.txt")
      #expect(link(url.path, place.url("second").path) == 0)
      try FileCoordinator().coordinate(writingItemAt: place.url("link")) { _ in
        #expect(!place.isFree(reading: url))
        #expect(!place.isFree(reading: place.url("second")))
      }
    }

    @Test func `C26 a part of a package is the package`() throws {
      place.file("trip.rtfd/inner.rtfd/text", "1")
      place.file("trip.rtfd/image", "2")
      try FileCoordinator().coordinate(writingItemAt: place.url("trip.rtfd/inner.rtfd/text")) { _ in
        #expect(!place.isFree(reading: place.url("trip.rtfd")))
        #expect(!place.isFree(reading: place.url("trip.rtfd/inner.rtfd")))
        #expect(!place.isFree(reading: place.url("trip.rtfd/image")))
      }
      try FileCoordinator().coordinate(readingItemAt: place.url("trip.rtfd")) { _ in
        #expect(!place.isFree(writing: place.url("trip.rtfd/image")))
        #expect(place.isFree(reading: place.url("trip.rtfd/image")))
      }
    }

    @Test func `C27 a plain folder and what it contains are separate`() throws {
      let (folder, file) = (try place.makeFolder("f"), place.file("f/a.txt"))
      try FileCoordinator().coordinate(writingItemAt: folder) { _ in
        #expect(place.isFree(writing: file))
      }
      try FileCoordinator().coordinate(writingItemAt: file) { _ in
        #expect(place.isFree(writing: folder))
      }
    }

    @Test(arguments: [
      FileCoordinator.WritingOptions.forDeleting, .forMoving, .forReplacing,
    ])
    func `C19 C20 C22 C27 deleting, moving and replacing a folder exclude what it contains`(
      options: FileCoordinator.WritingOptions
    ) throws {
      let (folder, file) = (try place.makeFolder("f"), place.file("f/g/a.txt"))
      try FileCoordinator().coordinate(writingItemAt: folder, options: options) { _ in
        #expect(!place.isFree(reading: file))
        #expect(!place.isFree(writing: file))
      }
      try FileCoordinator().coordinate(readingItemAt: file) { _ in
        #expect(!place.isFree(writing: folder, options: options))
        #expect(place.isFree(writing: folder))
      }
      #expect(place.isFree(writing: folder, options: options))
    }

    @Test func `C20 moving a file waits for no access beside it`() throws {
      let (file, other) = (place.file("f/a.txt"), place.file("f/b.txt"))
      try FileCoordinator().coordinate(readingItemAt: other) { _ in
        #expect(place.isFree(writing: file, options: .forMoving))
      }
    }

    @Test func `C23 a change of metadata excludes and leaves the contents alone`() throws {
      let url = place.file("a.txt")
      let date = File(url.path).date
      try FileCoordinator().coordinate(
        writingItemAt: url, options: .contentIndependentMetadataOnly
      ) { url in
        #expect(!place.isFree(writing: url))
      }
      #expect(File(url.path).date == date)
    }

    @Test func `C24 options that exclude each other are refused`() throws {
      let url = place.file("a.txt")
      let trace = Trace()
      #expect(throws: CoordinationError.invalidOptions) {
        try FileCoordinator().coordinate(writingItemAt: url, options: [.forDeleting, .forMoving]) {
          _ in trace.add("ran")
        }
      }
      #expect(trace.messages.isEmpty)
      #expect(throws: CoordinationError.notAFile(try #require(URL(string: "http://a/b")))) {
        try FileCoordinator().coordinate(readingItemAt: try #require(URL(string: "http://a/b"))) {
          _ in
        }
      }
    }

    @Test func `C28 a coordinator never blocks itself, nor what it is nested in`() throws {
      let url = place.file("a.txt")
      let coordinator = FileCoordinator()
      let text = try coordinator.coordinate(readingItemAt: url) { url in
        try coordinator.coordinate(writingItemAt: url) { url in
          try FileCoordinator().coordinate(writingItemAt: url) { url in
            try String(contentsOf: url, encoding: .utf8)
          }
        }
      }
      #expect(text == "text")
      #expect(place.isFree(writing: url))
    }

    @Test func `C28 of two crossed pairs one fails and the other goes on`() throws {
      let (one, two) = (place.file("1"), place.file("2"))
      let trace = Trace()
      let threads = [(one, two), (two, one)].map { first, second in
        Thread {
          do {
            try FileCoordinator().coordinate(writingItemAt: first) { _ in
              trace.add("first")
              try trace.wait(count: 2)
              try FileCoordinator().coordinate(writingItemAt: second) { _ in trace.add("both") }
            }
            trace.add("done")
          } catch {
            trace.add("\(error)")
          }
        }
      }
      for thread in threads { thread.start() }
      try trace.wait(count: 5)
      #expect(trace.messages.sorted() == ["both", "deadlock", "done", "first", "first"])
    }

    @Test func `C35 two coordinators of one presenter exclude each other`() throws {
      let url = place.file("a.txt")
      let presenter = place.present(url)
      defer { FileCoordinator.removeFilePresenter(presenter) }
      try FileCoordinator(filePresenter: presenter).coordinate(writingItemAt: url) { url in
        #expect(throws: CoordinationError.self) {
          try place.outside {
            let other = FileCoordinator(filePresenter: presenter)
            other.timeout = .milliseconds(50)
            try other.coordinate(writingItemAt: url) { _ in }
          }
        }
      }
    }
  }
}
