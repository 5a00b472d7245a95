import DocMergeTestSupport
import Glibc
import Testing

/// What `docmerge undo` brings back in a git repository, and what it leaves alone.
struct GitUndoTests {
  private func stopped() throws -> GitFolder {
    let folder = try GitFolder()
    try folder.forkText()
    try folder.git("merge", "-q", "theirs", exits: 1)
    return folder
  }

  @Test func `a merge that was given up is not brought back over later work`() throws {
    let folder = try stopped()
    try folder.docmerge("resolve", "a.txt", "--theirs")
    try folder.git("merge", "--abort")
    folder.write("a.txt", "precious\n")
    let output = try folder.docmerge("undo", exits: 2)
    #expect(output.messages.contains("no resolution to undo"))
    #expect(folder.read("a.txt") == "precious\n")
    #expect(folder.tryGit("ls-files", "-u").text.isEmpty)
  }

  @Test func `nor is it when the same merge is begun again`() throws {
    let folder = try stopped()
    try folder.docmerge("resolve", "a.txt", "--theirs")
    try folder.git("merge", "--abort")
    try folder.git("merge", "-q", "theirs", exits: 1)
    folder.write("a.txt", "half done\n")
    try folder.docmerge("undo", exits: 2)
    #expect(folder.read("a.txt") == "half done\n")
  }

  @Test func `edits after the resolution are kept, and named`() throws {
    let folder = try stopped()
    try folder.docmerge("resolve", "a.txt", "--theirs")
    folder.write("a.txt", "hours of work\n")
    let output = try folder.docmerge("undo")
    let object = output.messages.split(separator: "git show ").last?.prefix(12)
    #expect(output.messages.contains("a.txt was edited since; that is kept: git show "))
    #expect(try folder.git("show", String(object ?? "")).text == "hours of work\n")
  }

  @Test func `what was staged anew is not thrown away`() throws {
    let folder = try stopped()
    try folder.docmerge("resolve", "a.txt", "--theirs")
    folder.write("a.txt", "hours of work\n")
    try folder.git("add", "a.txt")
    let output = try folder.docmerge("undo", exits: 2)
    #expect(output.messages.contains("a.txt: staged anew since it was resolved"))
    #expect(folder.read("a.txt") == "hours of work\n")
  }

  @Test func `a folder that became a link is not followed`() throws {
    let folder = try GitFolder()
    try folder.fork {
      mkdir("\(folder.path)/d", 0o777)
      folder.write("d/a.txt", "1\n")
    } ours: {
      folder.write("d/a.txt", "ours\n")
    } theirs: {
      folder.write("d/a.txt", "theirs\n")
    }
    try folder.git("merge", "-q", "theirs", exits: 1)
    let elsewhere = TemporaryFolder()
    rename("\(folder.path)/d", "\(folder.path)/old")
    symlink(elsewhere.path, "\(folder.path)/d")
    let output = try folder.docmerge("resolve", "--all", "--theirs", exits: 2)
    #expect(output.messages.contains("is a link"))
    #expect(File(elsewhere.path).names.isEmpty)
    #expect(!folder.tryGit("ls-files", "-u").text.isEmpty)
  }

  @Test func `without a date of theirs there is no newest`() throws {
    let folder = try GitFolder()
    folder.write("a.txt", "1\n")
    try folder.commit("base")
    folder.write("a.txt", "stashed\n")
    try folder.git("stash", "-q")
    folder.write("a.txt", "ours\n")
    try folder.commit("ours")
    try folder.git("stash", "pop", "-q", exits: 1)
    for word in ["--newest", "--oldest"] {
      let output = try folder.docmerge("resolve", "a.txt", word, exits: 1)
      #expect(output.messages.contains("the date of theirs is not known"))
    }
    let end = try folder.docmerge("resolve", "a.txt", "--theirs")
    #expect(!end.messages.contains("stash drop") && folder.read("a.txt") == "stashed\n")
  }

  @Test func `a squash is called so`() throws {
    let folder = try GitFolder()
    try folder.forkText()
    try folder.git("merge", "--squash", "-q", "theirs", exits: 1)
    #expect(try folder.docmerge("list", exits: 1).messages.contains("Squashing"))
    #expect(try folder.docmerge("resolve", "a.txt", "--ours").messages.contains("git commit"))
  }

  @Test func `the state before a reverted commit has its own date`() throws {
    let folder = try GitFolder()
    for (text, year) in [("1", 2019), ("2", 2020), ("3", 2024), ("4", 2022)] {
      folder.write("a.txt", text + "\n")
      try folder.git("add", "a.txt")
      try folder.git(
        "commit", "-q", "-m", text, "--date", "\(year)-01-01T00:00:00+0000")
    }
    try folder.git("revert", "--no-edit", "HEAD~1", exits: 1)
    try folder.docmerge("resolve", "a.txt", "--newest")
    #expect(folder.read("a.txt") == "4\n")
  }
}
