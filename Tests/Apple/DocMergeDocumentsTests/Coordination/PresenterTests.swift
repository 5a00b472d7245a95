import DocMergeDocuments
import DocMergeTestSupport
import Foundation
import Synchronization
import Testing

extension CoordinationTests {
  /// The questions and messages to presenters, their order, and their queue.
  @Suite @Blocking struct PresenterTests {
    private let place = Place()

    private func presenting<Result>(
      _ url: URL, _ body: (RecordingPresenter) throws -> Result
    ) throws -> Result {
      let presenter = place.present(url)
      defer { FileCoordinator.removeFilePresenter(presenter) }
      return try body(presenter)
    }

    // MARK: Asked

    @Test func `C29 P4 P6 a reader has the presenter give way, then save`() throws {
      let url = place.file("a.txt")
      try presenting(url) { presenter in
        try FileCoordinator().coordinate(readingItemAt: url) { _ in
          #expect(presenter.trace.messages == ["to reader", "save"])
        }
        try presenter.trace.wait(count: 3)
        #expect(presenter.trace.messages == ["to reader", "save", "reacquire"])
      }
    }

    @Test func `C15 a reader without changes does not ask to save`() throws {
      let url = place.file("a.txt")
      try presenting(url) { presenter in
        try FileCoordinator().coordinate(readingItemAt: url, options: .withoutChanges) { _ in }
        try presenter.trace.wait(count: 2)
        #expect(presenter.trace.messages == ["to reader", "reacquire"])
      }
    }

    @Test func `C29 presenters of enclosing packages give way, those of plain folders do not`()
      throws
    {
      let part = place.file("f/trip.rtfd/text")
      let folder = place.present(place.url("f"))
      let package = place.present(place.url("f/trip.rtfd"))
      defer { for one in [folder, package] { FileCoordinator.removeFilePresenter(one) } }
      try FileCoordinator().coordinate(readingItemAt: part) { _ in }
      try package.trace.wait(count: 3)
      #expect(package.trace.messages == ["to reader", "save", "reacquire"])
      #expect(folder.trace.messages.isEmpty)
    }

    @Test(arguments: [
      (options: FileCoordinator.WritingOptions(), asked: ["to writer"]),
      (options: .forMerging, asked: ["to writer", "save"]),
      (options: .forMoving, asked: ["to writer"]),
      (options: .forDeleting, asked: ["to writer", "accommodate deletion"]),
      (options: .forReplacing, asked: ["to writer", "accommodate deletion"]),
      (options: .contentIndependentMetadataOnly, asked: ["to writer"]),
    ])
    func `C19 C21 C22 C30 P5 P7 P21 a writer has the presenter give way and prepare`(
      options: FileCoordinator.WritingOptions, asked: [String]
    ) throws {
      let url = place.file("a.txt")
      try presenting(url) { presenter in
        try FileCoordinator().coordinate(writingItemAt: url, options: options) { _ in
          #expect(presenter.trace.messages == asked)
        }
        try presenter.trace.wait(for: "reacquire")
        #expect(presenter.trace.messages == asked + ["changed", "reacquire"])
      }
    }

    @Test(arguments: [FileCoordinator.WritingOptions.forDeleting, .forReplacing])
    func `C30 P15 what a folder contains, and the folder around, prepare as well`(
      options: FileCoordinator.WritingOptions
    ) throws {
      let (folder, file) = (try place.makeFolder("f/g"), place.file("f/g/a.txt"))
      let (around, inside) = (place.present(place.url("f")), place.present(file))
      defer { for one in [around, inside] { FileCoordinator.removeFilePresenter(one) } }
      try FileCoordinator().coordinate(writingItemAt: folder, options: options) { folder in
        #expect(inside.trace.messages == ["to writer", "accommodate deletion"])
        #expect(around.trace.messages == ["accommodate deletion of g"])
        try FileManager.default.removeItem(at: folder)
      }
      try inside.trace.wait(for: "reacquire")
      try around.trace.wait(for: "g changed")
      #expect(!inside.trace.messages.contains("changed"))
    }

    @Test func `C31 P15 a presenter of a folder refuses a deletion with its own error`() throws {
      let file = place.file("f/a.txt")
      let presenter = place.present(place.url("f")) { presenter in
        presenter.manners.withLock { $0.refusal = CocoaError(.fileLocking) }
      }
      defer { FileCoordinator.removeFilePresenter(presenter) }
      let error = #expect(throws: CocoaError.self) {
        try FileCoordinator().coordinate(writingItemAt: file, options: .forDeleting) { _ in
          Issue.record("the accessor ran")
        }
      }
      #expect(error?.code == .fileLocking)
      #expect(place.isFree(writing: file))
    }

