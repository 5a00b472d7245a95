import DocMergeDocuments
import DocMergeTestSupport
import Foundation
import Testing

extension CoordinationTests {
  /// Coordination between processes: real ones, which are killed and stopped.
  @Suite @Blocking struct ProcessTests {
    private let place = Place()

    private func finish(_ client: RunningProgram, with name: String = "go") -> Output {
      place.file(name)
      return client.finish()
    }

    @Test func `C8 a writer of another process is waited for`() throws {
      let url = place.file("a.txt")
      let go = place.url("go").path
      let client = try place.client.start(until: "held", "hold", "write", url.path, "--until", go)
      #expect(!place.isFree(reading: url))
      #expect(finish(client).status == 0)
      #expect(place.isFree(writing: url))
    }

    @Test func `C25 readers of two processes share`() throws {
      let url = place.file("a.txt")
      let go = place.url("go").path
      let client = try place.client.start(until: "held", "hold", "read", url.path, "--until", go)
      #expect(place.isFree(reading: url))
      #expect(!place.isFree(writing: url))
      #expect(finish(client).status == 0)
    }

    @Test func `C4 two processes with one purpose do not wait for each other`() throws {
      let url = place.file("a.txt")
      let client = try place.client.start(
        until: "held", "hold", "write", url.path, "--purpose", "one", "--until",
        place.url("go").path)
      let coordinator = FileCoordinator()
      coordinator.purposeIdentifier = "one"
      coordinator.timeout = .seconds(120)
      try coordinator.coordinate(writingItemAt: url) { _ in }
      #expect(!place.isFree(writing: url))
      #expect(finish(client).status == 0)
    }

    @Test func `C34 a killed writer blocks no other access`() throws {
      let url = place.file("a.txt")
      let client = try place.client.start(until: "held", "hold", "write", url.path)
      #expect(!place.isFree(reading: url))
      client.kill()
      _ = client.finish()
      #expect(place.isFree(reading: url))
      #expect(place.isFree(writing: url))
    }

    @Test func `C34 a stopped writer loses its claim, and hears of it`() throws {
      let url = place.file("a.txt")
      let client = try place.client.start(
        until: "held", "hold", "write", url.path, "--until", place.url("go").path)
      client.stop()
      let coordinator = FileCoordinator()
      coordinator.timeout = .seconds(120)
      try coordinator.coordinate(writingItemAt: url) { _ in }
      client.resume()
      let output = finish(client)
      #expect(output.status == 1)
      #expect(output.text.contains("claimLost"))
    }

    @Test func `C34 a stopped reader keeps its claim while no other access waits`() throws {
      let url = place.file("a.txt")
      let client = try place.client.start(
        until: "held", "hold", "read", url.path, "--until", place.url("go").path)
      client.stop()
      #expect(place.isFree(reading: url))
      client.resume()
      #expect(finish(client).status == 0)
    }

    @Test func `C6 an intent follows a rename by another process`() async throws {
      let (url, target) = (place.file("a.txt"), place.url("b.txt"))
      let client = try place.client.start(
        until: "held", "hold", "move", url.path, "--move-to", target.path, "--until",
        place.url("go").path)
      let intent = FileAccessIntent.writingIntent(with: url)
      let trace = Trace()
      FileCoordinator().coordinate(with: [intent], queue: OperationQueue()) { error in
        trace.add("\(intent.url.lastPathComponent) \(error.map { "\($0)" } ?? "granted")")
      }
      #expect(!place.isFree(writing: url))
      #expect(trace.messages.isEmpty)
      #expect(finish(client).status == 0)
      try trace.wait(count: 1)
      #expect(trace.messages == ["b.txt granted"])
    }

    @Test func `C29 M74 a presenter of another process saves before a read`() throws {
      let url = place.file("a.txt", "old")
      let client = try place.client.start(
        until: "presenting", "present", url.path, "--save", "new", "--until", place.url("go").path)
      let text = try FileCoordinator().coordinate(readingItemAt: url) {
        try String(contentsOf: $0, encoding: .utf8)
      }
      #expect(text == "new")
      try client.wait(for: "reacquire")
      #expect(finish(client).status == 0)
      #expect(client.lines == ["presenting", "relinquish to reader", "save", "reacquire"])
    }

