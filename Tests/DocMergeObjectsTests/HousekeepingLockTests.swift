import DocMergePOSIX
import DocMergeTestSupport
import Glibc
import Testing

@testable import DocMergeObjects

/// git's own lock against two of its housekeepings at once, held by docmerge.
struct HousekeepingLockTests {
  private let folder = TemporaryFolder()
  private var repository: String { "\(folder.path)/a.git" }
  private var lock: HousekeepingLock { HousekeepingLock(repository: repository) }
  private var file: File { File("\(repository)/gc.pid") }

  init() throws { try GitStore.create(path: repository) }

  private func collect() -> Output {
    Program("git", in: folder.path).run(["--git-dir=\(repository)", "gc", "--prune=now", "--quiet"])
  }

  private var computer: String {
    Program("uname", in: folder.path).run(["-n"]).lines.first ?? ""
  }

  @Test func `git gc refuses while it is held, nested or not, and works afterwards`() throws {
    try lock.hold {
      #expect(collect().messages.contains("gc is already running"))
      try lock.hold { #expect(collect().status == 128) }
      #expect(collect().status == 128)
    }
    #expect(!file.exists)
    #expect(collect().status == 0)
  }

  @Test func `who leaves first gives it to the one who stays`() throws {
    let other = Program("sh", in: folder.path).start(["-c", "sleep 60"])
    let objects = open("\(repository)/objects", O_RDONLY | O_DIRECTORY)
    defer { close(objects) }
    // As another process of docmerge would be seen.
    #expect(docmerge_mark(objects, Int64(other.id)) == 0)
    try lock.hold { #expect(file.text == "\(getpid()) \(computer) docmerge") }
    #expect(file.text == "\(other.id) \(computer) docmerge")
    #expect(collect().status == 128)
    other.kill()
    _ = other.finish()
    #expect(collect().status == 0)
  }

  @Test(arguments: ["999999999 NAME", "999999999 NAME docmerge", "", "rubbish"])
  func `a dead process holds nothing`(text: String) throws {
    file.write(Array(text.replacing("NAME", with: computer).utf8))
    let lockFile = File("\(repository)/gc.pid.lock")
    lockFile.write(Array("999999999 \(computer) docmerge".utf8))
    try lock.hold { #expect(file.text == "\(getpid()) \(computer) docmerge") }
    #expect(!file.exists && !lockFile.exists)
  }

  @Test func `a gc that runs is waited for`() throws {
    let running = Program("sh", in: folder.path).start([
      "-c", "sleep 0.3; touch gone; rm a.git/gc.pid",
    ])
    file.write(Array("\(running.id) \(computer)".utf8))
    try lock.hold { #expect(File("\(folder.path)/gone").exists) }
    #expect(running.finish().status == 0)
    #expect(!file.exists)
  }
}
