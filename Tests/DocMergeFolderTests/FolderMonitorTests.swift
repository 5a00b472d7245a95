import DocMergeTestSupport
import Glibc
import Testing

@testable import DocMergeFolder
@testable import DocMergeSystem

/// What a monitor notes after folders were replaced by others of the same names.
struct FolderMonitorTests {
  private let folder = TemporaryFolder()
  private let path: String
  private let root: SystemPath
  private let journal: FolderJournal

  /// A folder with `p/img` and `q/img`, without a monitor.
  init() throws {
    path = "\(folder.path)/c"
    root = SystemPath(path)
    journal = FolderJournal(folder: SystemPath("\(path)/.docmerge/monitor"), environment: .system)
    try Disk.system.makeFolder(journal.folder)
    for name in ["p/img/1", "q/img/1"] { write(name) }
  }

  private func write(_ name: String) { File("\(path)/\(name)").write(Array("\(name)\n".utf8)) }

  private func shell(_ line: String) throws {
    _ = try Program("sh", in: path).run(["-c", line], exits: 0)
  }

  private func monitor() throws -> FolderMonitor { try FolderMonitor(root: root, journal: journal) }

  private func swap(_ one: String, _ other: String) {
    #expect(Disk.system.swap(SystemPath("\(path)/\(one)"), SystemPath("\(path)/\(other)")))
  }

  /// The paths in the journal.
  private func noted() -> [String] {
    (File("\(path)/.docmerge/monitor/journal").bytes ?? []).split(separator: 0)
      .filter { $0.first == FolderJournal.Kind.path.rawValue }
      .map { String(decoding: $0.dropFirst(), as: UTF8.self) }
  }

  /// Whether new files in these folders are noted under their paths.
  private func expectWatched(_ folders: [String], by monitor: FolderMonitor) throws {
    for name in folders.map({ "\($0)/new \(noted().count)" }) {
      write(name)
      _ = try monitor.run(seconds: 5)
      #expect(noted().contains(name))
    }
  }

  @Test(arguments: ["q", "in/q", "\(String(decoding: Files.temporaryPrefix, as: UTF8.self))q"])
  func `a folder that was exchanged for another one is watched`(other: String) throws {
    if other != "q" { try shell("mkdir -p in && mv q '\(other)'") }
    let monitor = try monitor()
    for times in 1...3 {
      // The events of the one that is named first come first.
      for time in 1...times { time == 2 ? swap("p", other) : swap(other, "p") }
      _ = try monitor.run(seconds: 5)
      #expect(noted().contains("p"))
      try expectWatched(["p", "p/img"], by: monitor)
    }
    if !other.hasPrefix(".") { try expectWatched([other, "\(other)/img"], by: monitor) }
  }

  @Test(arguments: [
    "mv p old && mv q p", "mv p old && cp -r q p", "rm -r p && cp -r q p", "rm -r p && mv q p",
    "mv p old && mv q p && mv p q && mv old p", "mv p old && mv q p && mkdir -p q/img",
    "rm -r p/* && mv q/img p/", "mkdir e && mv p e && mv q p && mv p e/p/q && mv e p",
  ])
  func `a folder that another one replaced is watched`(line: String) throws {
    let monitor = try monitor()
    try shell(line)
    _ = try monitor.run(seconds: 5)
    let folders = try Program("sh", in: path).run(
      ["-c", "find . -name .docmerge -prune -o -type d -name '[pqio]*' -print"], exits: 0
    ).lines.map { String($0.dropFirst(2)) }
    try expectWatched(folders, by: monitor)
  }

  @Test func `a folder is not watched under the name of a link to it`() throws {
    let monitor = try monitor()
    try shell("mkdir q/sub p/sub && mv p ../p && ln -s q p")
    _ = try monitor.run(seconds: 5)
    try expectWatched(["q/sub"], by: monitor)
  }

  @Test(arguments: ["rm -r c", "rm -r c/.docmerge", "mv c d", "mv c d && cp -r d c"])
  func `the watch ends once the container is gone`(line: String) throws {
    let monitor = try monitor()
    // As in a process that is in the folder: the kernel does not report its end.
    let file = open(path, O_RDONLY | O_DIRECTORY)
    defer { close(file) }
    _ = try Program("sh", in: folder.path).run(["-c", line], exits: 0)
    let error = #expect(throws: FileError.self) { _ = try monitor.run(seconds: 5) }
    #expect(error?.code == ENOENT)
  }
}
