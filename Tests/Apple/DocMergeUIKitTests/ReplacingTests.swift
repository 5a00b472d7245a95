import DocMergeTestSupport
import DocMergeUIKit
import Testing

@testable import PortedPrograms

/// `FileManager.replaceItemAt` and `replaceItem`, which lose files in Foundation on Linux.
struct ReplacingTests {
  let folder = TemporaryFolder()

  private func url(_ name: String) -> URL { URL(fileURLWithPath: "\(folder.path)/\(name)") }

  private func write(_ name: String, _ text: String) -> URL {
    File(url(name).path).write(Array(text.utf8))
    return url(name)
  }

  @Test(arguments: 0..<Replacing.calls.count)
  func `every form replaces a file, with and without Foundation imported`(number: Int) throws {
    let (old, new) = (write("old", "old"), write("new", "new"))
    File(old.path).setPermissions(0o600)
    try Replacing.calls[number](old, new)
    #expect(File(old.path).text == "new")
    #expect(!File(new.path).exists)
    let backups = File(folder.path).names.filter { $0 != "old" }
    #expect(backups.isEmpty || backups == ["backup"] && File(url("backup").path).text == "old")
  }

  @Test func `a folder is replaced whole, and its backup stays where it is asked for`() throws {
    _ = write("old.d/a", "old")
    _ = write("new.d/a", "new")
    _ = write("new.d/b", "more")
    try FileManager.default.replaceItemAt(
      url("old.d"), withItemAt: url("new.d"), backupItemName: "backup.d",
      options: [.withoutDeletingBackupItem])
    #expect(File(url("old.d/a").path).text == "new" && File(url("old.d/b").path).text == "more")
    #expect(File(url("backup.d/a").path).text == "old")
    #expect(File(folder.path).names.sorted() == ["backup.d", "old.d"])
  }

  @Test func `a missing file replaces nothing`() throws {
    let old = write("old", "old")
    let error = #expect(throws: CocoaError.self) {
      try FileManager.default.replaceItemAt(old, withItemAt: url("none"))
    }
    #expect(error?.code == .fileNoSuchFile)
    #expect(File(old.path).text == "old" && File(folder.path).names == ["old"])
  }
}
