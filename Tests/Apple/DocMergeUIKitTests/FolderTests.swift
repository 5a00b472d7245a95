import DocMergeTestSupport
import DocMergeUIKit
import Glibc
import Testing

/// Folders that have another place on Linux.
struct FolderTests {
  @Test func `what goes to the trash can be put back by the desktop`() async {
    // A process of its own, since its environment says where the trash is.
    await #expect(processExitsWith: .success) {
      let folder = TemporaryFolder()
      setenv("XDG_DATA_HOME", "\(folder.path)/data", 1)
      let url = URL(fileURLWithPath: "\(folder.path)/my note.txt")
      for text in ["one", "two"] {
        File(url.path).write(Array(text.utf8))
        var trashed: NSURL?
        try FileManager.default.trashItem(at: url, resultingItemURL: &trashed)
        #expect(File(trashed?.path ?? "").text == text)
      }
      #expect(!File(url.path).exists)
      let trash = "\(folder.path)/data/Trash"
      #expect(File("\(trash)/files").names == ["my note 2.txt", "my note.txt"])
      let note = File("\(trash)/info/my note.txt.trashinfo").text ?? ""
      #expect(note.hasPrefix("[Trash Info]\nPath=\(folder.path)/my%20note.txt\nDeletionDate=20"))
      #expect(
        note.split(separator: "\n").last?.utf8.count == "DeletionDate=2026-11-21T09:00:00".count)
      #expect(throws: CocoaError.self) {
        try FileManager.default.trashItem(at: url, resultingItemURL: nil)
      }
      #expect(File("\(trash)/info").names.count == 2)
      let group = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: "group.a")
      #expect(group?.path == "\(folder.path)/data/docmerge/groups/group.a")
      #expect(URL.applicationSupportDirectory.path == "\(folder.path)/data")
    }
  }

  @Test func `a bookmark finds its file as long as that is there`() throws {
    let folder = TemporaryFolder()
    let url = URL(fileURLWithPath: "\(folder.path)/ä note.txt")
    #expect(throws: CocoaError.self) { try url.bookmarkData() }
    File(url.path).write([])
    #expect(url.startAccessingSecurityScopedResource())
    defer { url.stopAccessingSecurityScopedResource() }
    let data = try url.bookmarkData(options: .minimalBookmark)
    var isStale = true
    let found = try URL(resolvingBookmarkData: data, bookmarkDataIsStale: &isStale)
    #expect(found == url)
    #expect(!isStale)
    File(url.path).remove()
    #expect(throws: CocoaError.self) {
      try URL(resolvingBookmarkData: data, bookmarkDataIsStale: &isStale)
    }
  }
}
