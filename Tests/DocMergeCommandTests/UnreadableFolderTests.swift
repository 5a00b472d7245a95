import DocMergeTestSupport
import Glibc
import Testing

/// Folders and packages in a container that this person may not enter, such as `lost+found`.
@Suite(.enabled(if: geteuid() == 0))
struct UnreadableFolderTests {
  private let folder = TemporaryFolder()
  private static let person = "setpriv --reuid 12345 --clear-groups env HOME=/nonexistent"

  /// Runs the command as a person who may not read everything.
  private func docmerge(_ replica: Replica, _ words: String, exits status: Int32 = 0) throws
    -> Output
  {
    let line = "\(Self.person) '\(Replica.command)' \(words)"
    return try Program("sh", in: replica.path).run(["-c", line], exits: status)
  }

  /// A folder of that person's, with one inside that is not.
  private func replica(_ mode: String, name: String = "lost+found") throws -> Replica {
    chmod(folder.path, 0o755)
    let replica = Replica("A", in: folder)
    try replica.shell(
      "chown 12345 . && echo n >n.md && mkdir '\(name)' && echo x >'\(name)/x.md' && chmod \(mode) '\(name)'"
    )
    return replica
  }

  @Test(arguments: ["700", "744", "711"], ["lost+found", "a.rtfd"])
  func `it is named, and everything else goes on`(mode: String, name: String) throws {
    let replica = try replica(mode, name: name)
    #expect(try docmerge(replica, "init --replica-name A", exits: 1).messages.contains(name))
    #expect(try docmerge(replica, "list --all").text.contains("n.md"))
    replica.write("n.md", "n2\n")
    #expect(try docmerge(replica, "status", exits: 1).text.contains(name))
    #expect(try docmerge(replica, "save", exits: 1).messages.contains("n.md"))
    #expect(try docmerge(replica, "remote add home '\(folder.path)/B'").status == 0)
  }

  @Test(arguments: ["a.rtfd", "sub"])
  func `its contents are not taken for deleted`(name: String) throws {
    let replica = try replica("755", name: name)
    _ = try docmerge(replica, "init --replica-name A")
    let before = try docmerge(replica, "list --all").text
    try replica.shell("chown 0 '\(name)' && chmod 700 '\(name)'")
    _ = try docmerge(replica, "save", exits: 1)
    #expect(try docmerge(replica, "list --all").text == before)
    try replica.shell("chmod 755 '\(name)'")
    #expect(try docmerge(replica, "status").status == 0)
  }
}
