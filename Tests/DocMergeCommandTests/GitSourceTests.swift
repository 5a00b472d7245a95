import DocMergeTestSupport
import Testing

/// A git repository that stopped in the middle of something, as a source of conflicts.
struct GitSourceTests {
  /// What git can be in the middle of when it leaves a conflict of `a.txt`.
  enum Stop: String, CaseIterable {
    case merge, rebase, cherryPick, revert, stash, am, applyRebase

    /// Runs git until it stops.
    func stop(_ folder: GitFolder) throws {
      switch self {
      case .merge:
        try folder.forkText()
        try folder.git("merge", "-q", "theirs", exits: 1)
      case .rebase:
        try folder.forkText()
        try folder.git("rebase", "-q", "theirs", exits: 1)
      case .applyRebase:
        try folder.forkText()
        try folder.git("rebase", "-q", "--apply", "theirs", exits: 1)
      case .cherryPick:
        try folder.forkText()
        try folder.git("cherry-pick", "theirs", exits: 1)
      case .revert:
        folder.write("a.txt", "1\ntheirs\n3\n")
        try folder.commit("base")
        folder.write("a.txt", "1\nword\n3\n")
        try folder.commit("to revert")
        folder.write("a.txt", "1\nours\n3\n")
        try folder.commit("ours")
        try folder.git("revert", "--no-edit", "HEAD^", exits: 1)
      case .stash:
        folder.write("a.txt", "1\nword\n3\n")
        try folder.commit("base")
        folder.write("a.txt", "1\ntheirs\n3\n")
        try folder.git("stash", "-q")
        folder.write("a.txt", "1\nours\n3\n")
        try folder.commit("ours")
        try folder.git("stash", "pop", "-q", exits: 1)
      case .am:
        try folder.forkText()
        let patch = try folder.git("format-patch", "-1", "--stdout", "theirs").bytes
        File("\(folder.path)/../\(folder.path.split(separator: "/").last ?? "").patch").write(patch)
        let name = "../\(folder.path.split(separator: "/").last ?? "").patch"
        _ = folder.tryGit("am", "-q", "-3", name)
      }
    }

    /// How git goes on.
    var continuation: [String] {
      switch self {
      case .merge: ["commit", "-q", "--no-edit"]
      case .rebase, .applyRebase: ["rebase", "--continue"]
      case .cherryPick: ["cherry-pick", "--continue"]
      case .revert: ["revert", "--continue"]
      case .stash: ["commit", "-q", "-m", "popped"]
      case .am: ["am", "--continue"]
      }
    }

    /// The contents that `--keep @ours` leaves: in a rebase, ours is the branch that is rebased onto.
    var ours: String {
      self == .rebase || self == .applyRebase ? "1\ntheirs\n3\n" : "1\nours\n3\n"
    }

    /// A word that the explanation has.
    var word: String {
      switch self {
      case .merge: "Merging"
      case .rebase, .applyRebase: "Rebasing main: ours is what you rebase onto"
      case .cherryPick: "Cherry-picking"
      case .revert: "Reverting"
      case .stash: "stash"
      case .am: "patch"
      }
    }
  }

  private let quiet = ["GIT_EDITOR": "true", "GIT_SEQUENCE_EDITOR": "true"]

  @Test(arguments: Stop.allCases)
  func `lists, shows, resolves, undoes and goes on, whatever git was doing`(stop: Stop) throws {
    let folder = try GitFolder(environment: quiet)
    try stop.stop(folder)
    #expect(try folder.unmerged() == ["a.txt"])
    let marked = try #require(folder.read("a.txt"))
    let list = try folder.docmerge("list", exits: 1)
    #expect(list.text.contains("a.txt  both modified"))
    #expect(list.messages.contains(stop.word), "\(list)")
    #expect(try folder.docmerge("show", "a.txt@ours").text == stop.ours)
    #expect(try folder.docmerge("show", "a.txt@base").text == "1\nword\n3\n")
    let diff = try folder.docmerge("diff", "a.txt").text
    #expect(diff.contains("--- a.txt@ours") && diff.contains("+++ a.txt@theirs"))
    #expect(try folder.docmerge("versions", "a.txt").lines.count == 3)

    let merge = try folder.docmerge("resolve", "--all", "--merge", exits: 1)
    #expect(merge.messages.contains("1 region changed on both sides: line 2 of ours"), "\(merge)")
    #expect(folder.read("a.txt") == marked)

    let keep = try folder.docmerge("resolve", "a.txt", "--keep", "@ours")
    #expect(keep.messages.contains("Nothing is left in conflict."), "\(keep)")
    #expect(folder.read("a.txt") == stop.ours)
    #expect(try folder.unmerged().isEmpty)
    let undo = try folder.docmerge("undo")
    #expect(undo.messages.contains("Undone: keep ours of a.txt."), "\(undo)")
    #expect(folder.read("a.txt") == marked)
    #expect(try folder.unmerged() == ["a.txt"])

    try folder.docmerge("resolve", "--all", "--both", exits: 0)
    #expect(folder.read("a (theirs).txt") != nil)
    #expect(folder.isSound(), "\(folder.tryGit("status", "--porcelain"))")
    let next = Program("git", in: folder.path, environment: quiet).run(stop.continuation)
    #expect(next.status == 0, "\(next)")
    #expect(folder.tryGit("status", "--porcelain").text.isEmpty)
    let late = try folder.docmerge("undo", exits: 2)
    #expect(late.messages.contains("no resolution to undo"))
  }

