import DocMergeContainer
import DocMergeObjects
import DocMergeSync
import DocMergeTestSupport
import DocMergeUpkeep

/// Versions of documents that are not what they say.
extension RemoteMutation {
  /// A document that Carl adds, with all that a state, a version and a chain say of it.
  private func add(
    path: String, kind: String, content: ObjectID, mode: String, size: Int,
    _ edit: (inout Commit) -> Void = { _ in }
  ) throws {
    let id = "f0000000000000000000000000000001"
    let name = path.replacing(" ", with: "%20")
    let tree = try store.writeTree([.init(mode, Array(path.utf8), content)])
    let date = "1200000000.000000000"
    var commit = try store.git.commit(store.tip(HostileStore.state(carl)))
    (commit.tree, commit.parents) = (tree, [])
    commit.author.seconds = 1_200_000_000
    commit.committer.seconds = 1_200_000_000
    commit.message = """
      Add \(path)

      Docmerge-Document: \(id)
      Docmerge-Path: \(name)
      Docmerge-Kind: \(kind)
      Docmerge-Size: \(size)
      Docmerge-Replica: \(carl)
      Docmerge-Computer: Carl
      Docmerge-Operation: save
      Docmerge-Date: \(date)

      """
    edit(&commit)
    let version = try store.write(.commit, commit.object.bytes)
    try keep(version)
    let (carl, author) = (carl, commit.author.person)
    try store.change(carl) { files, state in
      var clock = String(decoding: files["clock"] ?? [], as: UTF8.self)
        .split(separator: "\n").map { $0.split(separator: " ") }
      // What was changed before may have emptied the clock.
      if !clock.contains(where: { $0.first == carl[...] }) { clock.append([carl[...], "0"]) }
      let own = clock.firstIndex { $0.first == carl[...] } ?? 0
      let count = (Int(clock[own].last ?? "") ?? 0) + 1
      clock[own] = [carl[...], "\(count)"]
      files["clock"] = Array(clock.map { $0.joined(separator: " ") + "\n" }.joined().utf8)
      let words = [author.name, author.email].map { $0.replacing(" ", with: "%20") }
      let record = """
        document \(id)
        name \(name) \(carl):\(count)
        head \(version) \(kind) \(content) \(size) \(date) \(carl) Carl \(words[0]) \(words[1]) \(carl):\(count)

        """
      files["documents/60/00"] = Array(record.utf8)
      state.parents = [try store.tip(HostileStore.state(carl))]
    }
  }

  /// Adds a version to the chain that keeps Carl's.
  private func keep(_ version: ObjectID) throws {
    let name = HostileStore.versions(carl)
    let tip = try store.tip(name)
    var commit = try store.git.commit(tip)
    commit.parents = [tip, version]
    try store.move(name, to: try store.write(.commit, commit.object.bytes))
  }

  /// Changes what a version says of itself.
  mutating func changeVersion() throws -> String {
    var generator = generatorForVersions()
    let blob = try store.write(.blob, Array("new\n".utf8))
    let size = Nastiness.pick([4, 0, 5, -1, Int.max], &generator)
    let way = generator.number(0...5)
    try add(path: "new.md", kind: "file", content: blob, mode: "100644", size: size) { commit in
      switch way {
      case 0: commit.parents = [commit.tree]
      case 1: commit.message = "no version at all\n"
      case 2:
        let bytes = Nastiness.spoilWord(of: Array(commit.message.utf8), &generator)
        commit.message = String(decoding: bytes, as: UTF8.self)
      case 3: commit.committer.seconds = -5
      case 4: commit.message = "\u{1B}[31mred\u{9B}2J\n\(commit.message)"
      default: break
      }
    }
    return "size \(size), way \(way)"
  }

  /// Puts something else where the contents should be.
  mutating func changeContents() throws -> String {
    var generator = generatorForVersions()
    let objects = [
      try store.write(.tree, []), try store.tip(HostileStore.state(carl)),
      try store.write(.blob, [0]),
    ]
    let modes = ["100644", "40000", "160000", "120000", "100755"]
    let kinds = ["file", "package", "symlink", "deleted", "executable", "nothing"]
    let (object, mode, kind) = (
      Nastiness.pick(objects, &generator), Nastiness.pick(modes, &generator),
      Nastiness.pick(kinds, &generator)
    )
    try add(path: "new.md", kind: kind, content: object, mode: mode, size: generator.number(0...1))
    return "\(kind) in \(mode)"
  }

  /// Adds a link that leads somewhere, or nowhere.
  mutating func addLink() throws -> String {
    var generator = generatorForVersions()
    let target = Nastiness.pick(Nastiness.targets, &generator)
    let blob = try store.write(.blob, target)
    let path = Nastiness.pick(["new link", "Notes", "a.md", "by Berta.md"], &generator)
    try add(path: path, kind: "symlink", content: blob, mode: "120000", size: target.count)
    return path
  }

  /// Adds a package with bad names, with too much in it, or with links that lead out of it.
  mutating func addPackage() throws -> String {
    var generator = generatorForVersions()
    let blob = try store.write(.blob, Array("x".utf8))
    let link = try store.write(.blob, Nastiness.pick(Nastiness.targets, &generator))
    var tree = try store.writeTree([.init("100644", Array("file".utf8), blob)])
    var size = 1
    let way = generator.number(0...4)
    switch way {
    case 0:
      let name = Nastiness.pick(Nastiness.members, &generator)
      tree = try store.writeTree([.init("100644", name, blob)])
    case 1:
      tree = try store.writeTree([
        .init("120000", Array("a".utf8), link), .init("40000", Array("a".utf8), tree),
      ])
    case 2:
      // Ten of each, eighteen times over: more files than there are grains of sand.
      for _ in 0..<18 {
        tree = try store.writeTree((0..<10).map { .init("40000", Array("d\($0)".utf8), tree) })
        size = size.multipliedReportingOverflow(by: 10).partialValue
      }
    case 3:
      for _ in 0..<generator.number(200...1_200) {
        tree = try store.writeTree([.init("40000", Array("d".utf8), tree)])
      }
    default:
      tree = try store.writeTree([.init("120000", Array("l".utf8), link)])
      size = (try store.git.bytes(link, .blob)).count
    }
    try add(path: "new.textbundle", kind: "package", content: tree, mode: "40000", size: size)
    return "way \(way)"
  }

  /// Adds what compresses well: a lot of nothing.
  mutating func addLarge() throws -> String {
    var generator = generatorForVersions()
    guard generator.once(in: 4) else { return try addPackage() }
    let size = 200 << 20
    let blob = try store.write(.blob, [UInt8](repeating: 0, count: size))
    if generator.once(in: 2) {
      try add(path: "new.md", kind: "file", content: blob, mode: "100644", size: size)
      return "document"
    }
    let carl = carl
    let store = store
    try store.change(carl) { _, commit in
      var entries = try store.entries(commit.tree)
      entries[generator.number(0...entries.count - 1)].id = blob
      commit.tree = try store.writeTree(entries)
    }
    return "part of the state"
  }
}
