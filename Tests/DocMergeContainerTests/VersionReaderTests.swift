import DocMergeHistory
import DocMergeObjects
import DocMergeStoreSamples
import DocMergeSystem
import DocMergeTestSupport
import Testing

@testable import DocMergeContainer

/// Versions that a change made, read again.
struct VersionReaderTests {
  private let folder = TemporaryFolder()
  private let git: GitStore

  init() throws {
    try GitStore.create(path: "\(folder.path)/git")
    git = GitStore(path: "\(folder.path)/git")
  }

  @Test(arguments: ["a.md", "b/c d/é.md"])
  func `a supposed content of a version does not change the version that is read`(path: String)
    throws
  {
    let identity = Identity(
      person: Person(name: "Anna", email: "anna@example.org"), replica: Samples.replica(1),
      computer: "laptop")
    var change = try StateChange(git: git, identity: identity, base: nil)
    let content = ContentID(
      kind: .file, object: try change.batch.add(GitObject(kind: .blob, bytes: Array("x".utf8))))
    let version = try change.add(
      StateChange.NewVersion(
        document: Samples.document(1), path: Samples.path(path), content: content, size: 1,
        parents: [], author: identity.person, date: .now, replica: identity.replica,
        computer: identity.computer, operation: .save, subject: "Save"))
    try change.batch.flush(into: git)
    let (reader, commit) = (VersionReader(git: git), try git.commit(version.id))
    let supposed =
      [content, .init(kind: .executable, object: content.object)]
      + [.init(kind: .file, object: Samples.object(1))]
    for supposed in supposed {
      let entry = try reader.entry(version.id, commit, supposed: supposed)
      #expect(entry.version == version)
      #expect(entry == (try reader.entry(version.id)))
    }
    let tree = commit.tree.description
    try Repository(git.path).looseFile(of: tree).remove()
    let later = VersionReader(git: GitStore(path: git.path))
    #expect(throws: GitError.self) {
      try later.entry(version.id, commit, supposed: content)
    }
  }
}
