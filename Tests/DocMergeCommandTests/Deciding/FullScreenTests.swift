import DocMergeTestSupport
import Foundation
import Testing

/// The faces on the whole screen of a real terminal, played by tmux.
@Suite(.enabled(if: HostedTool.exists("tmux"), "tmux is missing"))
struct FullScreenTests {
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
    let terminal = try TmuxTerminal(in: folder.path, "resolve --tui")
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
    let first = try TmuxTerminal(in: folder.path, "resolve --tui")
    try first.wait(for: "2 theirs")
    try first.press("t", "q")
    try first.wait(for: "ended with 1")
    #expect(folder.read("a.txt")?.contains("<<<<<<<") == true)
    try first.tmux("kill-server")
    let second = try TmuxTerminal(in: folder.path, "resolve --tui")
    try second.wait(for: "7 theirs")
    try second.press("o", "w")
    try second.wait(for: "ended with 0")
    #expect(folder.read("a.txt") == "1\n2 theirs\n3\n4\n5\n6\n7 ours\n8\n9\n")
  }

  @Test func `help, undo and a window of another size do no harm`() throws {
    let folder = try stopped()
    let terminal = try TmuxTerminal(in: folder.path, "resolve --tui")
    try terminal.wait(for: "2 theirs")
    try terminal.press("?")
    try terminal.wait(for: "Keys")
    try terminal.press("?")
    try terminal.tmux("resize-window", "-x", "40", "-y", "12")
    try terminal.press("o", "u", "t", "t", "w")
    try terminal.wait(for: "ended with 0")
    #expect(folder.read("a.txt") == "1\n2 theirs\n3\n4\n5\n6\n7 theirs\n8\n9\n")
  }

  @Test func `a terminal that can show a screen shows it, and lines where they are asked for`()
    throws
  {
    let folder = try stopped()
    let screen = try TmuxTerminal(in: folder.path, "resolve")
    try screen.wait(for: "s next  p previous")
    try screen.press("q")
    try screen.wait(for: "ended with 1")
    let lines = try TmuxTerminal(in: folder.path, "resolve --plain")
    try lines.wait(for: "Take [o]urs, [t]heirs")
    try lines.press("q")
    try lines.wait(for: "ended with 1")
  }

  @Test func `a result is edited on the screen, and pasted text decides nothing`() throws {
    let folder = try stopped()
    let terminal = try TmuxTerminal(in: folder.path, "resolve")
    try terminal.wait(for: "2 theirs")
    try terminal.tmux("set-buffer", "qqq")
    try terminal.tmux("paste-buffer", "-p")
    try terminal.press("i")
    try terminal.wait(for: "edit the result")
    try terminal.press("C-k", "C-k", "C-k")
    try terminal.tmux("set-buffer", "a word of mine")
    try terminal.tmux("paste-buffer", "-p")
    try terminal.wait(for: "a word of mine")
    try terminal.press("C-s", "o", "w")
    try terminal.wait(for: "ended with 0")
    #expect(folder.read("a.txt") == "1\na word of mine\n3\n4\n5\n6\n7 ours\n8\n9\n")
  }

  @Test func `differences are read document by document`() throws {
    let folder = try stopped()
    let terminal = try TmuxTerminal(in: folder.path, "diff --tui")
    let screen = try terminal.wait(for: "2 theirs")
    #expect(screen.contains("a.txt  -2 +2"))
    #expect(screen.contains("a.txt@ours → a.txt@theirs"))
    try terminal.press("/", "7", "Space", "t", "Enter")
    try terminal.wait(for: "/ Enter goes to the next that holds")
    try terminal.press("q")
    try terminal.wait(for: "ended with 0")
  }

  @Test func `what rules decided is taken back where it is read`() throws {
    let place = GitPlace()
    try place.branches(
      base: ["a.md": "We meet on Monday in the large hall.\n"],
      ours: ["a.md": "We meet on Friday in the large hall.\n"],
      theirs: ["a.md": "We meet on Monday in the small hall.\n"])
    let words = "\(Replica.command) merge-driver %O %A %B --marker-size %L --path %P"
    try place.git("config", "merge.docmerge.driver", words)
    place.write([".git/info/attributes": "* merge=docmerge\n"])
    #expect(place.merge().status == 0)
    let terminal = try TmuxTerminal(in: place.path, "review --tui")
    let screen = try terminal.wait(for: "each side changed different words")
    #expect(screen.contains("1  a.md:1  medium risk"))
    try terminal.press("x")
    try terminal.wait(for: "Put the conflict back into a.md? y yes  n no")
    try terminal.press("n")
    try terminal.wait(for: "Nothing is changed.")
    try terminal.press("x", "y")
    try terminal.wait(for: "1 conflict back, as an edit of the worktree")
    try terminal.wait(for: "taken back")
    try terminal.press("q")
    try terminal.wait(for: "ended with 0")
    let text = File("\(place.path)/a.md").text ?? ""
    #expect(text.contains("<<<<<<<") && text.contains("Friday in the large hall"))
  }

  @Test func `without a terminal it says that one is missing`() throws {
    let folder = try stopped()
    for verb in ["resolve", "diff", "review"] {
      let output = try folder.docmerge(verb, "--tui", exits: 64)
      #expect(output.messages.contains("--tui needs a terminal"))
    }
  }
}
