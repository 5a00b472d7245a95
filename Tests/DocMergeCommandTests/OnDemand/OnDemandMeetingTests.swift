import DocMergeTestSupport
import Glibc
import Testing

/// Replicas with and without contents among each other.
struct OnDemandMeetingTests {
  private let meeting = Meeting()

  @Test(arguments: 0..<4)
  func `two replicas on demand and a full one agree after anything`(seed: Int) throws {
    let full = try meeting.replicas(
      "A",
      documents: Dictionary(
        uniqueKeysWithValues: (0..<8).map { ("\($0).md", "line one\nline \($0)\n") }))[0]
    let replicas = [full, try meeting.cloned("B"), try meeting.cloned("C")]
    var generator = SeededGenerator(seed: seed)
    for round in 0..<40 {
      let replica = replicas.randomElement(using: &generator) ?? full
      let names = replica.contents.keys.sorted()
      guard let name = names.randomElement(using: &generator) else { continue }
      switch Int.random(in: 0..<10, using: &generator) {
      case 0...2: _ = replica.program.run(["sync"])
      case 3: _ = replica.program.run(["download", name])
      case 4: _ = replica.program.run(["evict", name])
      case 5: try replica.shell("echo round \(round) > new && mv new '\(name)'")
      case 6: try replica.shell("mv '\(name)' 'moved \(round).md'")
      case 7: _ = replica.program.run(["rm", name])
      case 8: _ = replica.program.run(["resolve", "--all", "--newest"])
      default: try replica.shell("rm '\(name)'")
      }
    }
    for _ in 0..<2 { sync(replicas) }
    _ = full.program.run(["resolve", "--all", "--newest"])
    for _ in 0..<2 { sync(replicas) }
    for replica in replicas {
      _ = replica.program.run(["download", "--all"])
      #expect(try replica.documents().map(\.versions) == full.documents().map(\.versions))
      try replica.expectSoundness()
    }
    try expectAgreement(replicas)
    #expect(meeting.git("fsck", "--strict").status == 0)
  }

  @Test func `equal edits of two replicas are one version when they are downloaded`() throws {
    let replicas = try meeting.replicas("A", documents: ["a.md": "old\n"])
    let lazy = [try meeting.cloned("B"), try meeting.cloned("C")]
    for replica in lazy {
      try replica.docmerge("download", "a.md")
      try replica.save("a.md", "new\n")
    }
    let observer = try meeting.cloned("D")
    for replica in lazy { _ = replica.program.run(["sync"]) }
    _ = observer.program.run(["sync"])
    try observer.docmerge("download", "a.md")
    #expect(try observer.conflicts().isEmpty)
    sync(replicas + lazy + [observer])
    try expectAgreement(replicas + lazy + [observer])
  }

