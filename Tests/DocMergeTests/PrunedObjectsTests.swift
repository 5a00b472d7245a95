import DocMerge
import DocMergeContainer
import DocMergeHistory
import DocMergeSync
import DocMergeTestSupport
import DocMergeUpkeep
import Testing

/// Programs that have a container open while another one prunes it.
struct PrunedObjectsTests {
  private let folder = TemporaryFolder()

  private func git(_ words: String...) throws {
    try Program("git", in: "\(folder.path)/A").run(["--git-dir=.docmerge"] + words, exits: 0)
  }

  @Test(arguments: [true, false])
  func `what a prune took away is written again by who knew it before`(isPacked: Bool) throws {
    let path = "\(folder.path)/A"
    let one = try Container.create(at: path).container
    let text = Array("taken back\n".utf8)
    File("\(path)/a.md").write(text)
    _ = try one.save()
    let other = try Container(path: path)
    let version = try other.document(at: #require(DocumentPath("a.md"))).current
    _ = try one.undo()
    if isPacked { try git("gc", "--quiet", "--prune=now") }
    // It has the object in its memory, and the pack open.
    #expect(try other.contents(of: version).bytes == text)
    try #require(try one.documents(includesDeleted: true).count == 1)
    #expect(try one.upkeep.prune(olderThan: .zero).versions > 0)
    File("\(path)/b.md").write(text)
    _ = try other.save()
    let saved = try Container(path: path)
    let document = try saved.document(at: #require(DocumentPath("b.md")))
    #expect(try saved.contents(of: document.current).bytes == text)
    #expect(try saved.upkeep.verify().faults == [])
    try git("fsck", "--strict")
  }
}
