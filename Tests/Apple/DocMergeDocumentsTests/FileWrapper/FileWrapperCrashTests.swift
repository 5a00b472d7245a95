import DocMergeDocuments
import DocMergeTestSupport
import Foundation
import Testing

/// Writes of a package that are cut off by `kill -9`.
struct FileWrapperCrashTests {
  private static func package(_ word: String) -> FileWrapper {
    FileWrapper(
      directoryWithFileWrappers: Dictionary(
        uniqueKeysWithValues: (0..<8).map {
          ("\($0).txt", FileWrapper(regularFileWithContents: Data("\(word) \($0)".utf8)))
        }))
  }

  @Test(arguments: [300, 900, 1700, 2900, 4300, 6100, 8900, 12700])
  func `W8 a package is old or new as a whole after a kill at any moment`(
    microseconds: Int
  ) async throws {
    let folder = TemporaryFolder()
    let path = "\(folder.path)/p"
    try FileWrapperCrashTests.package("0").write(
      to: URL(fileURLWithPath: path), originalContentsURL: nil)
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [path = path as String, microseconds = microseconds as Int] in
      let url = URL(fileURLWithPath: path)
      Thread.detachNewThread {
        usleep(UInt32(microseconds))
        kill(getpid(), SIGKILL)
      }
      for round in 1... {
        try FileWrapperCrashTests.package("\(round)").write(
          to: url, options: .atomic, originalContentsURL: url)
      }
    }
    let names = File(path).names
    #expect(names == (0..<8).map { "\($0).txt" })
    let words = Set(names.compactMap { File("\(path)/\($0)").text?.split(separator: " ").first })
    #expect(words.count == 1)
  }
}
