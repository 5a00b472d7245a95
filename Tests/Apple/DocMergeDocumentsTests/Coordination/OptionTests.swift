import DocMergeDocuments
import DocMergeTestSupport
import Foundation
import Testing

extension CoordinationTests {
  /// What the options of readers change, and how accesses end.
  @Suite @Blocking struct OptionTests {
    private let place = Place()

    @Test func `C16 a link is resolved on demand`() throws {
      let url = place.file("a.txt")
      File("\(place.folder.path)/link").link(to: "a.txt")
      let link = place.url("link")
      try FileCoordinator().coordinate(readingItemAt: link) { #expect($0 == link) }
      try FileCoordinator().coordinate(readingItemAt: link, options: .resolvesSymbolicLink) {
        #expect($0.path == url.path)
      }
      #expect(File(link.path).target == "a.txt")
    }

    @Test func `C17 metadata is read without anything being saved`() throws {
      let url = place.file("a.txt")
      let presenter = place.present(url)
      defer { FileCoordinator.removeFilePresenter(presenter) }
      try FileCoordinator().coordinate(
        readingItemAt: url, options: .immediatelyAvailableMetadataOnly
      ) { _ in }
      try presenter.trace.wait(for: "reacquire")
      #expect(presenter.trace.messages == ["to reader", "reacquire"])
    }

    @Test func `C18 an upload works on a copy, and others may write`() throws {
      let url = place.file("a.txt", "old")
      var copy: URL?
      try FileCoordinator().coordinate(readingItemAt: url, options: .forUploading) { given in
        copy = given
        #expect(given != url)
        #expect(given.lastPathComponent == "a.txt")
        #expect(place.isFree(writing: url))
        place.file("a.txt", "new")
        #expect(File(given.path).text == "old")
      }
      #expect(!FileManager.default.fileExists(atPath: try #require(copy).path))
    }

    @Test func `C18 a package is uploaded as an archive`() throws {
      place.file("trip.rtfd/text", "1")
      place.file("trip.rtfd/images/a", "2")
      let python = Program("python3", in: place.folder.path)
      try FileCoordinator().coordinate(
        readingItemAt: place.url("trip.rtfd"), options: .forUploading
      ) { archive in
        #expect(archive.lastPathComponent == "trip.rtfd.zip")
        let script = """
          import sys, zipfile
          z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None
          print(sorted((n, z.read(n).decode()) for n in z.namelist() if not n.endswith('/')))
          """
        let output = try python.run(["-c", script, archive.path], exits: 0)
        #expect(output.lines == ["[('trip.rtfd/images/a', '2'), ('trip.rtfd/text', '1')]"])
      }
    }

    @Test func `C33 work outside of the accessor is outside of the access`() throws {
      let url = place.file("a.txt")
      #expect(!FileCoordinator.isCoordinated(url, forWriting: false))
      try FileCoordinator().coordinate(readingItemAt: url) { url in
        #expect(FileCoordinator.isCoordinated(url, forWriting: false))
        #expect(!FileCoordinator.isCoordinated(url, forWriting: true))
        #expect(!FileCoordinator.isCoordinated(place.url("b"), forWriting: false))
        let elsewhere = try place.outside {
          FileCoordinator.isCoordinated(url, forWriting: false)
        }
        #expect(!elsewhere)
      }
      #expect(!FileCoordinator.isCoordinated(url, forWriting: false))
    }

    @Test func `C7 an accessor's error is thrown on, and the access is over`() throws {
      let url = place.file("a.txt")
      #expect(throws: CocoaError.self) {
        try FileCoordinator().coordinate(writingItemAt: url) { _ in
          throw CocoaError(.featureUnsupported)
        }
      }
      #expect(place.isFree(writing: url))
    }
  }
}
