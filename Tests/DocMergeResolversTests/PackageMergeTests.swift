import DocMergeCore
import DocMergeResolvers
import DocMergeTestSupport
import Testing

/// Two versions of a folder that is one document, merged file by file.
struct PackageMergeTests {
  private typealias Files = [String: String]

  private func side(_ files: Files?, _ id: String, second: Int64 = 0) -> Conflict.Side {
    Conflict.Side(
      id: id, kind: files == nil ? .deleted : .package,
      date: Timestamp(seconds: second, nanoseconds: 0),
      members: {
        (files ?? [:]).sorted { $0.key < $1.key }.map {
          Conflict.Member(
            path: Array($0.key.utf8), kind: .file(isExecutable: false), bytes: Array($0.value.utf8))
        }
      }
    ) { [] }
  }

  private func conflict(base: Files?, _ ours: Files?, _ theirs: Files?) -> Conflict {
    Conflict(
      path: "a.notes", base: base.map { side($0, "base") },
      sides: [side(ours, "1", second: 1), side(theirs, "2", second: 2)])
  }

  private func merge(base: Files?, _ ours: Files?, _ theirs: Files?) throws -> PackageMerge? {
    try PackageMerge(
      conflict(base: base, ours, theirs), merging: ThreeWayMerge(policy: .balanced))
  }

  private func files(_ resolution: Resolution?) -> Files? {
    guard case .package(let members)? = resolution?.outcome else { return nil }
    return Dictionary(
      uniqueKeysWithValues: members.map {
        (String(decoding: $0.path, as: UTF8.self), String(decoding: $0.bytes, as: UTF8.self))
      })
  }

  @Test func `each file is as the side has it that changed it`() throws {
    let merge = try merge(
      base: ["a": "1\n", "b": "2\n", "c": "3\n", "sub/d": "4\n"],
      ["a": "ours\n", "b": "2\n", "sub/d": "4\n", "e": "new\n"],
      ["a": "1\n", "b": "theirs\n", "c": "3\n"])
    #expect(files(merge?.resolution()) == ["a": "ours\n", "b": "theirs\n", "e": "new\n"])
  }

  @Test func `a text that both changed is merged, with its rules`() throws {
    let line = "We meet on Monday in the large hall.\n"
    let merge = try merge(
      base: ["t.md": line], ["t.md": line.replacing("Monday", with: "Friday")],
      ["t.md": line.replacing("large", with: "small")])
    let resolution = merge?.resolution()
    #expect(files(resolution) == ["t.md": "We meet on Friday in the small hall.\n"])
    #expect(resolution?.summary == "merge: words")
  }

  @Test func `what does not fit together is open until it is decided`() throws {
    let merge = try #require(
      try merge(
        base: ["a": "1\n", "b": "2\n", "c": "3\n"], ["a": "ours\n", "b": "2 b\n", "c": "x\n"],
        ["a": "theirs\n", "c": "3\n"]))
    #expect(merge.conflicts.map { String(decoding: $0.path, as: UTF8.self) } == ["a", "b"])
    #expect(merge.conflicts.map(\.conflict.path) == ["a.notes/a", "a.notes/b"])
    #expect(merge.conflicts[1].conflict.sides[1].kind == .deleted)
    #expect(merge.resolution() == nil)
    let member = Conflict.Member(
      path: Array("a".utf8), kind: .file(isExecutable: true), bytes: Array("mine\n".utf8))
    #expect(merge.resolution([Array("a".utf8): member]) == nil)
    let decided = merge.resolution([Array("a".utf8): member, Array("b".utf8): nil])
    #expect(files(decided) == ["a": "mine\n", "c": "x\n"])
  }

  @Test func `without a base, files of one name and other contents are a conflict`() throws {
    let merge = try merge(
      base: nil, ["a": "1\n", "b": "2\n"], ["a": "1\n", "b": "3\n", "c": "4\n"])
    #expect(merge?.conflicts.map { String(decoding: $0.path, as: UTF8.self) } == ["b"])
  }

  @Test func `a file that would have to be a folder too, and nothing at all, are no package`()
    throws
  {
    let clash = try merge(
      base: ["x": "0\n"], ["x": "0\n", "a": "1\n"], ["x": "0\n", "a/b": "2\n"])
    #expect(clash?.conflicts.isEmpty == true)
    #expect(clash?.resolution() == nil)
    #expect(
      try merge(base: ["a": "1\n", "b": "2\n"], ["a": "1\n"], ["b": "2\n"])?.resolution() == nil)
  }

  @Test func `deletions, files and three sides are left to others`() throws {
    #expect(try merge(base: ["a": "1\n"], ["a": "2\n"], nil) == nil)
    var three = conflict(base: [:], ["a": "1\n"], ["a": "2\n"])
    three.sides.append(side(["a": "3\n"], "3"))
    #expect(try PackageMerge(three, merging: ThreeWayMerge()) == nil)
    // No rule mixes the files of a package by itself.
    let apart = conflict(
      base: ["a": "1\n", "b": "2\n"], ["a": "x\n", "b": "2\n"], ["a": "1\n", "b": "y\n"])
    #expect(try ThreeWayMerge(policy: .eager).resolve(apart) == nil)
  }

  @Test(arguments: 0..<200)
  func `every file is as the three-way rule has it`(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    let names = ["a", "b", "c", "d/e", "d/f"]
    func version() -> Files {
      var files: Files = ["kept": "0\n"]
      for name in names where !random.once(in: 3) { files[name] = "\(random.number(0...2))\n" }
      return files
    }
    let (base, ours, theirs) = (version(), version(), version())
    let merge = try #require(try merge(base: base, ours, theirs))
    let open = names.filter { name in
      ours[name] != theirs[name] && ours[name] != base[name] && theirs[name] != base[name]
    }
    #expect(merge.conflicts.map { String(decoding: $0.path, as: UTF8.self) } == open.sorted())
    guard open.isEmpty else { return }
    var expected: Files = ["kept": "0\n"]
    for name in names { expected[name] = ours[name] == base[name] ? theirs[name] : ours[name] }
    #expect(files(merge.resolution()) == expected)
  }
}
