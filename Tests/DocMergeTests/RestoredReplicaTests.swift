import DocMerge
import DocMergeContainer
import DocMergeHistory
import DocMergeSync
import DocMergeTestSupport
import DocMergeUpkeep
import Testing

/// Containers that were restored from a backup (E52), and remotes that lost what they had (E53).
struct RestoredReplicaTests {
  private let folder = TemporaryFolder()

  private func container(_ name: String, remotes: [String] = ["home"]) throws -> Container {
    let container = try Container.create(at: "\(folder.path)/\(name)", computer: name).container
    for remote in remotes {
      try container.remotes.add(Remote(name: remote, url: "\(folder.path)/\(remote).git"))
    }
    return container
  }

  private func write(_ name: String, _ text: String, in container: Container) throws {
    File("\(container.path)/\(name)").write(Array(text.utf8))
    _ = try container.save()
  }

  private func shell(_ line: String) throws {
    try Program("sh", in: folder.path).run(["-c", line], exits: 0)
  }

  /// Puts the backup in the place of the container, in the same folders: nothing tells but the contents.
  private func putBack(_ name: String, asImage: Bool = true) throws -> Container {
    try shell(
      """
      find \(name) -mindepth 1 -maxdepth 1 ! -name .docmerge -exec rm -rf {} +
      find \(name)/.docmerge -mindepth 1 -maxdepth 1 -exec rm -rf {} +
      cp -a backup/. \(name)/
      """)
    if asImage { try Container.adoptPlace(at: "\(folder.path)/\(name)") }
    return try Container(path: "\(folder.path)/\(name)")
  }

  private func names(_ container: Container) throws -> [String] {
    try container.documents().map(\.path.display)
  }

  private func replica(_ name: String) throws -> String {
    try Program("git", in: folder.path).run(
      ["--git-dir=\(name)/.docmerge", "config", "docmerge.replica"], exits: 0
    ).text
  }

  private func settle(_ containers: [Container], with remotes: [String] = ["home"]) throws {
    for _ in 0..<3 {
      for container in containers {
        for remote in remotes {
          #expect(try container.sync(with: remote, options: .joining).problems.isEmpty)
        }
      }
    }
  }

  @Test func `a restored container hears of a conflict ahead as any other (E52, V31)`() throws {
    let (one, two) = (try container("A"), try container("B"))
    try write("a.md", "one\n", in: one)
    try settle([one, two])
    try shell("cp -a A backup")
    try write("a.md", "lost by the restore\n", in: one)
    try settle([one, two])
    try write("a.md", "by B\n", in: two)
    try settle([two])
    let restored = try putBack("A")
    try write("a.md", "after the restore\n", in: restored)
    var options = SyncOptions.joining
    options.failsOnConflict = true
    let version = try #require(try two.documents().first?.current)
    let expected = RemoteConflict(
      path: try #require(DocumentPath("a.md")), versions: [version.id])
    #expect(throws: ContainerError.wouldConflict([expected])) {
      try restored.sync(with: "home", options: options)
    }
    #expect(try restored.documents().map(\.heads.count) == [1])
    #expect(File("\(restored.path)/a.md").text == "after the restore\n")
  }

