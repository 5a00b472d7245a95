import DocMergeCore
import DocMergeStoreSamples
import DocMergeTestSupport
import Testing

@testable import DocMergeFolder
@testable import DocMergeHistory
@testable import DocMergeSystem

/// The index of the folder, and the names that it gives to who cannot have its own.
struct FolderIndexTests {
  private let folder = TemporaryFolder()

  private func index(_ name: String) throws -> FolderIndex {
    try FolderIndex(path: "\(folder.path)/\(name)")
  }

  private func entry(_ id: DocumentID, wanting wanted: String, at path: String? = nil)
    -> FolderIndex.Entry
  {
    let moment = Timestamp(nanoseconds: 5)
    return FolderIndex.Entry(
      id: id, wanted: Samples.path(wanted), path: Samples.path(path ?? wanted),
      version: Samples.object(1), content: ContentID(kind: .file, object: Samples.object(2)),
      fingerprint: Fingerprint(
        size: 1, modified: moment, changed: moment, inode: 1, born: moment, permissions: 0,
        digest: 0), seen: moment)
  }

  @Test func `many first documents are stored as if they came one by one`() throws {
    let (one, two) = (try index("one"), try index("two"))
    var entries = (0..<1500).map { number in
      entry(.random(.system), wanting: "d\(number % 7)/note \(number).md")
    }
    // One document twice: the later entry counts.
    entries.append(entry(entries[3].id, wanting: "later.md", at: "later (1).md"))
    try one.change(entries.map { .put($0) })
    for entry in entries { try two.change([.put(entry)]) }
    #expect(try Set(one.entries()) == Set(two.entries()))
    #expect(try one.count() == 1500)
    #expect(try one.entry(at: Samples.path("later (1).md"))?.id == entries[3].id)
    #expect(try one.entries(wanting: NameKey(Samples.path("LATER.md"))).count == 1)
    // What was left out to be quick is there: no two documents in one place.
    try one.change([.put(entry(.random(.system), wanting: "later (1).md"))])
    #expect(try one.entry(of: entries[3].id) == nil)
  }

  @Test
  func `the rest of many documents is added later, and found all the same until then`()
    throws
  {
    let index = try index("one")
    let entries = (0..<1500).map { entry(.random(.system), wanting: "note \($0).md") }
    let fill = try FolderIndex.BulkInsert(index)
    for start in stride(from: 0, to: 1500, by: 100) {
      fill.add(entries[start..<(start + 100)].map { .put($0) })
    }
    try fill.end([.put(entries[7])])
    #expect(try Set(index.entries()) == Set(entries))
    for _ in 1...2 {
      #expect(try index.entry(at: Samples.path("note 7.md")) == entries[7])
      #expect(try index.entries(wanting: NameKey(Samples.path("NOTE 8.md"))) == [entries[8]])
      try index.finish()
    }
    try index.change([.put(entry(.random(.system), wanting: "note 7.md"))])
    #expect(try index.entry(of: entries[7].id) == nil && index.count() == 1500)
  }

  @Test func `an index with two documents in one place forgets everything`() throws {
    let index = try index("one")
    let entries = (0..<1500).map { entry(.random(.system), wanting: "note \($0 % 1400).md") }
    let fill = try FolderIndex.BulkInsert(index)
    fill.add(entries.map { .put($0) })
    try fill.end([])
    try index.finish()
    #expect(try index.isEmpty() && index.reached() == nil)
    try index.change(entries.prefix(1400).map { .put($0) })
    #expect(try index.entry(at: Samples.path("note 7.md")) == entries[7])
  }

  @Test func `an index of an earlier program goes on, and everything is looked at once`()
    throws
  {
    let path = "\(folder.path)/one"
    let (plain, aside) = (Samples.document(1), Samples.document(2))
    do {
      let index = try index("one")
      try index.change([.put(entry(plain, wanting: "a.md"))])
      try index.change([.put(entry(aside, wanting: "b.md", at: "b (2).md"))])
    }
    do {
      let database = try Database(path: path)
      try database.execute("DROP TABLE unsettled; PRAGMA user_version = 1")
    }
    for _ in 1...2 {
      let index = try index("one")
      #expect(try index.entry(at: Samples.path("a.md"))?.id == plain && index.count() == 2)
      #expect(try index.unsettled() == [plain, aside])
    }
  }

