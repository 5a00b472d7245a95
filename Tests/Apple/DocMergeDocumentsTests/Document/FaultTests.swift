import DocMergeTestSupport
import Foundation
import Testing

/// A short run of what `Scripts/safe-save-faults.sh` does for every system call.
struct DocumentFaultTests {
  @Test(arguments: ["file", "package"])
  func
    `M5 M40 M49 a save whose system calls fail, or are the last ones, leaves old or new bytes, whole`(
      kind: String
    ) async
  {
    let folder = TemporaryFolder()
    let top = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let probe = Replica.command.split(separator: "/").dropLast().map { "/\($0)" }.joined()
    let script = Program(
      "bash", in: folder.path,
      environment: [
        "DOCMERGE_SAVE_PROBE": "\(probe)/DocMergeSaveProbe", "MOST": "2", "FAULTS": "ENOSPC kill",
        "CALLS": kind == "file" ? "rename renameat2 fsync" : "renameat2 rmdir",
      ])
    // On a thread of its own, since other tests need those of the tasks meanwhile.
    let output = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(
          returning: script.run(["\(top.path)/Scripts/safe-save-faults.sh", kind]))
      }
    }
    #expect(output.status == 0, "\(output)")
    // Where nothing may be traced the script says so, and that is all.
    #expect(output.text.hasSuffix("all held\n") || output.text.hasPrefix("skip"), "\(output)")
  }
}
