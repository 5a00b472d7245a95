import DocMergeStoreSamples
import DocMergeTestSupport
import Glibc
import Testing

@testable import DocMergeFolder
@testable import DocMergeHistory
@testable import DocMergeObjects
@testable import DocMergeSystem

/// Files that are made before what they are to hold is here.
struct PreallocatedFilesTests {
  private let folder = TemporaryFolder()
  private let path: String
  private let root: SystemPath
  private let git: GitStore
  private let newFiles: [FileWriter.NewFile]
  private static let names =
    (1...20).map { "one/\($0).md" } + (1...20).map { "one/in it/\($0).md" } + ["two/a\nb.md"]
    + ["two/run", "top.md"]

  /// Documents whose contents are in a repository, and in the folder beside the one to fill.
  init() throws {
    path = "\(folder.path)/c"
    root = SystemPath(path)
    try Disk.system.makeFolder(root)
    try GitStore.create(path: "\(path)/.docmerge")
    git = GitStore(path: "\(path)/.docmerge")
    var batch = ObjectBatch()
    var newFiles: [FileWriter.NewFile] = []
    func add(_ name: String, _ kind: DocumentKind, _ text: String) throws {
      let bytes = Array(text.utf8)
      var version = Samples.version(newFiles.count, kind: kind)
      version.content.object = try batch.add(GitObject(kind: .blob, bytes: bytes))
      version.size = Int64(bytes.count)
      newFiles.append(.init(path: Samples.path(name), fileContent: .version(version)))
    }
    for name in PreallocatedFilesTests.names {
      File("\(folder.path)/\(name)").write(Array("\(name)\n".utf8))
      try add(name, name == "two/run" ? .executable : .file, "\(name)\n")
    }
    File("\(folder.path)/two/run").setPermissions(0o755)
    File("\(folder.path)/two/link").link(to: "a\nb.md")
    try add("two/link", .symlink, "a\nb.md")
    try batch.flush(into: git)
    self.newFiles = newFiles.sorted { $0.path < $1.path }
  }

  private var places: [PreallocatedFiles.Place] {
    newFiles.map { .init(path: $0.path, isPlainFile: true) }
  }
  private var writer: FileWriter { FileWriter(root: root, git: git) }
  private var names: [String] { File(path).names.sorted() }

  private func expectAll() {
    let difference = Program("diff", in: folder.path).run([
      "-r", "--no-dereference", "--exclude=.docmerge", "--exclude=c", ".", "c",
    ])
    #expect(difference.text.isEmpty && names == [".docmerge", "one", "top.md", "two"])
    #expect(access("\(path)/two/run", X_OK) == 0)
    #expect(access("\(path)/one/1.md", X_OK) != 0)
  }

  @Test(arguments: [true, false])
  func `they are written, and those for which nothing came are not left`(isLeft: Bool) throws {
    let files = PreallocatedFiles(root: root, git: git)
    let unwanted = [Samples.path("one/more"), Samples.path("two/deep/er/more")]
    files.make(for: places + unwanted.map { .init(path: $0, isPlainFile: true) })
    #expect(names.count == 3 && names.allSatisfy { $0.hasPrefix(".docmerge") })
    let results = try writer.create(newFiles, isLeft: isLeft, into: files)
    for result in results { _ = try result.get() }
    expectAll()
  }

  @Test func `a folder that arrives in two parts shows no empty file between`() throws {
    let files = PreallocatedFiles(root: root, git: git)
    files.make(for: places)
    let middle = newFiles.count / 2
    _ = try writer.create(Array(newFiles[..<middle]), into: files)
    #expect(try Program("find", in: path).run(["one", "-empty"], exits: 0).text.isEmpty)
    _ = try writer.create(Array(newFiles[middle...]), into: files)
    expectAll()
  }

  @Test func `what cannot be written leaves no file`() throws {
    let files = PreallocatedFiles(root: root, git: git)
    files.make(for: places)
    var newFiles = newFiles
    guard case .version(var version) = newFiles[3].fileContent else { return }
    version.content.object = Samples.object(1)
    newFiles[3].fileContent = .version(version)
    let results = try writer.create(newFiles, into: files)
    #expect(throws: GitError.self) { try results[3].get() }
    let failures = results.filter { if case .failure = $0 { true } else { false } }
    #expect(failures.count == 1)
    #expect(!File("\(path)/\(newFiles[3].path.display)").exists)
  }

  @Test func `existing folders are left alone, and unused files are removed`() throws {
    File("\(path)/one/mine.md").write([])
    do {
      let files = PreallocatedFiles(root: root, git: git)
      files.make(for: places)
      #expect(names.count == 3)
      #expect(files.take(Samples.path("one")) == nil)
      let two = try #require(files.take(Samples.path("two")))
      #expect(two.files.count == 3)
      try Disk.system.remove(two.path)
      files.make(for: [.init(path: Samples.path("three/a.md"), isPlainFile: true)])
      #expect(names.count == 3)
    }
    #expect(names == [".docmerge", "one"])
    #expect(File("\(path)/one").names == ["mine.md"])
  }

  @Test func `nothing is made once it is enough`() {
    let files = PreallocatedFiles(root: root, git: git)
    files.stop()
    files.make(for: places)
    #expect(names == [".docmerge"])
  }

  @Test func `a file whose name another document needs is not made`() throws {
    let files = PreallocatedFiles(root: root, git: git)
    let names = ["one/x", "one/x/y", "one/A.md", "one/a.md", "one/R", "one/r", "one/z"]
    files.make(for: names.map { .init(path: Samples.path($0), isPlainFile: $0 != "one/R") })
    let made = try #require(files.take(Samples.path("one")))
    #expect(made.files == Set(["one/x/y", "one/z"].map(Samples.path)))
    try Disk.system.remove(made.path)
  }

  @Test func `a file makes room for a folder from elsewhere`() throws {
    let files = PreallocatedFiles(root: root, git: git)
    files.make(for: [
      .init(path: Samples.path("one/in it"), isPlainFile: true),
      .init(path: Samples.path("two/run"), isPlainFile: true),
    ])
    for result in try writer.create(newFiles, into: files) { _ = try result.get() }
    expectAll()
  }

  @Test func `a file that is removed meanwhile is made again`() throws {
    let files = PreallocatedFiles(root: root, git: git)
    files.make(for: places)
    for folder in names where folder.hasPrefix(".docmerge-tmp") {
      let place = "\(path)/\(folder)"
      let first = File("\(place)/1.md")
      if first.exists { first.remove() } else { try Disk.system.remove(SystemPath(place)) }
    }
    for result in try writer.create(newFiles, into: files) { _ = try result.get() }
    expectAll()
  }

  @Test func `a request for far too many files gets no more than some`() throws {
    let files = PreallocatedFiles(root: root, git: git)
    let deep = (0..<70).map { "d\($0)" }.joined(separator: "/")
    let many = (0..<5_000).map { "many/\($0)" }
    files.make(
      for: ([deep + "/x"] + many).map { .init(path: Samples.path($0), isPlainFile: true) })
    #expect(names == [".docmerge"])
  }
}
