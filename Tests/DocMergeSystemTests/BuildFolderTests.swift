import DocMergeSystem
import DocMergeTestSupport
import Glibc
import Testing

struct BuildFolderTests {
  private let folder = TemporaryFolder()
  private var target: SystemPath { SystemPath("\(folder.path)/a.txt") }

  private func write(_ text: String, _ build: BuildFolder) {
    File(bytes: build.product.bytes).write(Array(text.utf8))
  }

  @Test func `the product has the document's name, and the rest is removed`() throws {
    try BuildFolder.hold(beside: target) { build in
      #expect(build.product.name == Array("a.txt".utf8))
      write("left", build)
      #expect(File(folder.path).names.count == 1)
    }
    #expect(File(folder.path).names == [])
  }

  @Test func `the next build clears away what a killed one left`() async throws {
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = folder.path as String] in
      try BuildFolder.hold(beside: SystemPath("\(path)/a.txt")) { build in
        File(bytes: build.product.bytes).write(Array("half".utf8))
        kill(getpid(), SIGKILL)
      }
    }
    #expect(File(folder.path).names.count == 1)
    try BuildFolder.hold(beside: target) { #expect(!File(bytes: $0.product.bytes).exists) }
    #expect(File(folder.path).names == [])
  }

  @Test func `a file put aside by a killed build is restored`() throws {
    var left: SystemPath?
    try BuildFolder.hold(beside: target) { left = $0.product.parent }
    let aside = File("\(try #require(left))/aside")
    aside.write(Array("old".utf8))
    try BuildFolder.hold(beside: target) { _ in }
    #expect(File("\(folder.path)/a.txt").text == "old")
    #expect(File(folder.path).names == ["a.txt"])
  }

  @Test func `two that build at once are not in each other's way`() throws {
    try BuildFolder.hold(beside: target) { first in
      write("first", first)
      try BuildFolder.hold(beside: target) { second in
        #expect(first.product != second.product)
        write("second", second)
      }
      #expect(File(bytes: first.product.bytes).text == "first")
    }
    #expect(File(folder.path).names == [])
  }
}