  @Test func `an index of an earlier program with two documents in one place forgets everything`()
    throws
  {
    let path = "\(folder.path)/one"
    do {
      let index = try index("one")
      for number in 1...2 {
        try index.change([.put(entry(Samples.document(number), wanting: "\(number)"))])
      }
    }
    do {
      let database = try Database(path: path)
      try database.execute(
        """
        DROP INDEX documents_path; UPDATE documents SET path = 'x'; DROP TABLE unsettled;
        PRAGMA user_version = 1
        """)
    }
    #expect(try index("one").isEmpty())
  }

  @Test(arguments: [false, true])
  func `the write-ahead log stays short, whichever connection changes the index`(opensAnew: Bool)
    throws
  {
    let kept = opensAnew ? nil : try index("one")
    let documents = (0..<20).map { _ in DocumentID.random(.system) }
    for number in 0..<1500 {
      let index = try kept ?? index("one")
      try index.change([.put(entry(documents[number % 20], wanting: "note \(number).md"))])
    }
    #expect(try index("one").count() == 20)
    let log = try FileStatus.of(SystemPath("\(folder.path)/one-wal"))
    #expect(try #require(log).size < 2 << 20)
  }

  @Test func `a reader that stays blocks no change of the index`() throws {
    let index = try index("one")
    try index.change([.put(entry(Samples.document(1), wanting: "a.md"))])
    let path = "\(folder.path)/one"
    do {
      var reader = try Database(path: path)
      try reader.execute("BEGIN")
      #expect(try reader.rows("SELECT id FROM documents") { _ in 1 } == [1])
      for number in 0..<600 {
        try index.change([.put(entry(Samples.document(2), wanting: "\(number).md"))])
      }
      #expect(try reader.rows("SELECT id FROM documents") { _ in 1 } == [1])
    }
    try index.change([.put(entry(Samples.document(2), wanting: "b.md"))])
    let log = try FileStatus.of(SystemPath("\(path)-wal"))
    #expect(try #require(log).size == 0)
    #expect(try self.index("one").count() == 2)
  }

  @Test func `documents are found by the first digits of their ids`() throws {
    let index = try index("one")
    let ids = [0x12, 0x13, 0x1F, 0xFF].map { number in
      DocumentID(String(number, radix: 16) + String(repeating: "f", count: 30))
    }.compactMap(\.self)
    for (number, id) in ids.enumerated() {
      try index.change([.put(entry(id, wanting: "\(number)"))])
    }
    #expect(try index.entries(startingWith: "1").count == 3)
    #expect(try index.entries(startingWith: "13f").map(\.id) == [ids[1]])
    #expect(try index.entries(startingWith: ids[3].description).map(\.id) == [ids[3]])
    #expect(try index.entries(startingWith: "x").isEmpty)
  }

  @Test func `ids that begin alike give names that are not alike`() throws {
    let digits = String(repeating: "7", count: 24)
    let ids = ["1", "2", "3"].compactMap { DocumentID(digits + $0 + "0000000") }
    try #require(ids.count == 3)
    let index = try index("one")
    var plan = try NamePlan(index: index)
    let path = Samples.path("Notes.md")
    for id in ids { plan.set(id, wants: path) }
    let places = try ids.map { try plan.place(of: $0, wanting: path) }
    #expect(Set(places).count == 3 && places[0] == path)
    // The same with documents that are there already.
    try index.change(
      zip(ids, places).map { .put(entry($0, wanting: path.display, at: $1.display)) })
    let later = try NamePlan(index: index)
    #expect(try ids.map { try later.place(of: $0, wanting: path) } == places)
    #expect(try later.affected(by: [places[2]]) == [ids[2]])
    #expect(try later.affected(by: [path]) == Set(ids))
  }

  @Test(arguments: [
    ("Notes (1a2b3c4d).md", "1a2b3c4d"), ("Notes (1A2B3C4D)", "1a2b3c4d"), ("x (1) (2).a)", "2"),
    ("Notes.md", nil), ("Notes (copy).md", nil), ("()", nil), (")(", nil), ("a (12).b (zz)", "12"),
  ])
  func `digits in a name are found`(name: String, digits: String?) {
    #expect(NameKey(Samples.path(name)).digits == digits)
  }
}