  @Test(arguments: [true, false])
  func `a container restored in place goes on as a new replica (E52)`(asImage: Bool) throws {
    let (one, two) = (try container("A"), try container("B"))
    try write("a.md", "one\n", in: one)
    try settle([one, two])
    try shell("cp -a A backup")
    // Since then the remote has seen two acts that the backup knows nothing of.
    try write("lost.md", "known elsewhere only\n", in: one)
    try write("a.md", "two\n", in: one)
    try settle([one, two])
    let old = try replica("A")
    let restored = try putBack("A", asImage: asImage)
    // As many acts again, and one more: they have the numbers of those.
    try write("new.md", "made after the restore\n", in: restored)
    try write("a.md", "three\n", in: restored)
    try write("more.md", "more\n", in: restored)
    let (version, log) = (
      try restored.document(at: #require(DocumentPath("new.md"))).current, try restored.operations()
    )
    try settle([restored, two])
    #expect(try replica("A") != old)
    for container in [restored, two] {
      #expect(try names(container) == ["a.md", "lost.md", "more.md", "new.md"])
      let document = try container.document(at: #require(DocumentPath("a.md")))
      #expect(
        Set(document.heads.map { "\((try? container.contents(of: $0))?.bytes ?? [])" })
          == Set(["two\n", "three\n"].map { "\(Array($0.utf8))" }))
      #expect(try container.document(at: #require(DocumentPath("new.md"))).current == version)
      try Program("git", in: container.path).run(
        ["--git-dir=.docmerge", "fsck", "--strict"], exits: 0)
      #expect(try container.upkeep.verify().faults == [])
    }
    // The log goes on from the states of before, under the new name.
    let summaries = try restored.operations().map(\.summary)
    for operation in log { #expect(summaries.contains(operation.summary)) }
  }

  @Test func `a restored container that did nothing since learns what it had done (E52)`() throws {
    let (one, two) = (try container("A"), try container("B"))
    try write("a.md", "one\n", in: one)
    try settle([one, two])
    try shell("cp -a A backup")
    try write("lost.md", "known elsewhere only\n", in: one)
    try settle([one, two])
    let restored = try putBack("A")
    try settle([restored, two])
    #expect(try names(restored) == ["a.md", "lost.md"])
    #expect(try names(two) == ["a.md", "lost.md"])
  }

  @Test func `a peer that has seen more of a replica than itself shows that it was restored (E52)`()
    throws
  {
    let both = ["home", "away"]
    let (one, two) = (try container("A", remotes: both), try container("B", remotes: both))
    try write("a.md", "one\n", in: one)
    try settle([one, two], with: both)
    try shell("cp -a A backup")
    try write("lost.md", "known elsewhere only\n", in: one)
    _ = try one.sync(with: "home", options: .joining)
    _ = try two.sync(with: "home", options: .joining)
    // The other remote never had it of the replica itself, only of the peer.
    _ = try two.sync(with: "away", options: .joining)
    let restored = try putBack("A")
    try write("new.md", "made after the restore\n", in: restored)
    try write("newer.md", "made later\n", in: restored)
    let old = try replica("A")
    _ = try restored.sync(with: "away", options: .joining)
    #expect(try replica("A") != old)
    try settle([restored, two], with: both)
    for container in [restored, two] {
      #expect(try names(container) == ["a.md", "lost.md", "new.md", "newer.md"])
    }
  }

  /// Acts of a replica that went on twice have the same numbers: who has seen the one line has not seen the
  /// other.
  @Test(arguments: [true, false])
  func `edits of a restored container before its first meeting take nothing from others (E52, E53)`(
    isEmptied: Bool
  ) throws {
    let both = ["home", "away"]
    let all = try ["A", "B", "C"].map { try container($0, remotes: both) }
    try write("a.md", "one\n", in: all[0])
    try settle(all, with: both)
    try shell("cp -a A backup")
    try write("lost.md", "known to B only\n", in: all[0])
    try write("a.md", "two\n", in: all[0])
    for container in all.dropLast() { _ = try container.sync(with: "home", options: .joining) }
    // No replica that has seen that reports it to the restored one, or to the third.
    if isEmptied { try shell("rm -rf home.git") }
    let place = isEmptied ? "home" : "away"
    let restored = try putBack("A")
    for name in ["new.md", "newer.md", "newest.md"] { try write(name, "\(name)\n", in: restored) }
    for container in [restored, all[2]] { _ = try container.sync(with: place, options: .joining) }
    try all[2].delete([all[2].document(at: #require(DocumentPath("newer.md"))).id])
    try settle([all[2], all[1], restored], with: both)
    for container in [restored, all[1], all[2]] {
      #expect(try names(container) == ["a.md", "lost.md", "new.md", "newest.md"])
      #expect(File("\(container.path)/a.md").text == "two\n")
      #expect(try container.upkeep.verify().faults == [])
    }
  }

  @Test func `undo goes on working over the restore (E52)`() throws {
    let (one, two) = (try container("A"), try container("B"))
    try write("a.md", "one\n", in: one)
    try settle([one, two])
    try shell("cp -a A backup")
    try write("lost.md", "known elsewhere only\n", in: one)
    try settle([one, two])
    let restored = try putBack("A")
    try write("new.md", "made after the restore\n", in: restored)
    try settle([restored, two])
    let made = try #require(try restored.operations().first { $0.summary.hasSuffix("new.md") })
    _ = try restored.undo(made)
    try settle([restored, two])
    #expect(try names(two) == ["a.md", "lost.md"])
  }

  @Test(arguments: ["rm -rf home.git", "rm -rf home.git; git init -q --bare home.git", "old"])
  func `a remote that lost everything takes nothing away, and gets all again (E53)`(
    disaster: String
  ) throws {
    let (one, two) = (try container("A"), try container("B"))
    try write("a.md", "one\n", in: one)
    try settle([one, two])
    try shell("cp -a home.git old.git")
    try write("b.md", "two\n", in: two)
    try settle([one, two])
    try shell(disaster == "old" ? "rm -rf home.git; mv old.git home.git" : disaster)
    #expect(try one.sync(with: "home", options: .joining).received == 0)
    #expect(try names(one) == ["a.md", "b.md"])
    _ = try two.sync(with: "home", options: .joining)
    let three = try container("C")
    _ = try three.sync(with: "home", options: .joining)
    #expect(try names(three) == ["a.md", "b.md"])
  }

  @Test func `a link that leads nowhere makes room for a folder of its name`() throws {
    let (one, two) = (try container("A"), try container("B"))
    try write("sub/c.md", "one\n", in: one)
    _ = try one.sync(with: "home", options: .joining)
    File("\(two.path)/sub").link(to: "nowhere")
    _ = try two.sync(with: "home", options: .joining)
    #expect(File("\(two.path)/sub/c.md").text == "one\n")
    // The same, but the document is there by a new name, beside a link to another folder.
    let outside = "\(folder.path)/outside"
    try shell("mkdir outside")
    for (name, target) in [("left", "nowhere"), ("right", outside)] {
      File("\(two.path)/\(name)").link(to: target)
      _ = try two.sync(with: "home", options: .joining)
      let document = try #require(try one.documents().first { $0.current.content.kind == .file })
      try one.move(document.id, to: #require(DocumentPath("\(name)/c.md")))
      try settle([one, two])
      #expect(File("\(two.path)/\(name)/c.md").text == "one\n")
      #expect(File(outside).names.isEmpty)
      #expect(try two.documents().map(\.path) == one.documents().map(\.path))
    }
  }
}
