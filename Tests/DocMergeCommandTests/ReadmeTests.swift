import DocMergeTestSupport
import Foundation
import Testing

/// The library example of the guide: that it is the sample, and that the sample works.
struct ReadmeTests {
  @Test(arguments: [
    ("docs/guide/library.md", "ResolveConflicts"), ("docs/guide/library.md", "GitConflicts"),
    ("Sources/DocMerge/DocMerge.docc/ResolveGitConflicts.md", "GitConflicts"),
  ])
  func `the guide shows the sample as it is`(page: String, sample: String) throws {
    let (page, sample) = (try text(at: page), try text(at: "Samples/\(sample)/main.swift"))
    let marked = try #require(part(of: sample, from: "// begin guide\n", to: "// end guide\n"))
    #expect(page.contains("```swift\n\(marked)```\n"))
  }

  @Test func `the sample for git merges what it can, and stages that`() throws {
    let place = try Place()
    defer { place.remove() }
    let folder = try place.folder("trip")
    @discardableResult func git(_ words: String..., status: Int32 = 0) throws -> String {
      let user = ["-c", "user.name=Anna", "-c", "user.email=anna@example.org"]
      return try place.run("/usr/bin/git", user + words, status: status, in: folder)
    }
    func commit(_ plan: String, _ packing: String) throws {
      try place.write("Train on \(plan).\n", folder, "plan.md")
      try place.write("\(packing)\n", folder, "packing.md")
      try git("add", ".")
      try git("commit", "-qm", plan)
    }
    try git("init", "-q", "-b", "main")
    try commit("Monday at 9", "- three books")
    try git("switch", "-qc", "other")
    try commit("Monday at 10", "- four books")
    try git("switch", "-q", "main")
    try commit("Friday at 9", "- five books")
    try git("merge", "-q", "other", status: 1)
    let output = try place.run(place.product("GitConflicts"), [], in: folder)
    #expect(output == "packing.md: left in conflict, both modified\nplan.md: merge: words\n")
    #expect(try place.read(folder, "plan.md") == "Train on Friday at 10.\n")
    #expect(try git("diff", "--name-only", "--diff-filter=U") == "packing.md\n")
    #expect(try git("show", ":plan.md") == "Train on Friday at 10.\n")
  }

  @Test func `the sample decides each document by its rule`() throws {
    let place = try Place()
    defer { place.remove() }
    let (laptop, desktop) = (try place.copy("laptop"), try place.copy("desktop"))
    let names = ["a.md", "b.tex", "c.svg", "d.csv", "e.log", "f.txt"]
    for name in names { try place.write("one\ntwo\nthree\nfour\n", laptop, name) }
    try place.docmerge(["-C", laptop, "sync"])
    try place.docmerge(["-C", desktop, "sync"])
    for name in names {
      try place.write("one\ntwo\nthree\nlaptop\n", laptop, name, age: 60)
      // The changes of the first meet nowhere, those of the others do.
      let edited = name == "a.md" ? "desktop\ntwo\nthree\nfour\n" : "one\ntwo\nthree\ndesktop\n"
      try place.write(edited, desktop, name)
    }
    try place.docmerge(["-C", desktop, "sync"])
    try place.docmerge(["-C", laptop, "sync"], status: 1)

    let output = try place.run(place.product("ResolveConflicts"), [laptop])
    #expect(
      output == """
        a.md of desktop, laptop: merge
        b.tex of desktop, laptop: keep
        c.svg of desktop, laptop: keep-both
        d.csv of desktop, laptop: newest
        e.log of desktop, laptop: oldest
        f.txt of desktop, laptop: newest

        """)
    #expect(try place.read(laptop, "a.md") == "desktop\ntwo\nthree\nlaptop\n")
    #expect(try place.read(laptop, "d.csv") == "one\ntwo\nthree\ndesktop\n")
    #expect(try place.read(laptop, "e.log") == "one\ntwo\nthree\nlaptop\n")
    #expect(try place.docmerge(["-C", laptop, "list"]).isEmpty)
  }

  private func text(at path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The text between two others.
  private func part(of text: String, from start: String, to end: String) -> Substring? {
    guard let opening = text.range(of: start) else { return nil }
    let rest = text[opening.upperBound...]
    return rest.range(of: end).map { rest[..<$0.lowerBound] }
  }
}

private let root = URL(filePath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// A temporary folder with copies of a container.
private struct Place {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "docmerge-readme-\(UUID())")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  func remove() {
    try? FileManager.default.removeItem(at: folder)
  }

  /// Makes an empty folder and returns its path.
  func folder(_ name: String) throws -> String {
    let path = folder.appending(path: name)
    try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
    return path.path(percentEncoded: false)
  }

  /// Makes an empty copy and returns its path.
  func copy(_ name: String) throws -> String {
    let path = folder.appending(path: name).path(percentEncoded: false)
    let remote = folder.appending(path: "remote.git").path(percentEncoded: false)
    try docmerge(["init", path, "--replica-name", name])
    try docmerge(["-C", path, "remote", "add", "remote", remote])
    return path
  }

  /// Writes a document as if it had been done some seconds ago.
  func write(_ text: String, _ copy: String, _ name: String, age: TimeInterval = 0) throws {
    let path = "\(copy)/\(name)"
    File(path).write(Array(text.utf8))
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -age)], ofItemAtPath: path)
  }

  func read(_ copy: String, _ name: String) throws -> String {
    try String(contentsOfFile: "\(copy)/\(name)", encoding: .utf8)
  }

  @discardableResult
  func docmerge(_ arguments: [String], status: Int32 = 0) throws -> String {
    let named = ProcessInfo.processInfo.environment["DOCMERGE_BINARY"]
    return try run(named ?? product("docmerge"), arguments, status: status)
  }

  /// The path of a program that is built with the tests.
  func product(_ name: String) -> String {
    let products = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    let candidates = [products, root.appending(path: ".build/debug")]
      .map { $0.appending(path: name).path(percentEncoded: false) }
    return candidates.first(where: FileManager.default.isExecutableFile) ?? candidates[1]
  }

  /// Runs a program without the settings of any user and returns its output.
  func run(
    _ program: String, _ arguments: [String], status: Int32 = 0, in folder: String? = nil
  ) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: program)
    if let folder { process.currentDirectoryURL = URL(filePath: folder) }
    process.arguments = arguments
    process.environment = [
      "HOME": self.folder.path(percentEncoded: false), "PATH": "/usr/bin:/bin",
    ]
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == status, "\(program) \(arguments)")
    return String(decoding: bytes, as: UTF8.self)
  }
}
