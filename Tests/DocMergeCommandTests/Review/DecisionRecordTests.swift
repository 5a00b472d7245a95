import DocMergeCore
import DocMergeFiles
import DocMergeTestSupport
import Glibc
import Testing

/// Records of what rules decided, as files.
struct DecisionRecordTests {
  private func bytes(_ random: inout SeededGenerator) -> [UInt8] {
    (0..<random.number(0...12)).map { _ in
      [0x0A, 0x20, 0x30, 0x61, 0x00, 0xFF][random.number(0...5)]
    }
  }

  private func record(_ random: inout SeededGenerator) -> DecisionRecord {
    var decisions: [DecisionRecord.Decision] = []
    for _ in 0..<random.number(0...3) {
      let start = random.number(0...9)
      decisions.append(
        .init(
          rule: "words", risk: .medium, place: random.once(in: 2) ? "$.a" : nil,
          lines: start..<start + random.number(0...3),
          base: random.once(in: 3) ? nil : bytes(&random), ours: bytes(&random),
          theirs: bytes(&random), result: bytes(&random)))
    }
    let isWhole = random.once(in: 2)
    return DecisionRecord(
      path: bytes(&random), source: .mergeDriver, policy: .balanced,
      head: random.once(in: 2) ? "1a2b" : nil, group: "12",
      labels: .init(base: nil, ours: bytes(&random), theirs: bytes(&random)),
      texts: isWhole
        ? .init(base: bytes(&random), ours: bytes(&random), theirs: bytes(&random)) : nil,
      result: isWhole ? bytes(&random) : nil, left: random.number(0...3), decisions: decisions)
  }

  @Test(arguments: 0..<200)
  func `what was written is read again`(seed: Int) {
    var random = SeededGenerator(seed: seed)
    let record = record(&random)
    #expect(DecisionRecord(encoded: record.encoded) == record)
  }

  @Test(arguments: 0..<100)
  func `a file that was cut short is none, and a damaged one does no harm`(seed: Int) {
    var random = SeededGenerator(seed: seed)
    let record = record(&random)
    var encoded = record.encoded
    let count = random.number(0...encoded.count - 1)
    // The last byte ends the last line.
    #expect(DecisionRecord(encoded: Array(encoded.prefix(min(count, encoded.count - 2)))) == nil)
    encoded[random.number(0...encoded.count - 1)] = UInt8(random.number(0...255))
    _ = DecisionRecord(encoded: encoded)
  }

  @Test func `what was added is all there, in its order`() throws {
    let folder = TemporaryFolder()
    var random = SeededGenerator(seed: 1)
    let records = (0..<40).map { number in
      var record = record(&random)
      record.group = String(number)
      return record
    }
    let log = DecisionLog(gitFolder: Array(folder.path.utf8))
    for record in records { try log.append(record) }
    let (entries, broken) = try log.entries()
    #expect(broken == 0)
    #expect(entries.map(\.record) == records)
  }

  @Test func `a file that is no record is counted, and those of other names are not`() throws {
    let folder = TemporaryFolder()
    let log = DecisionLog(gitFolder: Array(folder.path.utf8))
    var random = SeededGenerator(seed: 2)
    let record = record(&random)
    try log.append(record)
    File("\(folder.path)/docmerge/decisions/1700000000000000-1-0-4").write(Array("what".utf8))
    File("\(folder.path)/docmerge/decisions/notes.txt").write(Array("mine".utf8))
    let (entries, broken) = try log.entries()
    #expect(entries.map(\.record) == [record])
    #expect(broken == 1)
  }

  @Test func `there are no more records than the bounds allow, and the newest stay`() throws {
    let folder = TemporaryFolder()
    let log = DecisionLog(gitFolder: Array(folder.path.utf8))
    var random = SeededGenerator(seed: 3)
    let record = record(&random)
    try log.append(record)
    let place = "\(folder.path)/docmerge/decisions"
    // Old by their names, many, and large by their names.
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    let now = Int64(time.tv_sec) * 1_000_000
    for number in 0..<20 {
      File("\(place)/\(now - DecisionLog.ageLimit - 1_000_000)-7-\(number)-1").write([0])
      File("\(place)/\(now - 5_000_000)-8-\(number)-\(DecisionLog.sizeLimit / 8)").write([0])
    }
    for number in 0..<DecisionLog.countLimit {
      File("\(place)/\(now - 4_000_000)-9-\(number)-1").write([0])
    }
    try log.append(record)
    let (entries, broken) = try log.entries()
    #expect(entries.map(\.record) == [record, record])
    #expect(entries.count + broken == DecisionLog.countLimit)
    #expect(!File("\(place)/\(now - 5_000_000)-8-0-\(DecisionLog.sizeLimit / 8)").exists)
    #expect(!File("\(place)/\(now - DecisionLog.ageLimit - 1_000_000)-7-0-1").exists)
  }

  @Test func `a folder that cannot be written is an error, not a crash`() throws {
    let folder = TemporaryFolder()
    File("\(folder.path)/docmerge").write([1])
    var random = SeededGenerator(seed: 4)
    let record = record(&random)
    let log = DecisionLog(gitFolder: Array(folder.path.utf8))
    #expect(throws: DecisionLogFailure.self) { try log.append(record) }
    #expect(File("\(folder.path)/docmerge").bytes == [1])
  }
}
