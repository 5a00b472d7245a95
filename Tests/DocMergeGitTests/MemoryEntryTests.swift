import DocMergeCore
import DocMergeResolvers
import Testing

@testable import DocMergeGit

/// Two entries for one conflict, which clones made apart.
struct MemoryEntryTests {
  /// Entries for one conflict: with some results, or forgotten, at two dates and paths.
  private static func entries() throws -> [MemoryEntry] {
    let key = try #require(ConflictKey(base: nil, ours: [1], theirs: [2]))
    return [nil, "a", "b"].flatMap { (result: String?) in
      [(Int64(1), "a.txt"), (2, "a.txt"), (2, "b.txt")].map { seconds, path in
        MemoryEntry(
          key: key,
          resolution: result.map {
            RememberedResolution(base: nil, ours: [1], theirs: [2], result: Array($0.utf8))
          }, date: Timestamp(seconds: seconds), path: Array(path.utf8))
      }
    }
  }

  @Test func `clones choose the same decision in whatever order they meet`() throws {
    let plain = try Self.entries()
    // Entries that were joined before remember another result.
    let entries = Set(plain + plain.flatMap { one in plain.map { one.joined(with: $0) } })
    for one in entries {
      #expect(one.joined(with: one) == one)
      for two in entries {
        let joined = one.joined(with: two)
        #expect(joined == two.joined(with: one))
        #expect(joined.joined(with: one) == joined && joined.joined(with: two) == joined)
        #expect(joined.date == max(one.date, two.date))
        for three in entries {
          let (left, right) = (
            joined.joined(with: three), one.joined(with: two.joined(with: three))
          )
          #expect(left.resolution == right.resolution && left.date == right.date)
          #expect(left.path == right.path)
        }
      }
    }
  }

  @Test func `an entry is read as it was written, and under no other key`() throws {
    let other = try #require(ConflictKey(base: [3], ours: [1], theirs: [2]))
    for var entry in try Self.entries() {
      entry.path = [0x61, 0x0A, 0xFF]
      entry.earlier = entry.resolution == nil ? nil : [5]
      let parts = Dictionary(uniqueKeysWithValues: entry.parts)
      #expect(MemoryEntry(key: entry.key, parts: parts) == entry)
      // A forgotten one has nothing that could show its key.
      #expect((MemoryEntry(key: other, parts: parts) == nil) == (entry.resolution != nil))
      for text in ["", "date 1", "date x\npath a", "date 1\na", "1\npath a"] {
        #expect(MemoryEntry(key: entry.key, parts: [.about: Array(text.utf8)]) == nil)
      }
    }
  }
}
