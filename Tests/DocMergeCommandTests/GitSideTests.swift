import DocMergeTestSupport
import Testing

/// What a side is where git does not tell, or tells something else.
struct GitSideTests {
  private let folder: GitFolder

  init() throws { folder = try GitFolder() }

  private static let text = (1...30).map { "line \($0)\n" }.joined()

  private static func edited(_ side: String) -> String {
    text.replacing("line 5\n", with: "line 5 \(side)\n")
  }

  // MARK: Several branches at once

  @Test func `of several branches that are merged at once, theirs is the last`() throws {
    folder.write("a.txt", "1\nword\n3\n")
    try folder.commit("base")
    for (name, file, text) in [("one", "b.txt", "x\n"), ("two", "a.txt", "1\ntwo\n3\n")] {
      try folder.git("checkout", "-q", "-b", name, "main")
      folder.write(file, text)
      try folder.commit("work of \(name)")
    }
    try folder.git("checkout", "-q", "main")
    folder.write("a.txt", "1\nours\n3\n")
    try folder.commit("ours")
    try folder.git("merge", "-q", "one", "two", exits: 1)
    let list = try folder.docmerge("list", exits: 1)
    #expect(list.messages.contains("theirs is the last one,"), "\(list)")
    #expect(list.messages.contains("“work of two”."))
    let two = try folder.git("rev-parse", "--short", "two").lines[0]
    #expect(list.lines.contains { $0.contains("theirs") && $0.hasSuffix(two) }, "\(list)")
    try folder.docmerge("resolve", "a.txt", "--theirs")
    #expect(folder.read("a.txt") == "1\ntwo\n3\n")
    #expect(try folder.git("commit", "-q", "--no-edit").status == 0)
    #expect(
      try folder.git("rev-list", "--parents", "-1", "HEAD").text.split(separator: " ").count == 4)
  }

  // MARK: Moved files

  /// Both sides move a file to a name of their own, and edit the same line.
  private func movedTwice() throws {
    try folder.fork {
      folder.write("a.txt", Self.text)
    } ours: {
      try folder.git("mv", "a.txt", "ours.txt")
      folder.write("ours.txt", Self.edited("ours"))
    } theirs: {
      try folder.git("mv", "a.txt", "theirs.txt")
      folder.write("theirs.txt", Self.edited("theirs"))
    }
    try folder.git("merge", "-q", "theirs", exits: 1)
  }

  @Test func `a file moved and edited twice is what its commit has, without markers of git`() throws
  {
    try movedTwice()
    #expect(try folder.git("show", ":2:ours.txt").text.contains("<<<<<<<< HEAD:ours.txt"))
    #expect(try folder.docmerge("show", "ours.txt@ours").text == Self.edited("ours"))
    #expect(try folder.docmerge("show", "theirs.txt@theirs").text == Self.edited("theirs"))
    let merge = try folder.docmerge("resolve", "ours.txt", "--merge", exits: 1)
    #expect(merge.messages.contains("Git had merged ours with a file of another name"), "\(merge)")
    let resolved = try folder.docmerge("resolve", "--all", "--ours")
    #expect(folder.read("ours.txt") == Self.edited("ours"), "\(resolved)")
    #expect(folder.read("theirs.txt") == nil && folder.read("a.txt") == nil)
    try folder.docmerge("undo")
    #expect(try folder.git("show", ":2:ours.txt").text.contains("<<<<<<<< HEAD:ours.txt"))
    #expect(folder.read("ours.txt")?.contains("<<<<<<<< HEAD:ours.txt") == true)
    try folder.docmerge("resolve", "--all", "--both")
    #expect(folder.read("ours.txt") == Self.edited("ours"))
    #expect(folder.read("theirs.txt") == Self.edited("theirs"))
    #expect(folder.isSound())
  }

  @Test func `what git merged can be kept, with its markers settled`() throws {
    try movedTwice()
    try folder.docmerge("resolve", "ours.txt", "--edited", "--theirs")
    #expect(folder.read("ours.txt") == Self.edited("theirs"))
    try folder.docmerge("resolve", "theirs.txt", "a.txt", "--base")
    #expect(folder.read("theirs.txt") == nil)
  }

  @Test func `a moved file that meets another one is what its commit has`() throws {
    try folder.fork {
      folder.write("a.txt", Self.text)
    } ours: {
      try folder.git("mv", "a.txt", "b.txt")
      folder.write("b.txt", Self.edited("ours"))
    } theirs: {
      folder.write("a.txt", Self.edited("theirs"))
      folder.write("b.txt", "new\n")
    }
    try folder.git("merge", "-q", "theirs", exits: 1)
    try folder.docmerge("resolve", "b.txt", "--ours")
    #expect(folder.read("b.txt") == Self.edited("ours"))
    #expect(folder.isSound())
  }

  @Test func `markers of git that no commit can replace are not taken for a side`() throws {
    try folder.fork {
      folder.write("a.txt", Self.text)
    } ours: {
      try folder.git("mv", "a.txt", "ours.txt")
      folder.write("ours.txt", Self.edited("ours"))
    } theirs: {
    }
    try folder.git("checkout", "-q", "theirs")
    try folder.git("mv", "a.txt", "theirs.txt")
    folder.write("theirs.txt", Self.edited("theirs"))
    try folder.git("add", "-A")
    try folder.git("stash", "-q")
    try folder.git("checkout", "-q", "main")
    try folder.git("stash", "apply", "-q", exits: 1)
    #expect(try folder.unmerged().contains("theirs.txt"))
    let output = try folder.docmerge("resolve", "theirs.txt", "--theirs", exits: 1)
    #expect(output.messages.contains("no commit has the side without git's markers"), "\(output)")
    try folder.docmerge("resolve", "theirs.txt", "--edited", "--theirs")
    #expect(folder.read("theirs.txt") == Self.edited("theirs"))
  }

  // MARK: What rerere filled in

  @Test func `says which files rerere has filled in, and keeps them on request`() throws {
    try folder.git("config", "rerere.enabled", "true")
    try folder.forkText()
    try folder.git("merge", "-q", "theirs", exits: 1)
    #expect(try !folder.docmerge("list", exits: 1).text.contains("rerere"))
    folder.write("a.txt", "1\nmine\n3\n")
    #expect(try !folder.docmerge("list", exits: 1).text.contains("rerere"))
    try folder.commit("merged")
    try folder.git("reset", "-q", "--hard", "HEAD~1")
    try folder.git("merge", "-q", "theirs", exits: 1)
    #expect(folder.read("a.txt") == "1\nmine\n3\n")
    let list = try folder.docmerge("list", exits: 1)
    #expect(list.text.contains("filled in by git's rerere"), "\(list)")
    #expect(list.messages.contains("docmerge resolve a.txt --edited"))
    let refused = try folder.docmerge("resolve", "a.txt", "--ours", exits: 1)
    #expect(refused.messages.contains("git's rerere has filled in what it recorded"), "\(refused)")
    #expect(refused.messages.contains("git rerere forget a.txt"))
    try folder.docmerge("resolve", "a.txt", "--edited")
    #expect(try folder.git("show", ":a.txt").text == "1\nmine\n3\n")
  }
}
