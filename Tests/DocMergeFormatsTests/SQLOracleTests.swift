import DocMergeCore
import DocMergeFormats
import Foundation
import Testing

/// Dumps as SQLite reads them.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/sqlite3")))
struct SQLOracleTests {
  /// What SQLite writes when it was given some statements; `nil` where it finds a fault.
  private func dump(_ script: String) throws -> String? {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/sqlite3")
    process.arguments = ["-bail", ":memory:"]
    let (input, output) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput) = (input, output)
    process.standardError = FileHandle.nullDevice
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data((script + "\n.dump\n").utf8))
    try input.fileHandleForWriting.close()
    let written = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? String(decoding: written, as: UTF8.self) : nil
  }

  @Test func `what two databases gained is in the merged one`() throws {
    let base = "CREATE TABLE t (id INTEGER PRIMARY KEY, n TEXT, v);\n"
      .appending((1...20).map { "INSERT INTO t VALUES(\($0),'it''s \($0);',NULL);\n" }.joined())
    let ours = [
      "INSERT INTO t VALUES(30,'o',x'00ff');", "CREATE TABLE o (a, b, PRIMARY KEY (a, b));",
      "INSERT INTO o VALUES(1,2),(1,3);", "UPDATE t SET n = 'p' WHERE id = 3;",
      "CREATE TRIGGER tr AFTER INSERT ON t BEGIN DELETE FROM o WHERE a = new.id; END;",
    ].joined(separator: "\n")
    let theirs = [
      "INSERT INTO t VALUES(31,'t',1.5);", "CREATE INDEX i ON t(n);",
      "CREATE VIEW v AS SELECT n FROM t;", "DELETE FROM t WHERE id = 9;",
    ].joined(separator: "\n")
    let dumps = try [base, base + ours, base + theirs].map { try #require(try dump($0)) }
    for text in dumps { _ = try soundTree(text, SQLFormat()) }
    let merged = text(try merged("d.sql", dumps[0], dumps[1], dumps[2], .balanced))
    let read = try dump(try #require(merged))
    let expected = try dump(base + ours + "\n" + theirs)
    func lines(_ text: String?) -> [String]? {
      text?.split(separator: "\n").map(String.init).sorted()
    }
    #expect(lines(read) == lines(expected))
  }
}
