import DocMergeTestSupport
import Foundation
import Testing

/// A command that serves a page, and the browser that is driven through it.
struct BrowserPage {
  let process: Process
  let address: String
  private let path: String

  /// Whether there is a browser that can be driven.
  static let isPossible =
    File("/usr/bin/chromium").exists && File("/usr/bin/chromedriver").exists
    && Program("python3", in: "/").run(["-c", "import selenium"]).status == 0

  /// Starts the command in a locale, and waits for the address of its page.
  init(_ words: [String], in path: String, locale: String = "C") throws {
    process = Process()
    self.path = path
    process.executableURL = URL(filePath: Replica.command)
    process.arguments = words
    process.currentDirectoryURL = URL(filePath: path)
    process.environment = ["PATH": "/usr/bin:/bin", "HOME": path, "LC_ALL": locale]
    let pipe = Pipe()
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    var words = ""
    while !words.contains("-C") {
      let data = pipe.fileHandleForReading.availableData
      try #require(!data.isEmpty, "\(words)")
      words += String(decoding: data, as: UTF8.self)
    }
    address = String(try #require(words.firstMatch(of: /http:[^ \n]+/)).output)
  }

  /// Drives a browser through the page by a script beside the tests of the page, until the command ends.
  ///
  /// - Returns: The status with which the command ended.
  func drive(by script: String) -> Int32 {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../DocMergeWebTests/\(script)").standardized.path
    let shots =
      ProcessInfo.processInfo.environment["DOCMERGE_SCREENSHOTS"] ?? "\(path)/shots"
    let environment = ["HOME": path, "PYTHONDONTWRITEBYTECODE": "1"]
    let output = Program("python3", in: path, environment: environment)
      .run([file, address, shots])
    #expect(output.status == 0, "\(output)")
    if output.status != 0 { process.terminate() }
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// The answer to a request.
  func answer(_ path: String) throws -> String {
    let origin = address.split(separator: "/").prefix(2).joined(separator: "//")
    return try Program("curl", in: "/")
      .run(["-sS", "--fail", "-H", "Origin: \(origin)", "\(address)\(path)"], exits: 0).text
  }
}