  @Test func `only what is in conflict after a download is explained`() throws {
    let replicas = try meeting.replicas("A", documents: ["a.md": "old\n", "b.md": "old\n"])
    let lazy = [try meeting.cloned("B"), try meeting.cloned("C")]
    for (replica, word) in zip(lazy, ["ours", "theirs"]) {
      try replica.docmerge("download", "--all")
      replica.write("a.md", "new\n")
      try replica.save("b.md", "\(word)\n")
    }
    let observer = try meeting.cloned("D")
    for replica in lazy { _ = replica.program.run(["sync"]) }
    _ = observer.program.run(["sync"])
    let text = try observer.docmerge("explain").text
    #expect(text.contains("b.md") && !text.contains("a.md"))
    #expect(
      try observer.docmerge("explain", "a.md", exits: 2).messages.contains("not in conflict"))
    sync(replicas + lazy + [observer])
  }

  @Test func `a second remote gets what it lacks, or nothing`() throws {
    let (_, lazy) = try meeting.pair(documents: ["a.md": "a\n", "b.md": "b\n"])
    let second = Meeting()
    try lazy.docmerge("remote", "add", "second", second.remote)
    let output = try lazy.docmerge("sync", "second", exits: 2)
    #expect(output.messages.contains("2 versions are neither here nor on the remote"))
    #expect(second.git("for-each-ref").lines.isEmpty)
    try lazy.docmerge("download", "--all")
    try lazy.docmerge("sync", "second")
    let other = try second.replica("X")
    try other.docmerge("sync")
    #expect(other.contents == ["a.md": "a\n", "b.md": "b\n"])
    #expect(second.git("fsck", "--strict").status == 0)
    try lazy.docmerge("sync", "origin")
  }

  @Test func `a remote that was emptied gets nothing that only names versions`() throws {
    let (full, lazy) = try meeting.pair(documents: ["a.md": "a\n"])
    try lazy.shell("rm -r '\(meeting.remote)' && git init --quiet --bare '\(meeting.remote)'")
    try lazy.docmerge("sync", exits: 2)
    #expect(lazy.placeholders == ["a.md"])
    try full.docmerge("sync")
    try lazy.docmerge("sync")
    try lazy.docmerge("download", "a.md")
    #expect(lazy.contents == full.contents)
  }

  @Test func `those who have what each other lacks bring it to a remote that was emptied`() throws {
    let full = try meeting.replicas("A", documents: ["a.md": "a\n"])
    let lazy = [try meeting.cloned("B"), try meeting.cloned("C")]
    for (replica, name) in zip(lazy, ["b", "c"]) {
      try replica.save("\(name).md", "\(name)\n")
      try replica.docmerge("sync")
    }
    try lazy[0].docmerge("sync")
    for replica in lazy { try replica.docmerge("download", "a.md") }
    try lazy[0].shell("rm -r '\(meeting.remote)' && git init --quiet --bare '\(meeting.remote)'")
    let output = try lazy[0].docmerge("sync", exits: 2)
    #expect(output.messages.contains("1 version is neither here nor on the remote"))
    // The versions that its state names are not there yet, so the state is not sent.
    #expect(meeting.git("for-each-ref", "refs/docmerge/state").lines.isEmpty)
    #expect(meeting.git("for-each-ref", "refs/docmerge/versions").lines.count == 1)
    try lazy[1].docmerge("sync")
    #expect(lazy[1].placeholders == ["b.md"])
    try lazy[0].docmerge("sync")
    try full[0].docmerge("sync")
    #expect(full[0].contents == ["a.md": "a\n", "b.md": "b\n", "c.md": "c\n"])
    #expect(meeting.git("fsck", "--strict").status == 0)
    for replica in full + lazy { try replica.expectSoundness() }
  }

  @Test func `a document that cannot be kept up to date stays as it was, and says so`() throws {
    let (full, lazy) = try meeting.pair(documents: ["a.md": "a\n"])
    try lazy.docmerge("download", "a.md")
    try full.save("a.md", "newer\n")
    try full.docmerge("sync")
    try lazy.git("config", "protocol.version", "0")
    // Settings of the command line hold, so the server has to refuse instead.
    let lost = try full.history("a.md")[0].version.id
    try meeting.lose(lost)
    try lazy.docmerge("sync")
    #expect(lazy.contents == ["a.md": "a\n"])
    #expect(try lazy.availability() == ["a.md": "partial"])
    try lazy.expectSoundness()
    try meeting.find(lost)
    try lazy.docmerge("sync")
    #expect(lazy.contents == ["a.md": "newer\n"])
    #expect(try lazy.availability() == ["a.md": "local"])
  }

  @Test(arguments: [true, false])
  func `a version that arrived by an interrupted sync is shown and kept by the next command`(
    isDownload: Bool
  ) throws {
    let (lazy, lost) = try meeting.outOfDate("a.md", "a\n", then: "newer\n")
    #expect(lazy.contents == ["a.md": "a\n"])
    try lazy.docmerge("verify")
    try meeting.find(lost)
    try meeting.bring(lost, to: lazy)
    try lazy.docmerge("verify")
    if isDownload {
      let output = try lazy.docmerge("download", "a.md")
      #expect(output.messages.contains("Downloaded 1 document."))
    } else {
      try lazy.docmerge("sync")
    }
    #expect(lazy.contents == ["a.md": "newer\n"])
    try lazy.git("gc", "--quiet", "--prune=now")
    try lazy.docmerge("sync")
    #expect(try lazy.availability() == ["a.md": "local"])
    try lazy.expectSoundness()
  }

  @Test(arguments: [true, false])
  func `a document that is out of date is moved, or removed, as any other`(isMoved: Bool) throws {
    let (lazy, lost) = try meeting.outOfDate("a.md", "a\n", then: "newer\n")
    if isMoved { try lazy.shell("mv a.md b.md") } else { try lazy.shell("rm a.md") }
    try lazy.docmerge("save", exits: isMoved ? 0 : 1)
    try meeting.find(lost)
    try lazy.docmerge("sync", exits: isMoved ? 0 : 1)
    try lazy.docmerge("sync", exits: isMoved ? 0 : 1)
    let documents = try lazy.documents()
    #expect(documents.count == 1)
    if isMoved {
      #expect(lazy.contents == ["b.md": "newer\n"] && documents[0].versions.count == 1)
    } else {
      // Who deletes what others edit meanwhile is in conflict with them.
      #expect(lazy.placeholders == ["a.md"] && documents[0].versions.count == 2)
    }
    try lazy.expectSoundness()
  }

  @Test func `a version that is not what the catalogue says is not put into the folder`() throws {
    let (_, lazy) = try meeting.pair(documents: ["a.md": "a\n", "b.md": "b\n"])
    let documents = try lazy.documents()
    let (a, b) = (documents[0].versions[0].id, documents[1].versions[0].id)
    // A state of another author, by plain git: document a has the version of b.
    try lazy.shell(
      """
      own=$(git --git-dir=.docmerge config docmerge.replica)
      cd '\(meeting.remote)' && export GIT_INDEX_FILE=$PWD/forged
      git config user.name X; git config user.email x@example.org
      old=$(git for-each-ref --format='%(refname)' refs/docmerge/state | grep -v $own | head -1)
      git read-tree $old
      git ls-files -s documents | while read mode blob stage path; do
        new=$(git cat-file blob $blob | sed 's/\(a)/\(b)/' | git hash-object -w --stdin)
        git update-index --cacheinfo $mode,$new,$path
      done
      replica=$(git cat-file blob $old:clock | cut -d' ' -f1)
      clock=$(git cat-file blob $old:clock | sed 's/ .*/ 99/' | git hash-object -w --stdin)
      git update-index --cacheinfo 100644,$clock,clock
      git update-ref refs/docmerge/state/$replica $(git log -1 --format=%B $old | \
        git commit-tree $(git write-tree) -p $old)
      """)
    _ = lazy.program.run(["sync"])
    let output = lazy.program.run(["download", "--all"])
    #expect(
      output.status == 1 && output.messages.contains("has other contents than its record says"),
      "\(output)")
    #expect(lazy.contents["a.md"] != "b\n")
  }
}
