import DocMergeTestSupport
import Testing

@testable import DocMergeObjects

/// Which commits are in the history of others.
struct AncestryTests {
  private let folder = TemporaryFolder()
  private let git: GitStore

  init() throws {
    try GitStore.create(path: "\(folder.path)/git")
    git = GitStore(path: "\(folder.path)/git")
  }

  /// Commits with random parents among those before them, and dates that have nothing to do with it.
  private func history(of count: Int, _ generator: inout SeededGenerator) throws -> [ObjectID] {
    var batch = ObjectBatch()
    let tree = try batch.add(Tree(entries: []).object)
    var ids: [ObjectID] = []
    for number in 0..<count {
      let parents = (0..<Int.random(in: 0...2, using: &generator)).compactMap { _ in
        ids.randomElement(using: &generator)
      }
      let signature = Commit.Signature(
        person: Person(name: "A", email: "a@example.org"),
        seconds: Int64.random(in: 1...2_000_000_000, using: &generator))
      ids.append(
        try batch.add(
          Commit(
            tree: tree, parents: Array(Set(parents)).sorted(), author: signature,
            committer: signature, message: "\(number)\n"
          ).object))
    }
    try batch.flush(into: git)
    return ids
  }

  @Test(arguments: 0..<8)
  func `one walk finds what single questions find, whatever the dates say`(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    let ids = try history(of: 60, &generator)
    let asked = Set(ids.filter { _ in Bool.random(using: &generator) })
    let tips = Array(ids.shuffled(using: &generator).prefix(seed % 4))
    let expected = try asked.filter { id in
      try tips.contains { tip in try id == tip || git.isAncestor(id, of: tip) }
    }
    #expect(try git.commits(among: asked, inHistoryOf: tips) == expected)
  }
}
