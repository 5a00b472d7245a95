import DocMergeCoordination
import DocMergeDocuments
import DocMergeTestSupport
import Foundation
import Synchronization
import Testing

extension CoordinationTests {
  /// What a coordinator does besides waiting for its turn.
  @Suite @Blocking struct CoordinatorTests {
    private let place = Place()

    // MARK: On behalf of a presenter

    @Test func `C1 P23 a presenter gets no messages about its own accesses, but versions`() throws {
      let url = place.file("a.txt")
      let presenter = place.present(url)
      let other = place.present(url)
      defer { for one in [presenter, other] { FileCoordinator.removeFilePresenter(one) } }
      let coordinator = FileCoordinator(filePresenter: presenter)
      try coordinator.coordinate(writingItemAt: url) { try Data("new".utf8).write(to: $0) }
      coordinator.itemDidGain(PresentedVersion(itemURL: url, persistentIdentifier: "1"))
      try other.trace.wait(for: "gained 1")
      try presenter.trace.wait(for: "gained 1")
      #expect(other.trace.messages == ["to writer", "changed", "reacquire", "gained 1"])
      // The watch of the folder has had its time.
      usleep(400_000)
      #expect(presenter.trace.messages == ["gained 1"])
    }

    @Test func `P10 P12 news come in the order in which they were sent, however late`() throws {
      let url = place.file("a.txt")
      let presenter = place.present(url)
      defer { FileCoordinator.removeFilePresenter(presenter) }
      // Those who bring the news get little time.
      let isOver = Atomic(false)
      for _ in 0..<4 {
        Thread.detachNewThread { while !isOver.load(ordering: .relaxed) {} }
      }
      defer { isOver.store(true, ordering: .relaxed) }
      let coordinator = FileCoordinator()
      for round in 1...100 {
        presenter.trace.clear()
        for _ in 0..<2 {
          try coordinator.coordinate(writingItemAt: url) { try Data("\(round)".utf8).write(to: $0) }
        }
        coordinator.itemDidGain(PresentedVersion(itemURL: url, persistentIdentifier: "\(round)"))
        try presenter.trace.wait(for: "gained \(round)")
        let told = ["to writer", "changed", "reacquire"]
        try #require(presenter.trace.messages == told + told + ["gained \(round)"])
      }
    }

    @Test func `C1 a presenter may write while a writer waits for it to save`() throws {
      let url = place.file("a.txt", "old")
      let presenter = place.present(url) { presenter in
        presenter.manners.withLock {
          $0.save = { presenter in
            let coordinator = FileCoordinator(filePresenter: presenter)
            coordinator.timeout = .seconds(120)
            try coordinator.coordinate(writingItemAt: url) {
              try Data("saved".utf8).write(to: $0)
            }
          }
        }
      }
      defer { FileCoordinator.removeFilePresenter(presenter) }
      let text = try FileCoordinator().coordinate(writingItemAt: url, options: .forMerging) {
        try String(contentsOf: $0, encoding: .utf8)
      }
      #expect(text == "saved")
      try presenter.trace.wait(for: "reacquire")
      #expect(presenter.trace.messages == ["to writer", "save", "changed", "reacquire"])
    }

    @Test func `C1 a presenter that has not heard of a rename gets the new address`() throws {
      let (url, target) = (place.file("a.txt"), place.url("b.txt"))
      let presenter = place.present(url)
      defer { FileCoordinator.removeFilePresenter(presenter) }
      presenter.presentedItemOperationQueue.isSuspended = true
      let coordinator = FileCoordinator()
      coordinator.presenterTimeout = .milliseconds(50)
      try move(url, to: target, with: coordinator)
      try Patience.wait("the news") {
        let given = try? FileCoordinator(filePresenter: presenter).coordinate(
          writingItemAt: url
        ) { $0.lastPathComponent }
        return given == "b.txt"
      }
      #expect(presenter.presentedItemURL == url)
      presenter.presentedItemOperationQueue.isSuspended = false
      try presenter.trace.wait(for: "moved to b.txt")
    }

    @Test func `C1 P1 a presenter without an item is asked anew after it has made one`() throws {
      let presenter = place.present(nil)
      defer { FileCoordinator.removeFilePresenter(presenter) }
      let url = place.url("untitled.txt")
      try FileCoordinator(filePresenter: presenter).coordinate(writingItemAt: url) { url in
        try Data("first".utf8).write(to: url)
        presenter.manners.withLock { $0.url = url }
      }
      try FileCoordinator().coordinate(writingItemAt: url) { _ in }
      try presenter.trace.wait(for: "reacquire")
      #expect(presenter.trace.messages == ["to writer", "changed", "reacquire"])
    }

    private func move(_ from: URL, to: URL, with coordinator: FileCoordinator) throws {
      try coordinator.coordinate(
        writingItemAt: from, options: .forMoving, writingItemAt: to, options: .forReplacing
      ) { from, to in
        coordinator.item(at: from, willMoveTo: to)
        try FileManager.default.moveItem(at: from, to: to)
        coordinator.item(at: from, didMoveTo: to)
      }
    }

