import DocMergeTestSupport
import Foundation
import Testing

/// `docmerge resolve --tui` in a real terminal, played by tmux.
@Suite(.enabled(if: HostedTool.exists("tmux"), "tmux is missing"))
struct FullScreenTests {
  /// A terminal with a program in it.
  private final class Terminal {
    let folder: GitFolder
    private let socket: String

    init(_ folder: GitFolder, _ words: String, width: Int = 110, height: Int = 34) throws {
      self.folder = folder
      socket = "\(folder.path)/.git/tmux"
      let command = "'\(Replica.command)' \(words); echo ended with $?; exec cat"
      try tmux("new-session", "-d", "-x", "\(width)", "-y", "\(height)", command)
    }

    deinit { _ = Program("tmux", in: "/").run(["-S", socket, "kill-server"]) }

    @discardableResult
    func tmux(_ words: String...) throws -> String {
      try Program(
        "tmux", in: folder.path, environment: ["TERM": "xterm-256color", "LANG": "C.UTF-8"]
      )
      .run(["-u", "-f", "/dev/null", "-S", socket] + words, exits: 0).text
    }

    func press(_ keys: String...) throws { for key in keys { try tmux("send-keys", key) } }

    /// What the terminal shows, once it shows some words.
    @discardableResult
    func wait(for words: String) throws -> String {
      // A screen that never comes fails here, and does not hang.
      for _ in 0..<3000 {
        let screen = try tmux("capture-pane", "-p")
        if screen.contains(words) { return screen }
        usleep(20_000)
      }
      Issue.record("never shown: \(words)\n\(try tmux("capture-pane", "-p"))")
      return ""
    }
  }

  private func stopped() throws -> GitFolder {
    let folder = try GitFolder()
    func text(_ second: String, _ seventh: String) -> String {
      "1\n\(second)\n3\n4\n5\n6\n\(seventh)\n8\n9\n"
    }
    try folder.forkText(
      base: text("two", "seven"), ours: text("2 ours", "7 ours"),
      theirs: text("2 theirs", "7 theirs"))
    try folder.git("merge", "-q", "theirs", exits: 1)
    return folder
  }

  @Test func `a person decides on the whole screen, and writes it`() throws {
    let folder = try stopped()
    let terminal = try Terminal(folder, "resolve --tui")
    let screen = try terminal.wait(for: "2 theirs")
    #expect(screen.contains("a.txt"))
    try terminal.press("o", "t", "w")
    try terminal.wait(for: "ended with 0")
    #expect(folder.read("a.txt") == "1\n2 ours\n3\n4\n5\n6\n7 theirs\n8\n9\n")
    #expect(try folder.unmerged().isEmpty)
    try folder.docmerge("undo")
    #expect(try folder.unmerged() == ["a.txt"])
  }

  @Test func `what was decided before a person quits is there the next time`() throws {
    let folder = try stopped()
    let first = try Terminal(folder, "resolve --tui")
    try first.wait(for: "2 theirs")
    try first.press("t", "q")
    try first.wait(for: "ended with 1")
    #expect(folder.read("a.txt")?.contains("<<<<<<<") == true)
    try first.tmux("kill-server")
    let second = try Terminal(folder, "resolve --tui")
    try second.wait(for: "7 theirs")
    try second.press("o", "w")
    try second.wait(for: "ended with 0")
    #expect(folder.read("a.txt") == "1\n2 theirs\n3\n4\n5\n6\n7 ours\n8\n9\n")
  }

  @Test func `help, undo and a window of another size do no harm`() throws {
    let folder = try stopped()
    let terminal = try Terminal(folder, "resolve --tui")
    try terminal.wait(for: "2 theirs")
    try terminal.press("?")
    try terminal.wait(for: "Keys")
    try terminal.press("?")
    try terminal.tmux("resize-window", "-x", "40", "-y", "12")
    try terminal.press("o", "u", "t", "t", "w")
    try terminal.wait(for: "ended with 0")
    #expect(folder.read("a.txt") == "1\n2 theirs\n3\n4\n5\n6\n7 theirs\n8\n9\n")
  }

  @Test func `without a terminal it says what is missing`() throws {
    let output = try stopped().docmerge("resolve", "--tui", exits: 64)
    #expect(output.messages.contains("--tui needs a terminal"))
  }
}