    @Test func `C31 a presenter that cannot save fails the reader`() throws {
      let url = place.file("a.txt")
      try presenting(url) { presenter in
        presenter.manners.withLock { $0.refusal = CocoaError(.fileWriteOutOfSpace) }
        let error = #expect(throws: CocoaError.self) {
          try FileCoordinator().coordinate(readingItemAt: url) { _ in Issue.record("ran") }
        }
        #expect(error?.code == .fileWriteOutOfSpace)
        try presenter.trace.wait(for: "reacquire")
      }
    }

    @Test func `C32 P2 all presenters of an item are asked, each on its own queue`() throws {
      let url = place.file("a.txt")
      let presenters = (0..<5).map { _ in place.present(url) }
      defer { for one in presenters { FileCoordinator.removeFilePresenter(one) } }
      try FileCoordinator().coordinate(writingItemAt: url) { _ in }
      for presenter in presenters {
        try presenter.trace.wait(count: 3)
        #expect(presenter.trace.messages == ["to writer", "changed", "reacquire"])
      }
    }

    @Test func `P2 P3 P6 P20 a presenter with no methods of its own has a queue and no objection`()
      throws
    {
      final class Plain: FilePresenter, Sendable {
        let presentedItemURL: URL?
        let changes = Trace()
        init(_ url: URL) { presentedItemURL = url }
        func presentedItemDidChange() {
          changes.add(OperationQueue.current === presentedItemOperationQueue ? "changed" : "wrong")
        }
      }
      let part = place.file("trip.rtfd/text")
      let presenter = Plain(place.url("trip.rtfd"))
      FileCoordinator.addFilePresenter(presenter)
      defer { FileCoordinator.removeFilePresenter(presenter) }
      #expect(presenter.presentedItemOperationQueue.maxConcurrentOperationCount == 1)
      #expect(presenter.primaryPresentedItemURL == nil)
      try FileCoordinator().coordinate(writingItemAt: part) { _ in }
      // It has no method for parts, but the part belongs to a package.
      try presenter.changes.wait(count: 1)
      #expect(presenter.changes.messages == ["changed"])
    }

    @Test func `P8 presenters are asked before a local copy goes`() throws {
      let url = place.file("a.txt")
      try presenting(url) { presenter in
        try FileCoordinator().prepareForEviction(ofItemAt: url)
        #expect(presenter.trace.messages == ["accommodate eviction"])
      }
    }

    // MARK: Messages

    @Test func `P10 a change of the attributes is a change, seen by the kernel`() throws {
      let url = place.file("a.txt")
      try presenting(url) { presenter in
        File(url.path).setPermissions(0o600)
        try presenter.trace.wait(count: 1)
        #expect(presenter.trace.messages == ["changed by somebody"])
      }
    }

    @Test func `C13 P11 a presenter hears of observed attributes only`() throws {
      let url = place.file("a.txt")
      let (one, two) = (URLResourceKey(rawValue: "one"), URLResourceKey(rawValue: "two"))
      try presenting(url) { presenter in
        presenter.manners.withLock { $0.observed = [one] }
        FileCoordinator().item(at: url, didChangeUbiquityAttributes: [two])
        FileCoordinator().item(at: url, didChangeUbiquityAttributes: [one, two])
        try presenter.trace.wait(count: 1)
        #expect(presenter.trace.messages == ["attributes one"])
      }
    }

    @Test
    func `P12 P13 P14 P19 versions of an item are announced to it and to its folder`() throws {
      let url = place.file("f/a.txt")
      let (file, folder) = (place.present(url), place.present(place.url("f")))
      defer { for one in [file, folder] { FileCoordinator.removeFilePresenter(one) } }
      let coordinator = FileCoordinator(filePresenter: file)
      let version = PresentedVersion(itemURL: url, persistentIdentifier: "1")
      coordinator.itemDidGain(version)
      coordinator.itemDidResolveConflict(version)
      coordinator.itemDidLose(version)
      try file.trace.wait(count: 3)
      try folder.trace.wait(count: 3)
      #expect(Set(file.trace.messages) == ["gained 1", "resolved 1", "lost 1"])
      #expect(Set(folder.trace.messages) == ["a.txt gained 1", "a.txt resolved 1", "a.txt lost 1"])
    }

    @Test func `P16 P17 P18 a folder hears of what coordinated writers do in it`() throws {
      let folder = try place.makeFolder("f")
      try presenting(folder) { presenter in
        let (url, target) = (place.url("f/a.txt"), place.url("f/b.txt"))
        try FileCoordinator().coordinate(writingItemAt: url) { try Data("1".utf8).write(to: $0) }
        try presenter.trace.wait(for: "a.txt appeared")
        try FileCoordinator().coordinate(writingItemAt: url) { try Data("2".utf8).write(to: $0) }
        try presenter.trace.wait(for: "a.txt changed")
        let coordinator = FileCoordinator()
        try coordinator.coordinate(writingItemAt: url, options: .forMoving) { url in
          try FileManager.default.moveItem(at: url, to: target)
          coordinator.item(at: url, didMoveTo: target)
        }
        try presenter.trace.wait(for: "a.txt moved to b.txt")
        usleep(400_000)
        #expect(
          presenter.trace.messages == ["a.txt appeared", "a.txt changed", "a.txt moved to b.txt"])
      }
    }

    @Test func `C6 P9 P22 a writer asks, right after a rename, the presenter that moved`() throws {
      for number in 0..<100 {
        let (url, target) = (place.file("\(number).txt"), place.url("\(number) moved.txt"))
        let presenter = place.present(url)
        let coordinator = FileCoordinator()
        try coordinator.coordinate(writingItemAt: url, options: .forMoving) { url in
          try FileManager.default.moveItem(at: url, to: target)
          coordinator.item(at: url, didMoveTo: target)
        }
        try FileCoordinator().coordinate(writingItemAt: target) { _ in }
        #expect(
          presenter.trace.messages.filter { $0 == "to writer" }.count == 2, "rename \(number)")
        FileCoordinator.removeFilePresenter(presenter)
      }
    }

    @Test func `P9 P22 a plain rename in a shell reaches the presenter`() throws {
      let url = place.file("a.txt")
      try presenting(url) { presenter in
        try Program("mv", in: place.folder.path).run(["a.txt", "b.md"], exits: 0)
        try presenter.trace.wait(count: 1)
        #expect(presenter.trace.messages == ["moved to b.md"])
        // It is followed under its new name.
        place.file("b.md", "changed")
        try presenter.trace.wait(count: 2)
        #expect(presenter.trace.messages.last == "changed by somebody")
      }
    }

    @Test func `P22 a program that replaces the file is noticed, and so are later changes`()
      throws
    {
      let url = place.file("a.txt")
      try presenting(url) { presenter in
        for count in 1...3 {
          place.file("new", "text \(count)")
          File(place.url("new").path).move(to: File(url.path))
          try presenter.trace.wait(count: count)
        }
        #expect(Set(presenter.trace.messages) == ["changed by somebody"])
      }
    }

    @Test func `P16 P17 P18 P22 a folder hears of what other programs do in it, once`() throws {
      let folder = try place.makeFolder("f/g")
      place.file("f/g/old", "1")
      try presenting(place.url("f")) { presenter in
        let trace = presenter.trace
        for count in 1...20 { place.file("f/g/new", "text \(count)") }
        try trace.wait(for: "new appeared")
        for count in 1...20 { place.file("f/g/new", "more \(count)") }
        try trace.wait(for: "new changed by somebody")
        File("\(folder.path)/old").move(to: File("\(folder.path)/older"))
        try trace.wait(for: "old moved to older")
        unlink("\(folder.path)/older")
        try trace.wait(for: "older changed by somebody")
        #expect(
          trace.messages == [
            "new appeared", "new changed by somebody", "old moved to older",
            "older changed by somebody",
          ])
      }
    }

    @Test func `P23 a safe save of the presenter itself is no news`() throws {
      let url = place.file("a.txt")
      try presenting(url) { presenter in
        for count in 1...3 {
          try FileCoordinator(filePresenter: presenter).coordinate(writingItemAt: url) { url in
            try Data("\(count)".utf8).write(to: url, options: .atomic)
          }
        }
        usleep(400_000)
        #expect(presenter.trace.messages.isEmpty)
        place.file("a.txt", "by others")
        try presenter.trace.wait(count: 1)
      }
    }
  }
}
