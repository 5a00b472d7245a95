import DocMergeContainer
import DocMergeSync
import DocMergeSystem
import DocMergeTestSupport
import DocMergeUpkeep
import Foundation
import Synchronization
import Testing

@testable import DocMergeDocuments

/// What the kernel says of folders.
@Suite(.timeLimit(.minutes(20)))
struct FolderWatchTests {
  @Test func `a queue that overflows is reported as a change of everything`() async throws {
    let folder = TemporaryFolder()
    let path = SystemPath(folder.path)
    let (isBlocked, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let isFirst = Mutex(true)
    let (stream, continuation) = AsyncStream<FolderWatch.Change>.makeStream()
    let watch = try FolderWatch { changes in
      if isFirst.withLock({ was in
        defer { was = false }; return was
      }) {
        isBlocked.signal()
        gate.wait()
      }
      for change in changes { continuation.yield(change) }
    }
    #expect(watch.add(path))
    File("\(folder.path)/first").write([1])
    await Self.wait(isBlocked)
    // More than the queue holds, each of another name, so that none are joined.
    let limit = try String(
      contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
    let count = (Int(limit.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 16384) / 2
    for number in 0..<count { File("\(folder.path)/\(number)").write([1]) }
    gate.signal()
    var iterator = stream.makeAsyncIterator()
    while let change = await iterator.next(), change != .all {}
    #expect(File(folder.path).names.count == count + 1)
    watch.stop()
    #expect(!watch.add(path))
  }

  private static func wait(_ semaphore: DispatchSemaphore) async {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        semaphore.wait()
        continuation.resume()
      }
    }
  }
}
