import DocMergeTestSupport
import Glibc
import Testing

/// A path remote that people of one computer share.
@Suite(.enabled(if: geteuid() == 0))
struct OwnerTests {
  private let folder = TemporaryFolder()
  private static let group = 12000

  /// What a person of the group does in a folder of their own.
  private func person(_ number: Int, _ line: String, exits status: Int32 = 0) throws -> Output {
    let home = "\(folder.path)/u\(number)"
    let prefix =
      "cd '\(home)' && exec setpriv --reuid \(11000 + number) --regid \(Self.group) --clear-groups"
      + " env -u GIT_CONFIG_GLOBAL HOME='\(home)' PATH=\"${0%/*}:$PATH\" sh -c"
    let text = "umask 022; \(line)"
    return try Program("sh", in: folder.path).run(
      ["-c", "\(prefix) \"$1\"", Replica.command, text], exits: status)
  }

  private func makeHomes() throws {
    let script = """
      chmod 755 . && mkdir u1 u2 disk && chown 11001:\(Self.group) u1 && chown 11002:\(Self.group) u2 && \
      chgrp \(Self.group) disk && chmod 2775 disk
      """
    try Program("sh", in: folder.path).run(["-c", script], exits: 0)
  }

  private var remote: String { "\(folder.path)/disk/n.git" }

  @Test func `both can send, once git trusts the repository`() throws {
    try makeHomes()
    _ = try person(
      1,
      "git init -q --bare --shared=group '\(remote)' && docmerge init c && cd c && echo 1 >n.md && "
        + "docmerge remote add r '\(remote)' && docmerge sync")
    let refusal = try person(2, "docmerge clone '\(remote)' c", exits: 2)
    #expect(refusal.messages.contains("belongs to another person"))
    #expect(refusal.messages.contains("git config --global --add safe.directory \(remote)"))
    _ = try person(2, "git config --global safe.directory '*'")
    _ = try person(2, "docmerge clone '\(remote)' c && cd c && echo 2 >>n.md && docmerge sync")
    _ = try person(1, "cd c && docmerge sync && echo 3 >>n.md && docmerge sync")
    #expect(try person(2, "cd c && docmerge sync && cat n.md").text == "1\n2\n3\n")
    let closed = try Program("sh", in: folder.path).run(
      ["-c", "find '\(remote)' -type d ! -perm -g+w"], exits: 0)
    #expect(closed.text.isEmpty)
  }
}