  @Test func `a clean merge is written, staged and can be committed`() throws {
    let folder = try GitFolder()
    try folder.forkText(
      base: "We meet on Monday in the large hall.\n",
      ours: "We meet on Tuesday in the large hall.\n",
      theirs: "We meet on Monday in the small hall.\n")
    try folder.git("merge", "-q", "theirs", exits: 1)
    let output = try folder.docmerge("resolve", "--all", "--merge")
    #expect(output.messages.contains("Resolved a.txt (merge: words)."), "\(output)")
    #expect(folder.read("a.txt") == "We meet on Tuesday in the small hall.\n")
    #expect(folder.isSound())
    try folder.git("commit", "-q", "--no-edit")
  }

  @Test func `a try changes nothing`() throws {
    let folder = try GitFolder()
    try folder.forkText()
    try folder.git("merge", "-q", "theirs", exits: 1)
    let before = folder.read("a.txt")
    let output = try folder.docmerge("resolve", "--all", "--theirs", "--dry-run")
    #expect(output.messages.contains("Would resolve a.txt (keep theirs)."), "\(output)")
    #expect(folder.read("a.txt") == before)
    #expect(try folder.unmerged() == ["a.txt"])
  }

  @Test func `JSON tells the operation, the kinds and the versions`() throws {
    let folder = try GitFolder()
    try folder.forkText()
    try folder.git("merge", "-q", "theirs", exits: 1)
    let text = try folder.docmerge("list", "--json", exits: 1).text
    for part in [
      #""format" : "docmerge-list""#, #""conflict" : "both modified""#, #""operation" : "merge""#,
      #""side" : "theirs""#, #""name" : "Anna""#, #""size" : 11"#, #""source" : "git""#,
    ] {
      #expect(text.contains(part), "\(part) in \(text)")
    }
  }

  @Test func `without conflicts there is nothing to list or resolve`() throws {
    let folder = try GitFolder()
    folder.write("a.txt", "1\n")
    try folder.commit("base")
    #expect(try folder.docmerge("list").messages.contains("No path is in conflict."))
    #expect(try folder.docmerge("resolve", "--all", "--merge").status == 0)
    #expect(try folder.docmerge("undo", exits: 2).messages.contains("no resolution to undo"))
  }

  @Test func `ours comes first in a merge, however old theirs is, and the newest is by date`()
    throws
  {
    let folder = try GitFolder()
    folder.write("list.txt", "Notes\n\nend\n")
    try folder.commit("base")
    for (branch, date, text) in [
      ("theirs", "2001-01-01T00:00:00", "Ships sail north."),
      ("ours", "2002-01-01T00:00:00", "Apples grow here."),
    ] {
      try folder.git("checkout", "-q", "-b", branch, "main")
      folder.write("list.txt", "Notes\n\n\(text)\n\nend\n")
      try folder.git("commit", "-q", "--date", date, "-am", branch)
    }
    try folder.git("merge", "-q", "theirs", exits: 1)
    let merge = try folder.docmerge("resolve", "--all", "--merge", "--policy", "eager")
    #expect(merge.messages.contains("added-beside"), "\(merge)")
    let merged = try #require(folder.read("list.txt"))
    let lines = merged.split(separator: "\n").map(String.init)
    #expect(lines.firstIndex { $0.hasPrefix("Apples") } == 1, "\(merged)")
    try folder.docmerge("undo")
    try folder.docmerge("resolve", "--all", "--oldest")
    #expect(folder.read("list.txt")?.contains("Ships") == true)
  }
}