    @Test func `P21 a presenter of another process gives way, hears who wrote, and goes on`() throws
    {
      let url = place.file("a.txt")
      let client = try place.client.start(
        until: "presenting", "present", url.path, "--until", place.url("go").path)
      try FileCoordinator().coordinate(writingItemAt: url) { try Data("new".utf8).write(to: $0) }
      try client.wait(for: "reacquire")
      _ = finish(client)
      #expect(
        client.lines == [
          "presenting", "relinquish to writer", "changed by \(getpid())", "reacquire",
        ])
    }

    @Test func `C31 a presenter of another process refuses, and the accessor does not run`() throws
    {
      let url = place.file("a.txt", "old")
      let client = try place.client.start(
        until: "presenting", "present", url.path, "--save", "refuse", "--until",
        place.url("go").path)
      let error = #expect(throws: (any Error).self) {
        try FileCoordinator().coordinate(writingItemAt: url, options: .forMerging) { _ in
          Issue.record("the accessor ran")
        }
      }
      #expect((error as NSError?)?.domain == NSCocoaErrorDomain)
      #expect((error as NSError?)?.code == CocoaError.Code.fileWriteOutOfSpace.rawValue)
      #expect(place.text("a.txt") == "old")
      _ = finish(client)
    }

    @Test func `P4 a presenter that never answers is given up`() throws {
      let url = place.file("a.txt")
      let client = try place.client.start(
        until: "presenting", "present", url.path, "--answer", "never", "--until",
        place.url("go").path)
      let coordinator = FileCoordinator()
      coordinator.presenterTimeout = .milliseconds(100)
      try coordinator.coordinate(writingItemAt: url) { _ in }
      try client.wait(for: "relinquish to writer")
      _ = finish(client)
    }

    @Test func `C34 P4 presenters of stopped and killed processes are not waited for`() throws {
      let url = place.file("a.txt")
      let client = try place.client.start(
        until: "presenting", "present", url.path, "--until", place.url("go").path)
      client.stop()
      let coordinator = FileCoordinator()
      coordinator.presenterTimeout = .seconds(600)
      try coordinator.coordinate(writingItemAt: url) { try Data("1".utf8).write(to: $0) }
      client.resume()
      // What it missed waits for it.
      try client.wait(for: "changed by")
      try client.wait(for: "reacquire")
      client.kill()
      _ = client.finish()
      try coordinator.coordinate(writingItemAt: url) { _ in }
    }

    @Test func `P5 the reacquirer runs once when the writer was killed`() throws {
      let url = place.file("a.txt")
      let presenter = place.present(url)
      defer { FileCoordinator.removeFilePresenter(presenter) }
      let client = try place.client.start(until: "held", "hold", "write", url.path)
      #expect(presenter.trace.messages == ["to writer"])
      client.kill()
      _ = client.finish()
      try presenter.trace.wait(for: "reacquire")
      try FileCoordinator().coordinate(writingItemAt: url) { _ in }
      try presenter.trace.wait(count: 5)
      #expect(
        presenter.trace.messages == ["to writer", "reacquire", "to writer", "changed", "reacquire"])
    }

    @Test func `P7 a document of another process closes before it is deleted`() throws {
      let url = place.file("a.txt")
      let presenter = place.present(url)
      defer { FileCoordinator.removeFilePresenter(presenter) }
      place.file("go")
      let client = place.client.start(
        "hold", "delete", url.path, "--until", place.url("go").path)
      #expect(client.finish().status == 0)
      try presenter.trace.wait(for: "reacquire")
      #expect(presenter.trace.messages == ["to writer", "accommodate deletion", "reacquire"])
      #expect(place.text("a.txt") == nil)
    }

    @Test func `C25 C34 eight processes, eight documents, and one is killed again and again`()
      throws
    {
      // Scripts/coordination-stress.sh sets them.
      let settings = ProcessInfo.processInfo.environment
      let seconds = settings["DOCMERGE_STRESS_SECONDS"].flatMap { Int($0) } ?? 4
      let seed = settings["DOCMERGE_STRESS_SEED"].flatMap { Int($0) } ?? 1
      let stress = Stress(place, processes: 8, seconds: seconds, seed: seed)
      let failures = try stress.run()
      #expect(failures == [])
      // No test fails because a computer is slow; who runs the script wants to know.
      if settings["DOCMERGE_STRESS_SECONDS"] != nil {
        print("seed \(seed): the longest wait was \(stress.longestWait) ms")
      }
    }
  }
}
