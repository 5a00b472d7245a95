import DocMergeSystem
import DocMergeTestSupport
import Foundation
import Glibc
import Testing

@testable import DocMergeDocuments

/// Replacements that are taken back.
struct FileSwapTests {
  private struct No: Error {}

  let folder = TemporaryFolder()

  private func put(_ new: String, at path: String, _ displaced: (SystemPath) throws -> Void) throws
  {
    try BuildFolder.hold(beside: SystemPath(path)) { build in
      File("\(build.product)").write(Array(new.utf8))
      try FileSwap.put(build, at: SystemPath(path), displaced)
    }
  }

  @Test func `the old item is back after a refusal`() throws {
    let path = folder.file("a.txt", "old").path
    #expect(throws: No.self) { try put("new", at: path) { _ in throw No() } }
    #expect(File(path).text == "old")
    #expect(File(folder.path).names == ["a.txt"])
  }

  @Test func `the old item is back though the new one is gone by then`() throws {
    let path = folder.file("a.txt", "old").path
    #expect(throws: No.self) {
      try put("new", at: path) { _ in
        unlink(path)
        throw No()
      }
    }
    #expect(File(path).text == "old")
    #expect(File(folder.path).names == ["a.txt"])
  }

  @Test func `an item that cannot be put back is kept beside its place`() throws {
    let path = folder.file("a.txt", "").path
    for (number, text) in ["one", "two", "three"].enumerated() {
      let item = folder.file("built \(number)", text)
      try FileSwap.keep(SystemPath(item.path), beside: SystemPath(path))
    }
    #expect(File(folder.path).names == ["a.txt", "a.txt.~1~", "a.txt.~2~", "a.txt~"])
    #expect(folder.url("a.txt~").text == "one" && folder.url("a.txt.~2~").text == "three")
  }
}