    // MARK: Its life

    @Test func `C2 a coordinator goes after its accessor`() throws {
      let url = place.file("a.txt")
      weak var reference: FileCoordinator?
      try {
        let coordinator = FileCoordinator()
        reference = coordinator
        try coordinator.coordinate(readingItemAt: url) { _ in }
      }()
      #expect(reference == nil)
      #expect(place.isFree(writing: url))
    }

    @Test func `C3 presenters are registered once and removed, and are not kept alive`() throws {
      let presenter = place.present(place.file("a.txt"))
      FileCoordinator.addFilePresenter(presenter)
      func count() -> Int { FileCoordinator.filePresenters.filter { $0 === presenter }.count }
      #expect(count() == 1)
      FileCoordinator.removeFilePresenter(presenter)
      #expect(count() == 0)
      weak var gone: RecordingPresenter?
      do { gone = place.present(place.url("b.txt")) }
      // The watch of the folder holds presenters for as long as it looks at them.
      try Patience.wait("the presenter's end") { gone == nil }
    }

    @Test func `C3 a presenter in the memory of one that is gone is registered`() {
      for _ in 0..<200 {
        // It goes without having been removed.
        _ = place.present(place.url("a.txt"))
        let presenter = RecordingPresenter(place.url("b.txt"))
        FileCoordinator.addFilePresenter(presenter)
        #expect(FileCoordinator.filePresenters.contains { $0 === presenter })
        FileCoordinator.removeFilePresenter(presenter)
      }
    }

    @Test func `C3 who registers inside of a reading accessor misses no change`() throws {
      let url = place.file("a.txt", "0")
      let isOver = Atomic(false)
      let writer = Thread {
        var count = 0
        while !isOver.load(ordering: .relaxed) {
          count += 1
          try? FileCoordinator().coordinate(writingItemAt: url) {
            try? Data("\(count)".utf8).write(to: $0)
          }
        }
        isOver.store(false, ordering: .relaxed)
      }
      writer.start()
      // Else it would go on writing beside all other tests.
      defer { isOver.store(true, ordering: .relaxed) }
      for _ in 0..<100 {
        let presenter = RecordingPresenter(url)
        let seen = try FileCoordinator(filePresenter: presenter).coordinate(readingItemAt: url) {
          FileCoordinator.addFilePresenter(presenter)
          return try String(contentsOf: $0, encoding: .utf8)
        }
        try Patience.wait("a change after \(seen)") { place.text("a.txt") != seen }
        try presenter.trace.wait(for: "to writer")
        FileCoordinator.removeFilePresenter(presenter)
      }
      isOver.store(true, ordering: .relaxed)
      try Patience.wait("the writer") { !isOver.load(ordering: .relaxed) }
    }

    @Test func `C4 a purpose is the coordinator's own until it is set`() throws {
      let (one, two) = (FileCoordinator(), FileCoordinator())
      #expect(one.purposeIdentifier != two.purposeIdentifier)
      one.purposeIdentifier = "sync"
      two.purposeIdentifier = "sync"
      let url = place.file("a.txt")
      try one.coordinate(writingItemAt: url) { url in
        try place.outside { try two.coordinate(writingItemAt: url) { _ in } }
        #expect(!place.isFree(reading: url))
      }
    }

