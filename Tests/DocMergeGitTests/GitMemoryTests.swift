import DocMergeGit
import DocMergeResolvers
import DocMergeTestSupport
import Testing

/// Decisions that a repository remembers.
struct GitMemoryTests {
  private static func decision(_ result: String, base: String? = "1\n") -> RememberedResolution {
    RememberedResolution(
      base: base.map { Array($0.utf8) }, ours: Array("ours\n".utf8),
      theirs: Array("theirs\n".utf8), result: Array(result.utf8))
  }

  @Test func `the latest decision for a conflict counts until it is forgotten`() async {
    await #expect(processExitsWith: .success) {
      let folder = try GitFolder()
      let memory = try GitRepository.entered(folder).memory
      let (one, other) = (
        GitMemoryTests.decision("one\n"), GitMemoryTests.decision("other\n", base: nil)
      )
      let (key, otherKey) = (try #require(one.key), try #require(other.key))
      #expect(try memory.results(for: [key]).isEmpty && memory.entries().isEmpty)
      #expect(try memory.remember([one, other], at: Array("a.txt".utf8)) == 2)
      #expect(try memory.remember([one], at: Array("b.txt".utf8)) == 0)
      #expect(
        try memory.results(for: [key, otherKey]) == [key: one.result, otherKey: other.result])
      let later = GitMemoryTests.decision("later\n")
      #expect(try memory.remember([later], at: Array("b.txt".utf8)) == 1)
      let entry = try #require(try memory.entries().first { $0.key == key })
      #expect(entry.resolution == later && entry.earlier == one.result)
      #expect(entry.path == Array("a.txt".utf8))
      try memory.forget([key])
      #expect(try memory.results(for: [key, otherKey]) == [otherKey: other.result])
      #expect(try memory.entries().map(\.key) == [otherKey])
      #expect(folder.tryGit("fsck", "--strict").status == 0)
    }
  }

  @Test func `a bundle brings all that is remembered to another repository, once`() async {
    await #expect(processExitsWith: .success) {
      let (folder, other) = (try GitFolder(), try GitFolder())
      let bundle = "\(folder.path)/memory.bundle"
      let memory = try GitRepository.entered(folder).memory
      #expect(throws: GitFailure.self) { try memory.export(to: bundle) }
      let decisions = ["1\n", nil].map { GitMemoryTests.decision("result\n", base: $0) }
      try memory.remember(decisions, at: [0x61, 0xFF, 0x0A])
      try memory.export(to: bundle)
      let entries = try memory.entries()
      let there = try GitRepository.entered(other).memory
      let first = try there.importBundle(bundle)
      #expect(first.taken == 2 && first.broken == 0)
      #expect(try there.entries() == entries && entries.count == 2)
      #expect(try there.importBundle(bundle).taken == 0)
      #expect(try other.git("for-each-ref").lines.count == 1)
    }
  }

  @Test func `the setting says whether decisions are used`() async {
    await #expect(processExitsWith: .success) {
      let folder = try GitFolder()
      #expect(try GitRepository.entered(folder).memoryUse() == .offer)
      for use in MemoryUse.allCases {
        try folder.git("config", "docmerge.memory", use.rawValue)
        #expect(try GitRepository.entered(folder).memoryUse() == use)
      }
      try folder.git("config", "docmerge.memory", "perhaps")
      #expect(throws: GitFailure.self) { try GitRepository.entered(folder).memoryUse() }
    }
  }
}
