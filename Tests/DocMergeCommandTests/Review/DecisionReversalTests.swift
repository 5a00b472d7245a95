import DocMergeCore
import DocMergeFiles
import DocMergeTestSupport
import Testing

/// Taking back what rules decided in a text.
struct DecisionReversalTests {
  /// A record of a merge in which each line that starts with `r` was decided by a rule.
  private func record(_ lines: [String]) -> DecisionRecord {
    let decisions = lines.indices.filter { lines[$0].hasPrefix("r") }.map { index in
      DecisionRecord.Decision(
        rule: "words", risk: .medium, place: nil, lines: index..<index + 1,
        base: Array("base \(index)\n".utf8), ours: Array("ours \(index)\n".utf8),
        theirs: Array("theirs \(index)\n".utf8), result: Array("\(lines[index])\n".utf8))
    }
    return DecisionRecord(
      path: Array("a.md".utf8), source: .mergeDriver, policy: .balanced, head: nil, group: "1",
      labels: .init(base: nil, ours: Array("mine".utf8), theirs: Array("yours".utf8)),
      texts: .init(base: [], ours: [], theirs: []), result: text(lines), left: 0,
      decisions: decisions)
  }

  private func text(_ lines: [String]) -> [UInt8] { lines.flatMap { Array("\($0)\n".utf8) } }

  private func conflict(_ index: Int) -> [String] {
    ["<<<<<<< mine", "ours \(index)", "=======", "theirs \(index)", ">>>>>>> yours"]
  }

  @Test(arguments: 0..<300)
  func `the conflict is back, and every other line is as it was`(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    let lines = (0..<random.number(3...14)).map { index in
      random.once(in: 3) ? "r\(index)" : "line \(index)"
    }
    let record = record(lines)
    // The same text, edited where no rule decided anything, with the original index of each line.
    var now: [(line: String, index: Int?)] = []
    for (index, line) in lines.enumerated() {
      if random.once(in: 6) { now.append(("new \(index)", nil)) }
      if line.hasPrefix("r") || !random.once(in: 5) { now.append((line, index)) }
    }
    let chosen = Set(record.decisions.indices.filter { _ in random.once(in: 2) })
    let places = Set(chosen.map { record.decisions[$0].lines.lowerBound })
    let expected = now.flatMap { line, index in
      index.map(places.contains) == true ? conflict(index ?? 0) : [line]
    }
    let found = try DecisionReversal(record, style: .merge)
      .text(takingBack: chosen, in: text(now.map(\.line)))
    #expect(found == text(expected))
  }

  @Test func `a line that a rule wrote and that was edited since is not taken back`() {
    let record = record(["a", "r1", "b"])
    let reversal = DecisionReversal(record, style: .merge)
    #expect(throws: DecisionReversal.Refusal.changed) {
      try reversal.text(takingBack: [0], in: text(["a", "changed", "b"]))
    }
    #expect(throws: DecisionReversal.Refusal.changed) {
      try reversal.text(takingBack: [0], in: text(["a", "b"]))
    }
  }

  @Test func `what was taken back is not there a second time`() throws {
    let reversal = DecisionReversal(record(["a", "r1", "b"]), style: .diff3)
    let once = try reversal.text(takingBack: [0], in: text(["a", "r1", "b"]))
    #expect(String(decoding: once, as: UTF8.self).contains("base 1\n=======\n"))
    #expect(!reversal.isInPlace(0, in: once))
    #expect(throws: DecisionReversal.Refusal.changed) {
      try reversal.text(takingBack: [0], in: once)
    }
  }

  @Test(arguments: [
    (now: ["a", "b"], result: ["a", "<<<<<<< mine", "one", "=======", ">>>>>>> yours", "b"]),
    (
      now: ["new", "a", "b"],
      result: ["new", "a", "<<<<<<< mine", "one", "=======", ">>>>>>> yours", "b"]
    ),
    (
      now: ["a", "b", "new"],
      result: ["a", "<<<<<<< mine", "one", "=======", ">>>>>>> yours", "b", "new"]
    ),
    (now: ["a", "one", "b"], result: nil),
  ])
  func `a place where a rule deleted lines is found between its neighbours`(
    now: [String], result: [String]?
  ) {
    var record = record(["a", "b"])
    record.decisions = [
      .init(
        rule: "words", risk: .medium, place: nil, lines: 1..<1, base: Array("one\n".utf8),
        ours: Array("one\n".utf8), theirs: [], result: [])
    ]
    let found = try? DecisionReversal(record, style: .merge).text(takingBack: [0], in: text(now))
    #expect(found == result.map(text))
  }

  @Test func `lines that end in a carriage return keep it, the markers too`() throws {
    var record = record(["a", "r1"])
    record.result = Array("a\r\nr1\r\n".utf8)
    record.decisions[0].ours = Array("o\r\n".utf8)
    record.decisions[0].theirs = Array("t\r\n".utf8)
    record.decisions[0].result = Array("r1\r\n".utf8)
    let found = try DecisionReversal(record, style: .merge)
      .text(takingBack: [0], in: Array("a\r\nr1\r\n".utf8))
    #expect(
      String(decoding: found, as: UTF8.self)
        == "a\r\n<<<<<<< mine\r\no\r\n=======\r\nt\r\n>>>>>>> yours\r\n")
  }

  @Test func `a text that is not in UTF-8, or that was too large, is left alone`() {
    var record = record(["a", "r1"])
    let reversal = DecisionReversal(record, style: .merge)
    #expect(throws: DecisionReversal.Refusal.notText) {
      try reversal.text(takingBack: [0], in: [0x61, 0, 0x0A, 0])
    }
    record.result = nil
    #expect(throws: DecisionReversal.Refusal.tooLarge) {
      try DecisionReversal(record, style: .merge).text(takingBack: [0], in: [])
    }
  }
}