    @Test func `C4 a purpose cannot be set for a presenter's coordinator, twice, or to nothing`()
      async
    {
      await #expect(processExitsWith: .failure) {
        FileCoordinator(filePresenter: RecordingPresenter(nil)).purposeIdentifier = "sync"
      }
      await #expect(processExitsWith: .failure) {
        let coordinator = FileCoordinator()
        coordinator.purposeIdentifier = "one"
        coordinator.purposeIdentifier = "two"
      }
      await #expect(processExitsWith: .failure) { FileCoordinator().purposeIdentifier = "" }
    }

    // MARK: Several items

    @Test func `C5 intents are granted together or not at all`() throws {
      let (one, two) = (place.file("1"), place.file("2"))
      let trace = Trace()
      let queue = OperationQueue()
      try FileCoordinator().coordinate(writingItemAt: two) { _ in
        FileCoordinator().coordinate(
          with: [.writingIntent(with: one), .readingIntent(with: two)], queue: queue
        ) { error in
          let isRight = OperationQueue.current === queue
          trace.add(error == nil && isRight ? "granted" : "failed")
        }
        // A request for both holds neither, and no later request passes it.
        #expect(trace.messages.isEmpty)
        #expect(!place.isFree(writing: one))
      }
      try trace.wait(count: 1)
      #expect(trace.messages == ["granted"])
    }

    @Test func `C5 an error is passed to the accessor`() throws {
      let trace = Trace()
      let coordinator = FileCoordinator()
      coordinator.cancel()
      coordinator.coordinate(
        with: [.readingIntent(with: place.file("a"))], queue: OperationQueue()
      ) { trace.add(($0 as? CocoaError)?.code == .userCancelled ? "cancelled" : "ran") }
      try trace.wait(count: 1)
      #expect(trace.messages == ["cancelled"])
    }

    @Test func `C5 C14 a task waits, and stops to wait when it is cancelled`() async throws {
      let url = place.file("a.txt")
      let value = try await FileCoordinator().write(itemAt: url) { url in
        let task = Task.detached {
          try await FileCoordinator().read(itemAt: url) { _ in 1 }
        }
        try await Task.sleep(for: .milliseconds(30))
        task.cancel()
        let result = await task.result
        #expect(throws: CancellationError.self) { try result.get() }
        return try await FileCoordinator().read(itemAt: url) { _ in 2 }
      }
      #expect(value == 2)
    }

    @Test func `C11 presenters are asked once for a thousand files`() throws {
      let urls = (0..<1000).map { place.url("\($0)") }
      let presenter = place.present(place.file("1"))
      let second = place.present(place.file("2"))
      defer { for one in [presenter, second] { FileCoordinator.removeFilePresenter(one) } }
      let coordinator = FileCoordinator()
      let before = Preparation.messageCount
      try coordinator.prepare(forReadingItemsAt: urls, writingItemsAt: []) { done in
        for url in urls.prefix(50) {
          #expect(throws: Never.self) { try coordinator.coordinate(readingItemAt: url) { _ in } }
        }
        done()
      }
      // Other tests ask as well meanwhile, but not a thousand times.
      #expect(Preparation.messageCount < before + 500)
      try presenter.trace.wait(for: "reacquire")
      #expect(presenter.trace.messages == ["to reader", "save", "reacquire"])
      #expect(throws: CoordinationError.invalidOptions) {
        try coordinator.prepare(
          forReadingItemsAt: [], options: [], writingItemsAt: [], options: .forReplacing
        ) { $0() }
      }
    }

    // MARK: Renames

    @Test
    func `C12 presenters of the item, of its contents and of the folders get messages`() throws {
      let (folder, file) = (try place.makeFolder("f/g"), place.file("f/g/a.txt"))
      let presenters = [place.url("f"), folder, file].map { place.present($0) }
      defer { for one in presenters { FileCoordinator.removeFilePresenter(one) } }
      try move(folder, to: place.url("f/h"), with: FileCoordinator())
      try presenters[0].trace.wait(for: "g moved to h")
      try presenters[1].trace.wait(for: "moved to h")
      try presenters[2].trace.wait(for: "moved to a.txt")
      #expect(presenters[2].presentedItemURL?.path == place.url("f/h/a.txt").path)
    }

    @Test func `C12 a rename that is announced outside of an access does nothing`() throws {
      let url = place.file("a.txt")
      let presenter = place.present(url)
      defer { FileCoordinator.removeFilePresenter(presenter) }
      FileCoordinator().item(at: url, didMoveTo: place.url("b.txt"))
      FileCoordinator().itemDidGain(PresentedVersion(itemURL: url, persistentIdentifier: "1"))
      try presenter.trace.wait(count: 1)
      #expect(presenter.trace.messages == ["gained 1"])
    }

    @Test func `C6 C22 who waits follows a rename, unless it replaces`() throws {
      let (url, target) = (place.file("a.txt"), place.url("b.txt"))
      let follower = FileAccessIntent.writingIntent(with: url)
      let replacer = FileAccessIntent.writingIntent(with: url, options: .forReplacing)
      let trace = Trace()
      let coordinator = FileCoordinator()
      try coordinator.coordinate(writingItemAt: url, options: .forMoving) { url in
        for intent in [follower, replacer] {
          FileCoordinator().coordinate(with: [intent], queue: OperationQueue()) { _ in
            trace.add(intent.url.lastPathComponent)
          }
        }
        try FileManager.default.moveItem(at: url, to: target)
        coordinator.item(at: url, didMoveTo: target)
        // Something else takes the name: who waits for the moved one is not fooled.
        place.file("a.txt", "another")
      }
      try trace.wait(count: 2)
      #expect(trace.messages.sorted() == ["a.txt", "b.txt"])
    }

    // MARK: Cancelling

    @Test func `C14 who is cancelled while it waits does not run`() throws {
      let url = place.file("a.txt")
      try FileCoordinator().coordinate(writingItemAt: url) { url in
        let coordinator = FileCoordinator()
        let thread = Thread {
          usleep(30_000)
          coordinator.cancel()
        }
        thread.start()
        let error = #expect(throws: CocoaError.self) {
          try place.outside {
            try coordinator.coordinate(writingItemAt: url) { _ in Issue.record("ran") }
          }
        }
        #expect(error?.code == .userCancelled)
        #expect(throws: CocoaError.self) { try coordinator.coordinate(readingItemAt: url) { _ in } }
      }
      #expect(place.isFree(writing: url))
    }

    @Test func `C34 who waits longer than it wants fails and names the holder`() throws {
      let url = place.file("a.txt")
      try FileCoordinator().coordinate(readingItemAt: url) { url in
        #expect(throws: CoordinationError.timedOut(holder: getpid())) {
          try place.outside { try place.impatient().coordinate(writingItemAt: url) { _ in } }
        }
      }
    }
  }
}
