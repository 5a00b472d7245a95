import DocMergeTestSupport
import Foundation
import Testing

/// A real terminal, played by tmux, with `docmerge` or a shell in it.
final class TmuxTerminal {
  private let folder: String
  private let own = TemporaryFolder()

  /// Starts a command in a folder; once it has ended, the terminal shows `ended with` and its status.
  convenience init(
    in folder: String, _ words: String, width: Int = 110, height: Int = 34
  ) throws {
    try self.init(
      in: folder, running: "'\(Replica.command)' \(words); echo ended with $?; exec cat",
      width: width, height: height)
  }

  /// Starts a line of the shell in a folder.
  init(in folder: String, running command: String, width: Int = 110, height: Int = 34) throws {
    self.folder = folder
    try tmux("new-session", "-d", "-x", "\(width)", "-y", "\(height)", command)
  }

  deinit { _ = Program("tmux", in: "/").run(["-S", "\(own.path)/tmux", "kill-server"]) }

  @discardableResult
  func tmux(_ words: String...) throws -> String {
    try Program(
      "tmux", in: folder, environment: ["TERM": "xterm-256color", "LANG": "C.UTF-8"]
    )
    .run(["-u", "-f", "/dev/null", "-S", "\(own.path)/tmux"] + words, exits: 0).text
  }

  func press(_ keys: String...) throws { for key in keys { try tmux("send-keys", key) } }

  /// What the terminal shows, once it shows some words.
  @discardableResult
  func wait(for words: String) throws -> String {
    // A screen that never appears fails here, and does not hang.
    for _ in 0..<3000 {
      let screen = try tmux("capture-pane", "-p")
      if screen.contains(words) { return screen }
      usleep(20_000)
    }
    Issue.record("never shown: \(words)\n\(try tmux("capture-pane", "-p"))")
    return ""
  }
}
