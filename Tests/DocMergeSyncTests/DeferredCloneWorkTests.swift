import DocMergeFolder
import DocMergeTestSupport
import Testing

@testable import DocMergeContainer
@testable import DocMergeHistory
@testable import DocMergeObjects
@testable import DocMergeSync
@testable import DocMergeSystem

/// What a clone leaves to be done, and what becomes of it.
struct DeferredCloneWorkTests {
  private let folder = TemporaryFolder()
  private let origin: Container
  private static let count = 800

  init() throws {
    var generator = SeededGenerator(seed: 11)
    for number in 1...DeferredCloneWorkTests.count {
      // No packing makes them small.
      let noise = (1...200).map { _ in String(generator.next(), radix: 36) }.joined(separator: "\n")
      File("\(folder.path)/a/d\(number % 7)/\(number).md").write(
        Array("# \(number)\n\(noise)\n".utf8))
    }
    File("\(folder.path)/a/top.md").write(Array("old\n".utf8))
    origin = try Container.create(at: "\(folder.path)/a", computer: "A").container
    File("\(folder.path)/a/top.md").write(Array("new\n".utf8))
    _ = try origin.save()
    try origin.remotes.add(Remote(name: "home", url: remote))
    _ = try origin.sync(with: "home")
  }

  private var remote: String { "\(folder.path)/remote.git" }

  private func git(_ repository: String, _ words: String...) throws -> Output {
    try Program("git", in: folder.path).run(["--git-dir=\(repository)"] + words, exits: 0)
  }

  private func clone(
    leavesRest: Bool = true, isOnDemand: Bool = false,
    progress: @escaping (SyncProgress) -> Void = { _ in }
  ) throws -> Container {
    var options = SyncOptions()
    options.leavesRest = leavesRest
    return try Container.clone(
      from: remote, to: "\(folder.path)/b", isOnDemand: isOnDemand, options: options,
      progress: progress
    ).container
  }

  /// Makes the note that of another run of the computer.
  private func switchOff(_ container: Container) throws {
    let note = file(".docmerge/docmerge/clone-rest", of: container)
    let lines = try #require(note.text).split(separator: "\n").dropFirst()
    note.write(Array((["another run of the computer"] + lines).joined(separator: "\n").utf8))
  }

  private func file(_ name: String, of container: Container) -> File {
    File("\(container.path)/\(name)")
  }

  /// Whether both folders hold the same documents.
  private func isEqual(_ container: Container) throws -> Bool {
    let difference = Program("diff", in: folder.path)
      .run(["-rq", "--exclude=.docmerge", origin.path, container.path])
    return difference.status == 0 && difference.text.isEmpty
  }

  private func pack() throws -> String {
    let names = File("\(remote)/objects/pack").names.filter { $0.hasSuffix(".pack") }
    return "\(remote)/objects/pack/\(try #require(names.first))"
  }

  @Test func `the rest is done at once on request`() throws {
    let container = try clone()
    #expect(try container.hasRest() && isEqual(container))
    #expect(try container.index.entries().count == DeferredCloneWorkTests.count + 1)
    try container.finishClone()
    #expect(try !container.hasRest())
    #expect(try container.save() == SaveReport())
    #expect(try git(container.git.path, "fsck", "--strict").text.isEmpty)
    let path = try #require(DocumentPath("d1/1.md"))
    #expect(try container.index.entry(at: path)?.path == path)
    try container.finishClone()
  }

  @Test func `nothing is left for those who did not ask for that`() throws {
    let container = try clone(leavesRest: false)
    #expect(try !container.hasRest() && isEqual(container))
  }

  @Test func `a change does the rest of the work before`() throws {
    let container = try clone()
    file("top.md", of: container).write(Array("by B\n".utf8))
    #expect(try container.save().modified.map(\.display) == ["top.md"])
    #expect(try !container.hasRest())
    _ = try container.sync(with: "origin")
    _ = try origin.sync(with: "home")
    #expect(try isEqual(container))
  }

  @Test func `what the disk did not write is made again, and an edit stays one`() throws {
    let container = try clone()
    let names = (1...5).map { "d\($0)/\($0).md" }
    let whole = names.map { file($0, of: container).bytes ?? [] }
    let dates = names.map { file($0, of: container).date ?? 0 }
    file(names[0], of: container).write([])
    file(names[1], of: container).remove()
    file(names[3], of: container).write(Array("by B\n".utf8))
    for (name, bytes) in [
      (names[2], Array(whole[2].prefix(100))),
      (names[4], [UInt8](repeating: 0, count: whole[4].count)),
    ] {
      let (from, to) = (file(name, of: origin), file(name, of: container))
      to.write(bytes)
      // To the nanosecond, as docmerge does.
      try Program("touch", in: folder.path)
        .run(["-r", "\(from)", "\(to)"], exits: 0)
    }
    #expect(dates[2] == file(names[2], of: container).date)
    try switchOff(container)
    try container.finishClone()
    #expect(try !container.hasRest())
    for number in [0, 1, 2, 4] {
      #expect(file(names[number], of: container).bytes == whole[number])
    }
    #expect(file(names[3], of: container).text == "by B\n")
    _ = try container.sync(with: "origin")
    _ = try origin.sync(with: "home")
    #expect(file(names[3], of: origin).text == "by B\n")
    #expect(try isEqual(container))
    #expect(try container.index.entries().count == DeferredCloneWorkTests.count + 1)
  }

