import DocMergeTestSupport
import Foundation
import Testing

/// `docmerge resolve --web`, in a real browser, and what becomes of what is decided there.
struct PageTests {
  private static let hasBrowser =
    File("/usr/bin/chromium").exists && File("/usr/bin/chromedriver").exists
    && Program("python3", in: "/").run(["-c", "import selenium"]).status == 0
  private static let script = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../DocMergeWebTests/page_test.py").standardized.path

  private func stopped() throws -> GitFolder {
    let folder = try GitFolder()
    let text = (1...40).map { "line \($0)\n" }.joined()
    func edited(_ word: String) -> String {
      [5, 15, 25, 35].reduce(text) { $0.replacing("line \($1)\n", with: "\(word) \($1)\n") }
    }
    // Strict leaves what balanced would merge: a suggestion.
    func sentence(_ one: String, _ two: String) -> String {
      "The \(one) text is read by the person who wrote the \(two) one.\n"
    }
    let images: [[UInt8]] = [[0, 1], [0, 2], [0, 3]]
    try folder.fork {
      folder.write("a.md", text)
      folder.write("b.bin", images[0])
      folder.write("c.json.md", sentence("first", "second"))
    } ours: {
      folder.write("a.md", edited("ours"))
      folder.write("b.bin", images[1])
      folder.write("c.json.md", sentence("new", "second"))
    } theirs: {
      folder.write("a.md", edited("theirs"))
      folder.write("b.bin", images[2])
      folder.write("c.json.md", sentence("first", "old"))
    }
    try folder.git("merge", "-q", "theirs", exits: 1)
    return folder
  }

  /// Starts the command and waits for the address of its page.
  private func serve(_ folder: GitFolder) throws -> (process: Process, address: String) {
    let process = Process()
    process.executableURL = URL(filePath: Replica.command)
    process.arguments = ["resolve", "--web", "--policy", "strict"]
    process.currentDirectoryURL = URL(filePath: folder.path)
    process.environment = ["PATH": "/usr/bin:/bin", "HOME": folder.path]
    let pipe = Pipe()
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    var words = ""
    while !words.contains("Control-C") {
      let data = pipe.fileHandleForReading.availableData
      try #require(!data.isEmpty, "\(words)")
      words += String(decoding: data, as: UTF8.self)
    }
    let address = try #require(words.firstMatch(of: /http:[^ \n]+/)).output
    return (process, String(address))
  }

  private func send(_ path: String, to address: String, _ body: String? = nil) throws -> String {
    let origin = address.split(separator: "/").prefix(2).joined(separator: "//")
    var words = ["-sS", "--fail", "-H", "Origin: \(origin)", "\(address)\(path)"]
    if let body { words += ["-H", "Content-Type: application/json", "--data", body] }
    return try Program("curl", in: "/").run(words, exits: 0).text
  }

  @Test(.enabled(if: hasBrowser, "chromium, chromium-driver and python3-selenium are missing"))
  func `a person decides on the page, and sees why`() throws {
    let folder = try stopped()
    let (process, address) = try serve(folder)
    let shots =
      ProcessInfo.processInfo.environment["DOCMERGE_SCREENSHOTS"] ?? "\(folder.path)/shots"
    let output = Program("python3", in: folder.path, environment: ["HOME": folder.path])
      .run([Self.script, address, shots])
    #expect(output.status == 0, "\(output)")
    process.waitUntilExit()
    #expect(process.terminationStatus == 1)
    #expect(try folder.unmerged() == ["a.md", "b.bin", "c.json.md"])
    #expect(folder.read(".git/docmerge/session.json") != nil)
  }

  @Test(.enabled(if: HostedTool.exists("curl"), "curl is missing"))
  func `a signal ends the page, and what was decided is kept`() throws {
    let folder = try stopped()
    let (process, address) = try serve(folder)
    #expect(try send("state", to: address).contains("a.md"))
    let outside = Program("curl", in: "/").run(
      ["-sS", "-o", "/dev/null", "-w", "%{http_code}", "-H", "Host: example.org", address])
    #expect(outside.text == "403")
    process.terminate()
    process.waitUntilExit()
    #expect(process.terminationStatus == 1)
    #expect(try folder.unmerged() == ["a.md", "b.bin", "c.json.md"])
  }

  @Test func `a page needs no terminal, and no strategy beside it`() throws {
    let folder = try stopped()
    try folder.docmerge("resolve", "--web", "--all", "--ours", exits: 64)
  }
}
