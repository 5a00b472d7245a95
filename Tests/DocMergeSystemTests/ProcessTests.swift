import DocMergeSystem
import Synchronization
import Testing

/// Programs that are started, and threads.
struct ProcessTests {
  @Test(arguments: [0, 1, 2, 127, 255]) func `a status is returned`(status: Int32) throws {
    #expect(try ChildProcess.run(["sh", "-c", "exit \(status)"]) == .exited(status))
  }

  /// The oracle is a shell, which tells how a program in it ended.
  ///
  /// Threads of a test may block every other signal, and a child has that from them.
  @Test(arguments: ["KILL"])
  func `a signal is reported as a shell does`(signal: String) throws {
    let end = try ChildProcess.run(["sh", "-c", "kill -\(signal) $$"])
    guard case .killed(let number) = end else {
      Issue.record("\(end)")
      return
    }
    let shell = try ChildProcess.run(["sh", "-c", "sh -c 'kill -\(signal) $$'; exit $?"])
    #expect(shell == .exited(128 + number))
    #expect(shell.shellStatus == end.shellStatus)
  }

  @Test func `standard files are those that are given`() throws {
    let input = try OpenFile.inMemory()
    let output = try OpenFile.inMemory()
    let error = try OpenFile.inMemory()
    try input.write(Array("words".utf8))
    try input.rewind()
    let words = ["sh", "-c", "cat; echo more >&2"].map { Array($0.utf8) }
    let end = try ChildProcess.run(
      words, input: input.number, output: output.number, error: error.number)
    #expect(end == .exited(0))
    try output.rewind()
    try error.rewind()
    let (bytes, messages) = (try output.readAll(), try error.readAll())
    #expect(bytes == Array("words".utf8))
    #expect(messages == Array("more\n".utf8))
  }

  @Test func `words need not be text`() throws {
    let output = try OpenFile.inMemory()
    let words = ["printf", "%s"].map { Array($0.utf8) } + [[0xFF, 0x20, 0xFE]]
    #expect(try ChildProcess.run(words, output: output.number) == .exited(0))
    try output.rewind()
    let bytes = try output.readAll()
    #expect(bytes == [0xFF, 0x20, 0xFE])
  }

  @Test func `variables replace those of the environment, for the child only`() throws {
    let output = try OpenFile.inMemory()
    let words = ["sh", "-c", "printf %s \"$HOME $DOCMERGE_TRIED ${PATH:+path}\""]
    let home = Variable.bytes("HOME")
    let end = try ChildProcess.run(
      words.map { Array($0.utf8) },
      variables: ["HOME": [0x2F, 0xFF], "DOCMERGE_TRIED": Array("a=b c".utf8)],
      output: output.number)
    #expect(end == .exited(0))
    try output.rewind()
    let bytes = try output.readAll()
    #expect(bytes == [0x2F, 0xFF] + Array(" a=b c path".utf8))
    #expect(Variable.bytes("HOME") == home && Variable.bytes("DOCMERGE_TRIED") == nil)
  }

  @Test func `a program that is not there is reported`() {
    #expect(throws: Errno.noSuchFile) { try ChildProcess.run(["docmerge-no-such-program"]) }
  }

  @Test func `a tied process answers, as much as it is asked`() throws {
    let process = try HelperProcess([Array("cat".utf8)], memory: 1 << 30, patience: 10_000)
    for count in [1, 1000, 60_000] {
      let question = [UInt8].mixed(count)
      var answer = [UInt8](repeating: 0, count: count)
      #expect(question.withUnsafeBytes(process.send) == nil)
      #expect(answer.withUnsafeMutableBytes(process.receive) == nil)
      #expect(answer == question)
    }
  }

  @Test func `a tied process that hangs or ends is distinguished from one that answers`() throws {
    func answer(_ words: String) throws -> HelperProcess.NoAnswer? {
      let process = try HelperProcess(
        ["sh", "-c", words].map { Array($0.utf8) }, memory: 0, patience: 200)
      var answer: [UInt8] = [0]
      return answer.withUnsafeMutableBytes(process.receive)
    }
    #expect(try answer("printf 1") == nil)
    #expect(try answer("sleep 9") == .hangs)
    #expect(try answer("exit 1") == .ended)
    #expect(throws: Errno.noSuchFile) {
      try HelperProcess([Array("docmerge-no-such-program".utf8)], memory: 0, patience: 0)
    }
  }

  @Test(arguments: [1, 2, 4, 9]) func `threads share the work`(count: Int) {
    let next = Atomic(0)
    let done = Mutex(Set<Int>())
    WorkThread.share(count) {
      while case let number = next.wrappingAdd(1, ordering: .relaxed).oldValue, number < 1000 {
        done.withLock { _ = $0.insert(number) }
      }
    }
    let numbers = done.withLock { $0 }
    #expect(numbers == Set(0..<1000))
  }

  @Test func `variables are what the environment has`() {
    Variable.set("DOCMERGE_VARIABLE_ONE", to: "1=2")
    Variable.set("DOCMERGE_VARIABLE_TWO", to: "")
    #expect(Variable.value("DOCMERGE_VARIABLE_ONE") == "1=2")
    #expect(Variable.bytes("DOCMERGE_VARIABLE_TWO") == [])
    let found = Variable.values(startingWith: "DOCMERGE_VARIABLE_").sorted { $0.count < $1.count }
    #expect(found == [[], Array("1=2".utf8)])
    Variable.set("DOCMERGE_VARIABLE_ONE", to: nil)
    #expect(Variable.value("DOCMERGE_VARIABLE_ONE") == nil)
  }
}