  @Test func `contents of an old version that are damaged are found out before anything changes`()
    throws
  {
    let old = try Program("git", in: folder.path)
      .run(["hash-object", "--stdin"], exits: 0, input: Array("old\n".utf8)).lines[0]
    let pack = try pack()
    let place = try #require(
      git(remote, "verify-pack", "-v", pack).lines.first { $0.hasPrefix(old) }?
        .split(separator: " ").last.flatMap { Int($0) })
    try Program("sh", in: folder.path).run(
      [
        "-c", "chmod u+w '\(pack)'; printf x | dd of='\(pack)' bs=1 seek=\(place + 6) conv=notrunc",
      ],
      exits: 0)
    let container = try clone()
    #expect(try isEqual(container))
    file("top.md", of: container).write(Array("by B\n".utf8))
    for _ in 1...2 {
      #expect { try container.finishClone() } throws: { isDamage($0) }
      #expect { try container.save() } throws: { isDamage($0) }
      #expect { try container.sync(with: "origin") } throws: { isDamage($0) }
    }
    #expect(file("top.md", of: container).text == "by B\n")
  }

  private func isDamage(_ error: any Error) -> Bool {
    if case ContainerError.damagedClone = error { true } else { false }
  }

  @Test func `an index that is not that of its pack is found out`() throws {
    let index = "\(try pack().dropLast(5)).idx"
    let count = DeferredCloneWorkTests.count
    // Somewhere in the check sums of the packed objects, which are not read.
    try Program("sh", in: folder.path).run(
      [
        "-c",
        "chmod u+w '\(index)'; n=$(git show-index <'\(index)' | wc -l); [ $n -gt \(count) ] && "
          + "printf x | dd of='\(index)' bs=1 seek=$((8 + 1024 + 20 * n + 5)) conv=notrunc",
      ], exits: 0)
    let container = try clone()
    #expect(try isEqual(container))
    #expect { try container.finishClone() } throws: { isDamage($0) }
  }

  /// Spoils a document in the pack of the remote.
  private func spoil(_ name: String) throws {
    let id = try Program("git", in: folder.path)
      .run(["hash-object", "\(origin.path)/\(name)"], exits: 0).lines[0]
    let pack = try pack()
    let place = try #require(
      git(remote, "verify-pack", "-v", pack).lines.first { $0.hasPrefix(id) }?
        .split(separator: " ").last.flatMap { Int($0) })
    try Program("sh", in: folder.path).run(
      [
        "-c",
        "chmod u+w '\(pack)'; printf x | dd of='\(pack)' bs=1 seek=\(place + 200) conv=notrunc",
      ],
      exits: 0)
  }

  @Test(arguments: [true, false])
  func `a document that is damaged on the remote is not cloned, and nothing is left`(isNew: Bool)
    throws
  {
    try spoil("d3/3.md")
    if !isNew { try Disk.system.makeFolder(SystemPath("\(folder.path)/b")) }
    #expect((try? clone()) == nil)
    #expect(File("\(folder.path)/b").exists != isNew)
    #expect(File("\(folder.path)/b").names.isEmpty)
  }

  @Test(arguments: [true, false])
  func `a file put into the folder of a clone that fails stays there`(isSaved: Bool) throws {
    try spoil("d3/3.md")
    let letter = File("\(folder.path)/b/letter.md")
    let container = try? clone { progress in
      if progress.phase == (isSaved ? .saving : .joining) { letter.write(Array("mine\n".utf8)) }
    }
    #expect(container == nil)
    #expect(letter.text == "mine\n")
    #expect(File("\(folder.path)/b").names == ["letter.md"])
  }

  @Test func `documents that several replicas have sent arrive, and are found afterwards`() throws {
    let other = try clone(leavesRest: false)
    for number in 1...1200 { file("more/\(number).md", of: other).write(Array("\(number)\n".utf8)) }
    _ = try other.sync(with: "origin")
    file("top.md", of: origin).write(Array("newest\n".utf8))
    _ = try origin.sync(with: "home")
    _ = try git(remote, "repack", "-adq")
    try Disk.system.remove(SystemPath(other.path))
    let container = try clone()
    #expect(try isEqual(container) && container.hasRest())
    try container.finishClone()
    let path = try #require(DocumentPath("more/7.md"))
    #expect(try container.index.entry(at: path) != nil)
    #expect(try container.save() == SaveReport())
  }

  @Test(arguments: ["odd names", "loose objects"])
  func `an unusual remote is taken in another way`(what: String) throws {
    let pack = try pack().dropLast(5)
    if what == "odd names" {
      try Program("sh", in: folder.path).run(
        [
          "-c",
          "for e in pack idx; do cp '\(pack)'.$e '\(remote)/objects/pack/.tmp-1-pack-x'.$e; done",
        ], exits: 0)
    } else {
      try Program("sh", in: folder.path).run(
        [
          "-c",
          "printf x >x.txt && git --git-dir='\(remote)' hash-object -w x.txt",
        ], exits: 0)
    }
    let container = try clone()
    #expect(try isEqual(container))
    try container.finishClone()
    #expect(try git(container.git.path, "fsck", "--strict").status == 0)
  }

  @Test func `placeholders that the disk did not keep are made again`() throws {
    let container = try clone(isOnDemand: true)
    #expect(try container.hasRest())
    let name = file("d1/1.md", of: container)
    let target = try #require(name.target)
    name.remove()
    try switchOff(container)
    try container.finishClone()
    #expect(try !container.hasRest())
    #expect(name.target == target)
    #expect(try container.save() == SaveReport())
  }

  @Test(arguments: [true, false])
  func `packs that nothing leads to yet are forgotten`(isNamed: Bool) throws {
    let container = try Container.create(at: "\(folder.path)/b", computer: "B").container
    let name = try #require(pack().split(separator: "/").last)
    try DeferredCloneWork(container: container)
      .begin(packs: [isNamed ? String(name) : DeferredCloneWork.everyPack])
    let copy = SystemPath("\(container.git.path)/objects/pack/\(name)")
    try Disk.system.makeFolder(copy.parent)
    // Half of the files, and of the bytes.
    try Disk.system.write(Array("PACK".utf8), to: copy, permissions: 0o444)
    file("own.md", of: container).write(Array("mine\n".utf8))
    #expect(try container.save().added.count == 1)
    #expect(try !container.hasRest() && FileStatus.of(copy) == nil)
  }

  @Test func `half an index of a clone that was killed is no obstacle`() throws {
    let container = try Container.create(at: "\(folder.path)/b", computer: "B").container
    let name = try #require(pack().split(separator: "/").last)
    try DeferredCloneWork(container: container).begin(packs: [String(name)])
    let (from, folder) = ("\(remote)/objects/pack", "\(container.git.path)/objects/pack")
    let index = "\(name.dropLast(5)).idx"
    try Disk.system.makeFolder(SystemPath(folder))
    File("\(folder)/\(name)").write(try #require(File("\(from)/\(name)").bytes))
    let bytes = try #require(File("\(from)/\(index)").bytes)
    let note = file(".docmerge/docmerge/.docmerge-tmp-1-0-part/clone-rest", of: container)
    note.write([])
    File("\(folder)/\(index)").write(bytes.dropLast(9999))
    file(".docmerge/docmerge/write.lock", of: container).write(Array("held 1 another\n".utf8))
    #expect(try container.save() == SaveReport())
    #expect(try !container.hasRest() && !File("\(folder)/\(index)").exists && !note.exists)
    #expect(try clone().documents().count == DeferredCloneWorkTests.count + 1)
  }

  @Test(arguments: ["several packs", "packages", "packed anew"])
  func `whatever a container holds, nothing is left at the end`(what: String) throws {
    switch what {
    case "several packs":
      for number in 1...2 {
        file("top.md", of: origin).write(Array("newer \(number)\n".utf8))
        _ = try origin.sync(with: "home")
        _ = try git(remote, "repack", "-q")
      }
    case "packages":
      file(".gitattributes", of: origin).write(Array("*.pages docmerge-package\n".utf8))
      file("letter.pages/text.md", of: origin).write(Array("text\n".utf8))
      _ = try origin.sync(with: "home")
      _ = try git(remote, "repack", "-adq")
    default: break
    }
    let container = try clone()
    #expect(try container.hasRest())
    if what == "packed anew" { _ = try git(container.git.path, "repack", "-adfq") }
    try container.finishClone()
    #expect(try !container.hasRest() && isEqual(container))
    #expect(try git(container.git.path, "fsck", "--strict").text.isEmpty)
    #expect(try container.save() == SaveReport())
  }
}
