import DocMergeObjects
import DocMergeTestSupport
import Testing

/// What the settings of a repository say of its remotes.
struct RemoteSettingsTests {
  private let folder = TemporaryFolder()

  @Test func `addresses are those that git goes to`() throws {
    let path = "\(folder.path)/a.git"
    try GitStore.create(path: path)
    let git = Program("git", in: path)
    for (key, value) in [
      ("remote.home.url", "work:notes.git"), ("remote.Other.one.url", "/srv/x.git"),
      ("remote.no-address.fetch", "+refs/*:refs/*"), ("url./srv/.insteadOf", "work:"),
      ("url./srv/notes/.insteadOf", "work:notes"),
    ] {
      try git.run(["config", key, value], exits: 0)
    }
    let remotes = try GitStore(path: path).remotes()
    #expect(remotes.map(\.name) == ["Other.one", "home"])
    for remote in remotes {
      let theirs = try git.run(["remote", "get-url", remote.name], exits: 0).lines.first
      #expect(remote.url == theirs)
    }
  }
}
