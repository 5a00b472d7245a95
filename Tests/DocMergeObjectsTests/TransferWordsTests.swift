import Testing

@testable import DocMergeObjects

/// The messages and the progress of git during a transfer.
struct TransferWordsTests {
  @Test func `lines of progress give phase, objects and bytes`() throws {
    let line = "Receiving objects:  33% (1/3), 20.00 MiB | 1.00 MiB/s"
    let words = try #require(ProgressWords(line[...]))
    #expect(words.phase == .receiving)
    #expect(words.completed == 1)
    #expect(words.total == 3)
    #expect(words.bytes == 20_971_520)
  }

  @Test(arguments: [
    ("remote: Counting objects: 100% (5/5), done.", SyncProgress.Phase.preparing, 5, 5 as Int?),
    ("remote: Enumerating objects: 17, done.", .preparing, 17, nil),
    ("Delta compression using up to 2 threads", .preparing, 0, nil),
    ("Writing objects: 100% (3/3), 240 bytes | 240.00 KiB/s, done.", .sending, 3, 3),
    ("remote: Resolving deltas:  50% (1/2)", .checking, 1, 2),
    ("Receiving objects: 9% (99999999999999999999/3)", .receiving, 0, 3),
  ])
  func `each phase is known`(
    line: String, phase: SyncProgress.Phase, completed: Int, total: Int?
  ) throws {
    let words = try #require(ProgressWords(line[...]))
    #expect(words.phase == phase)
    #expect(words.completed == completed)
    #expect(words.total == total)
  }

  @Test func `messages are kept apart from progress, however the bytes come`() {
    let text =
      "From git://host/n\r\nReceiving objects:  50% (1/2)\rReceiving objects: 100% (2/2), done.\n"
      + "error: one\nremote: two   \nfatal: thr\u{E9}e"
    for size in [1, 2, 7, 1000] {
      var words = TransferWords()
      var progress: [ProgressWords] = []
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        if let last = words.take(Array(rest.prefix(size))) { progress.append(last) }
        rest = rest.dropFirst(size)
      }
      words.close()
      #expect(words.messages == ["error: one", "remote: two", "fatal: thr\u{E9}e"])
      #expect(progress.last?.completed == 2)
    }
  }

  @Test func `a server that writes without end fills no memory`() {
    var words = TransferWords()
    let line = Array("remote: nonsense\n".utf8)
    for _ in 0..<2000 { _ = words.take(line) }
    for _ in 0..<100 { _ = words.take([UInt8](repeating: 0x41, count: 1 << 12)) }
    words.close()
    #expect(words.messages.count <= 200)
    #expect(words.messages.allSatisfy { $0.utf8.count <= 4096 })
  }
}
