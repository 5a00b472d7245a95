import DocMergeCore
import DocMergeFormats
import Testing

/// Names that both sides added to a file of a system, at two places.
struct NamedLineTests {
  private static let hosts =
    "127.0.0.1 localhost\n::1 localhost\n10.0.0.1 web\n10.0.0.2 db\n10.0.0.3 mail\n"

  private static let twice: [EditedCase] = [
    EditedCase(
      "hosts", hosts, [.add("10.0.0.4 print\n", behind: "::1 localhost\n")],
      [.add("10.0.0.9 print scan\n", behind: "mail\n")]),
    EditedCase(
      "etc/fstab",
      "UUID=1 / ext4 defaults 0 1\nUUID=2 /home ext4 defaults 0 2\nUUID=3 /srv ext4 defaults 0 2\n",
      [.add("UUID=4 /data ext4 defaults 0 2\n", behind: "0 1\n")],
      [.add("UUID=5 /data xfs defaults 0 2\n", behind: "/srv ext4 defaults 0 2\n")]),
    EditedCase(
      "passwd", "root:x:0:0:root:/root:/bin/sh\na:x:1:1::/:/bin/sh\nb:x:2:2::/:/bin/sh\n",
      [.add("c:x:3:3::/:/bin/sh\n", behind: "/root:/bin/sh\n")],
      [.add("c:x:4:4::/:/bin/sh\n", behind: "b:x:2:2::/:/bin/sh\n")]),
    EditedCase(
      ".ssh/config", "Host a\n  HostName x\n\nHost b\n  HostName y\n\nHost c\n  HostName z\n",
      [.add("Host d\n  HostName v\n\n", before: "Host b")],
      [.add("\nhost d\n  HostName w\n", behind: "HostName z\n")]),
    EditedCase(
      "a.conf", "port 80\nhost a\nmode fast\n", [.add("timeout 10\n", before: "port")],
      [.add("timeout 20\n", behind: "mode fast\n")]),
  ]

  @Test(arguments: twice.indices)
  func `a name with two lines is left to a person`(_ index: Int) throws {
    for policy in [MergePolicy.strict, .balanced, .eager] {
      try Self.twice[index].checkLeft(policy)
    }
  }

  private static let clean: [EditedCase] = [
    // An address of each kind.
    EditedCase(
      "hosts", hosts, [.add("10.0.0.4 print\n", behind: "::1 localhost\n")],
      [.add("fe80::9 print\n", behind: "mail\n")]),
    // One directive for several things.
    EditedCase(
      "a.conf", "port 80\nhost a\nmode fast\n", [.add("include b\n", before: "port")],
      [.add("include c\n", behind: "mode fast\n")]),
    // A name in a comment.
    EditedCase(
      "hosts", hosts, [.add("10.0.0.4 print\n", behind: "::1 localhost\n")],
      [.add("10.0.0.9 scan # print\n", behind: "mail\n")]),
  ]

  @Test(arguments: clean.indices)
  func `names with one line each are merged`(_ index: Int) throws {
    var edited = Self.clean[index]
    edited.result = edited.ours + edited.theirs
    try edited.check()
  }
}
