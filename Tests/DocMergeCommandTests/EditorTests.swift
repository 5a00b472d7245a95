import DocMergeTestSupport
import Foundation
import Testing

/// What `Scripts/editors.sh` does in the editors and with the hooks of `Editors/`.
struct EditorTests {
  @Test(
    .enabled(if: HostedTool.exists("git"), "git is missing"),
    arguments: [
      ("vim", "vim"), ("nvim", "nvim"), ("emacs", "emacs"), ("vscode", "node"),
      ("hooks", "pre-commit"),
    ])
  func `an editor resolves conflicts as docmerge does`(name: String, program: String) async throws {
    try #require(
      HostedTool.exists(program), "\(program) is missing: Scripts/packages.sh names it")
    let folder = TemporaryFolder()
    let top = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let script = Program(
      "bash", in: folder.path, environment: ["DOCMERGE": Replica.command, "TMPDIR": folder.path])
    // On a thread of its own, since other tests need those of the tasks meanwhile.
    let output = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(returning: script.run(["\(top.path)/Scripts/editors.sh", name]))
      }
    }
    #expect(output.status == 0, "\(output)")
  }
}
