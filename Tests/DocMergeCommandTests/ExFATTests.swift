import DocMergeTestSupport
import Glibc
import Testing

/// A file system without execute bits, links and case, as on sticks and cards.
private final class ExFATDisk {
  let path: String
  private let folder = TemporaryFolder()

  /// Makes a small disk; `nil` where this computer cannot.
  init?() {
    path = "\(folder.path)/disk"
    let script = """
      mkdir disk && truncate -s 32M image && mkfs.exfat image && device=$(losetup -f --show image) && \
      { mount.exfat-fuse "$device" disk || { losetup -d "$device"; exit 1; }; }
      """
    guard geteuid() == 0, Program("sh", in: folder.path).run(["-c", script]).status == 0 else {
      return nil
    }
  }

  deinit {
    let script = "umount disk; losetup -j image | cut -d: -f1 | xargs -r losetup -d"
    _ = Program("sh", in: folder.path).run(["-c", script])
  }
}

struct ExFATTests {
  private static let isPossible = ExFATDisk() != nil
  private let meeting = Meeting()

  /// A replica on a disk of this computer, and a clone on one without execute bits.
  private func replicas(
    _ disk: ExFATDisk, documents: [String: String], executable: String? = nil
  ) throws -> (Replica, Replica) {
    let a = try meeting.replica("A")
    for (name, text) in documents { a.write(name, text) }
    if let executable { try a.shell("chmod +x '\(executable)'") }
    try a.docmerge("sync")
    let stick = Replica("stick", at: disk.path)
    try stick.docmerge("clone", "--replica-name", "stick", meeting.remote, ".")
    return (a, stick)
  }

  @Test(.enabled(if: isPossible))
  func `a clone is sound, and edits keep what may be executed`() throws {
    let disk = try #require(ExFATDisk())
    defer { withExtendedLifetime(disk) {} }
    let (a, stick) = try replicas(
      disk, documents: ["n.md": "1\n", "run.sh": "true\n"], executable: "run.sh")
    try stick.docmerge("verify")
    #expect(try stick.status().isClean)
    stick.write("n.md", "1\n2\n")
    stick.write("run.sh", "false\n")
    try stick.docmerge("sync")
    try a.docmerge("sync")
    #expect(a.read("n.md") == "1\n2\n")
    let modes = try a.shell("stat -c %A n.md run.sh").lines.map { $0.contains("x") }
    #expect(modes == [false, true])
  }

  @Test(.enabled(if: isPossible))
  func `a rename of a document keeps its history`() throws {
    let disk = try #require(ExFATDisk())
    defer { withExtendedLifetime(disk) {} }
    let (a, stick) = try replicas(disk, documents: ["n1.md": "one\n", "n2.md": "two\n"])
    try stick.shell("mv n1.md plan.md")
    try a.save("n1.md", "one\nedit\n")
    try a.docmerge("sync")
    try stick.docmerge("sync")
    try a.docmerge("sync")
    for replica in [a, stick] {
      #expect(replica.contents == ["plan.md": "one\nedit\n", "n2.md": "two\n"])
    }
  }

  @Test(.enabled(if: isPossible))
  func `names that change in case only arrive, and are not sent back`() throws {
    let disk = try #require(ExFATDisk())
    defer { withExtendedLifetime(disk) {} }
    let (a, stick) = try replicas(disk, documents: ["n2.md": "two\n", "Fotos/f.md": "f\n"])
    try a.shell("mv n2.md N2.md && mv Fotos fotos")
    try a.docmerge("sync")
    for _ in 0..<2 {
      try stick.docmerge("sync")
      try stick.docmerge("save")
    }
    #expect(try stick.status().isClean)
    #expect(try stick.shell("ls").lines.contains("N2.md"))
    stick.write("fotos/f.md", "f\nedit\n")
    try stick.docmerge("sync")
    try a.docmerge("sync")
    #expect(a.contents == ["N2.md": "two\n", "fotos/f.md": "f\nedit\n"])
  }

  /// Edits a package with a program in it on a replica whose file system keeps no bits, and on another one.
  private func checkPackage(_ a: Replica, _ stick: Replica) throws {
    func mode() throws -> Bool {
      try a.shell("stat -c %A p.textbundle/bin/run.sh").text.contains("x")
    }
    #expect(try stick.status().isClean)
    try stick.docmerge("verify")
    stick.write("p.textbundle/text.md", "1\n2\n")
    try stick.docmerge("sync")
    try a.docmerge("sync")
    #expect(a.read("p.textbundle/text.md") == "1\n2\n")
    #expect(try mode())
    // The new version takes the place of the package.
    try a.save("p.textbundle/bin/run.sh", "false\n")
    try a.docmerge("sync")
    try stick.docmerge("sync")
    #expect(stick.read("p.textbundle/bin/run.sh") == "false\n")
    #expect(try stick.status().isClean)
    // A copy has none of the marks of the file system by which it could be found.
    try stick.shell("cp -r p.textbundle q.textbundle && rm -r p.textbundle")
    #expect(try stick.status().moved.count == 1)
    try stick.docmerge("sync")
    try a.docmerge("sync")
    #expect(try a.shell("stat -c %A q.textbundle/bin/run.sh").text.contains("x"))
    #expect(try a.history("q.textbundle").count == 3)
  }

  private let package = [
    "p.textbundle/text.md": "1\n", "p.textbundle/bin/run.sh": "true\n",
  ]

  @Test(.enabled(if: isPossible))
  func `members of packages keep what may be executed`() throws {
    let disk = try #require(ExFATDisk())
    defer { withExtendedLifetime(disk) {} }
    let (a, stick) = try replicas(
      disk, documents: package, executable: "p.textbundle/bin/run.sh")
    try checkPackage(a, stick)
  }

  @Test func `members of packages keep it where git's settings say that bits do not count`() throws
  {
    let a = try meeting.replica("A")
    for (name, text) in package { a.write(name, text) }
    try a.shell("chmod +x p.textbundle/bin/run.sh")
    try a.docmerge("sync")
    let b = try meeting.replica("B")
    try b.git("config", "core.filemode", "false")
    try b.docmerge("sync")
    try b.shell("chmod -x p.textbundle/bin/run.sh && chmod +x p.textbundle/text.md")
    try checkPackage(a, b)
  }
}
