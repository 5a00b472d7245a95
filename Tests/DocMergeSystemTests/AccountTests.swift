import DocMergeTestSupport
import Testing

@testable import DocMergeSystem

struct AccountTests {
  private let list = Array(
    """
    root:x:0:0:root:/root:/bin/bash
    # a comment
    anna:x:1000:1000:Anna Muster,room 3,,:/home/anna:/bin/sh
    ben:x:10:10::/home/ben:

    """.utf8)

  private func name(_ number: UInt32) -> String? {
    Account.line(of: number, in: list).flatMap(Account.init)?.name
  }

  @Test func `the full name is the first part of the comment, or the login`() {
    #expect(name(1000) == "Anna Muster")
    #expect(name(0) == "root")
    #expect(name(10) == "ben")
  }

  @Test func `an account that is not in the list has no name`() {
    #expect(name(1) == nil)
    #expect(name(100) == nil)
  }

  @Test(arguments: ["", "anna", ":x:1:1:Anna:/:/bin/sh", "anna:x:1:1:Anna:/"])
  func `a line of another form is no account`(line: String) {
    #expect(Account(line: Array(line.utf8)) == nil)
  }

  @Test func `the account of this process is that which getent names`() throws {
    let pipe = try OpenFile.inMemory()
    let end = try ChildProcess.run(
      ["id", "-un"].map { Array($0.utf8) }, output: pipe.number)
    try #require(end == .exited(0))
    try pipe.rewind()
    let login = String(decoding: try pipe.readAll().dropLast(), as: UTF8.self)
    #expect(Account.current?.user == login)
  }
}
