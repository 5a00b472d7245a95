import DocMergeCore
import DocMergeStoreSamples
import DocMergeTestSupport
import Testing

@testable import DocMergeHistory
@testable import DocMergeObjects

/// What a state writes it can read again, and nothing else.
struct StateTextTests {
  private func word(_ generator: inout SeededGenerator) -> [UInt8] {
    (0..<generator.number(1...12)).map { _ in
      generator.once(in: 3)
        ? UInt8(generator.number(1...255)) : UInt8(generator.number(0x61...0x7A))
    }
  }

  private func text(_ generator: inout SeededGenerator) -> String {
    let alphabet = Array("abc %<>\u{E9}😀\t\n")
    return String(
      (0..<generator.number(0...8)).map { _ in alphabet[generator.number(0...alphabet.count - 1)] })
  }

  private func record(_ number: Int, _ generator: inout SeededGenerator) -> Record {
    var record = Record(id: Samples.document(number))
    for index in 0..<generator.number(0...3) {
      let dot = Dot(replica: Samples.replica(index + 1), counter: UInt64(generator.number(1...99)))
      var version = Samples.version(generator.number(1...9999))
      version.content.kind = DocumentKind.allCases[generator.number(0...4)]
      let earliest = generator.once(in: 8) ? -9_999_999 : 0
      version.date = Timestamp(
        seconds: Int64(generator.number(earliest...(earliest < 0 ? -1 : 9_999_999_999))),
        nanoseconds: Int64(generator.number(0...999_999_999)))
      version.author = Person(name: text(&generator), email: text(&generator))
      version.computer = text(&generator)
      record.heads.add(version, dot)
      if let path = DocumentPath(word(&generator)) { record.names.add(path, dot) }
    }
    let heads = record.heads.dots.mapValues { $0.union(dots(&generator)) }
    let names = record.names.dots.mapValues { $0.union(dots(&generator)) }
    return Record(id: record.id, heads: ObservedSet(heads), names: ObservedSet(names))
  }

  /// Mostly none.
  private func dots(_ generator: inout SeededGenerator) -> Set<Dot> {
    Set(
      (0..<max(0, generator.number(-3...3))).map { _ in
        Dot(
          replica: Samples.replica(generator.number(1...3)),
          counter: UInt64(generator.number(1...99)))
      })
  }

  /// The form as it is documented, put together of strings.
  private func plainText(_ record: Record) -> String {
    func acts(_ dots: Set<Dot>) -> String {
      dots.sorted().map { "\($0.replica):\($0.counter)" }.joined(separator: ",")
    }
    func word(_ text: String) -> String { EscapedWord.text(Array(text.utf8)) }
    var text = "document \(record.id)\n"
    for (name, dots) in record.names.dots.sorted(by: { $0.key < $1.key }) {
      text += "name \(EscapedWord.text(name.bytes)) \(acts(dots))\n"
    }
    for (version, dots) in record.heads.dots.sorted(by: { $0.key.id < $1.key.id }) {
      let words = [
        "head", version.id.description, version.content.kind.rawValue,
        version.content.object.description, String(version.size), Trailers.text(version.date),
        version.replica.description, word(version.computer), word(version.author.name),
        word(version.author.email), acts(dots),
      ]
      text += words.joined(separator: " ") + "\n"
    }
    return text
  }

  @Test(arguments: 0..<100)
  func `records are written in the form that is documented`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let records = (1...5).map { record($0, &generator) }
    let expected = records.sorted { $0.id < $1.id }.map(plainText).joined()
    #expect(String(decoding: StateText.text(records), as: UTF8.self) == expected)
  }

  @Test(arguments: 0..<100)
  func `records come back as they were written`(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    let records = (1...generator.number(1...6)).map { record($0, &generator) }
    let text = StateText.text(records)
    #expect(try StateText.records(text) == records)
    #expect(StateText.text(records.reversed()) == text)
  }

  /// Some bytes replaced, taken out, or said twice; or a letter made a capital.
  private func spoil(_ bytes: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<generator.number(1...2) where !bytes.isEmpty {
      let place = generator.number(0...bytes.count - 1)
      switch generator.number(0...4) {
      case 0: bytes[place] = UInt8(generator.number(0...255))
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(bytes[place], at: place)
      case 3: bytes[place] &= 0xDF
      default:
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        bytes = Array(lines.shuffled(using: &generator).joined(separator: [0x0A]))
      }
    }
    return bytes
  }

  @Test(arguments: 0..<200)
  func `a text exactly as it is written is read without words`(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    let records = (1...generator.number(1...6)).map { record($0, &generator) }
    let text = StateText.text(records)
    #expect(try StateText.anyRecords(text) == records)
    let isOld = records.contains { $0.heads.elements.contains { $0.date.nanoseconds < 0 } }
    // Only dates before 1970 are left to the other reader.
    #expect(ExactRecords.records(in: text) == (isOld ? nil : records))
    #expect(ExactRecords.records(in: []) == [])
  }

  @Test(arguments: 0..<400)
  func `a text not exactly as it is written is left to the other reader`(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    var left = 0
    for _ in 0..<20 {
      let whole = (1...2).map { record($0, &generator) }
      let bytes = spoil(StateText.text(whole), &generator)
      guard let records = ExactRecords.records(in: bytes) else {
        left += 1
        continue
      }
      #expect(StateText.text(records) == bytes)
      #expect(try StateText.anyRecords(bytes) == records)
    }
    #expect(left > 0)
  }

  /// A record with all that a text has once.
  private var plain: String {
    var record = Record(id: Samples.document(1))
    let dot = Dot(replica: Samples.replica(7), counter: 1)
    record.rename(Samples.path("a.md"), dot)
    var version = Samples.version(3)
    version.size = 5
    record.replace([], with: [version], dot)
    return String(decoding: StateText.text([record]), as: UTF8.self)
  }

  @Test(arguments: [
    ("a.md", "a.m%64"), ("a.md", "a.m%"), ("a.md", "%"), ("a.md", "../a"),
    ("000007:1\n", "000007:01\n"), ("000007:1\n", "000007:1,\n"), ("000007:1\n", "000007:1 \n"),
    ("000007:1\n", "000007:0\n"), ("000007:1\n", "000007:9007199254740993\n"),
    ("0000000000000007:1\n", "0000000000000007:1,0000000000000007:1\n"),
    ("0000000000000007:1\n", "0000000000000007:2,0000000000000007:1\n"),
    (" 5 ", " 05 "), (" 5 ", " +5 "), (" 5 ", "  "), (" 5 ", " 9223372036854775808 "),
    (" 5 ", " 10000000000000000000 "), ("7.000000003", "07.000000003"),
    ("7.000000003", "7.00000003"),
    ("7.000000003", "9223372036.854775808"), ("7.000000003", "-7.000000003"),
    ("laptop", "lapto%70"),
    ("laptop", "%FF"), ("laptop", "%ff"), ("laptop", "%f"), ("laptop", ""), ("%20Berg", "%20"),
    ("\n", "\n\n"), ("file", "File"), (" file ", "  file "), ("document", " document"),
    ("example.org ", "example.org"), ("1\n", "1"),
  ])
  func `other ways to say it are left to the other reader`(old: String, new: String) {
    #expect(ExactRecords.records(in: Array(plain.utf8)) != nil)
    let other = plain.replacing(old, with: new)
    #expect(other != plain)
    #expect(ExactRecords.records(in: Array(other.utf8)) == nil)
  }

  @Test(arguments: [
    ("a.md", "a/b%20c.md"), ("000007:1\n", "000007:9007199254740992\n"),
    ("0000000000000007:1\n", "0000000000000007:1,0000000000000007:2\n"), (" 5 ", " 0 "),
    (" 5 ", " 9223372036854775807 "), ("7.000000003", "9223372036.854775807"),
    ("7.000000003", "0.000000000"), ("laptop", "%"), ("laptop", "%c3%a9"), ("laptop", "%0a"),
    ("anna@example.org", "%"), (" file ", " deleted "),
  ])
  func `the least and the most are read alike`(old: String, new: String) throws {
    let other = Array(plain.replacing(old, with: new).utf8)
    let records = try #require(ExactRecords.records(in: other))
    #expect(StateText.text(records) == other)
    #expect(try StateText.anyRecords(other) == records)
  }

  @Test func `a text too large for one reader is too large for the other`() throws {
    func text(names: Int, heads: Int, dots: Int) -> [UInt8] {
      let acts = Set((1...dots).map { Dot(replica: Samples.replica(1), counter: UInt64($0)) })
      return StateText.text([
        Record(
          id: Samples.document(1),
          heads: ObservedSet(
            Dictionary(uniqueKeysWithValues: (0..<heads).map { (Samples.version($0), acts) })),
          names: ObservedSet(
            Dictionary(uniqueKeysWithValues: (0..<names).map { (Samples.path("\($0)"), acts) })))
      ])
    }
    let most = [(Limits.names, 1, 1), (1, Limits.versions, 1), (1, 1, Limits.dots)]
    for (names, heads, dots) in most {
      let text = text(names: names, heads: heads, dots: dots)
      #expect(try ExactRecords.records(in: text) == StateText.anyRecords(text))
    }
    for (names, heads, dots) in [
      (Limits.names + 1, 1, 1), (1, Limits.versions + 1, 1), (1, 1, Limits.dots + 1),
    ] {
      let text = text(names: names, heads: heads, dots: dots)
      #expect(ExactRecords.records(in: text) == nil)
      #expect(throws: StateError.self) { try StateText.records(text) }
    }
  }

  @Test(arguments: 0..<50)
  func `words hold any bytes`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let bytes = (0..<generator.number(0...40)).map { _ in UInt8(generator.number(0...255)) }
    let word = EscapedWord.text(bytes)
    #expect(EscapedWord.bytes(word.utf8) == bytes)
    #expect(word.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
  }

  @Test(arguments: ["%", "%%", "%4", "%zz", "a%"])
  func `malformed words are distinguished from an empty one`(word: String) {
    #expect(EscapedWord.bytes(word.utf8) == (word == "%" ? [] : nil))
  }

  @Test func `clocks and lists of ids come back as they were written`() throws {
    var clock = Clock()
    for number in [3, 1, 2, 1] { _ = clock.advance(Samples.replica(number)) }
    #expect(try StateText.clock(StateText.text(clock)) == clock)
    #expect(try StateText.clock([]) == Clock())
    let ids = [3, 1, 2].map(Samples.document)
    #expect(try StateText.ids(StateText.text(ids)) == ids.sorted())
  }

  @Test func `the text is as documented`() {
    var record = Record(id: Samples.document(1))
    let dot = Dot(replica: Samples.replica(2), counter: 7)
    record.rename(Samples.path("Notes/to do.md"), dot)
    record.replace([], with: [Samples.version(3)], dot)
    let zeros = String(repeating: "0", count: 13)
    let lines = String(decoding: StateText.text([record]), as: UTF8.self).split(separator: "\n")
    #expect(lines[0] == "document \(Samples.document(1))")
    #expect(lines[1] == "name Notes/to%20do.md \(zeros)002:7")
    let head =
      "head \(Samples.object(3)) file \(Samples.object(1003)) 3 7.000000003 \(zeros)001 laptop "
      + "Anna%20Berg anna@example.org \(zeros)002:7"
    #expect(lines[2] == head)
  }

  @Test(arguments: [
    "document", "document 12", "frobnicate x", "name a.md 0000000000000001:1",
    "document 00000000000000000000000000000001\nname ../x 0000000000000001:1",
    "document 00000000000000000000000000000001\nname %2Fetc 0000000000000001:1",
    "document 00000000000000000000000000000001\nname .docmerge/x 0000000000000001:1",
    "document 00000000000000000000000000000001\nname a.md 0000000000000001",
    "document 00000000000000000000000000000001\nname a.md 1:1",
    "document 00000000000000000000000000000001\nhead x y z",
  ])
  func `malformed records are refused, with the line`(text: String) {
    #expect(throws: StateError.self) { try StateText.records(Array("\(text)\n".utf8)) }
  }

  @Test(arguments: ["x", "0000000000000001", "0000000000000001 x", "0000000000000001 -1", "1 1"])
  func `malformed clocks are refused`(text: String) {
    #expect(throws: StateError.self) { try StateText.clock(Array("\(text)\n".utf8)) }
  }

  @Test func `a fault is named without control characters`() {
    #expect(StateError(text: "a\u{1B}[2J").description == "malformed state: a\\u{1B}[2J")
  }

  @Test(arguments: 0..<200)
  func `a spoilt byte never crashes the reader`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    var bytes = StateText.text([record(1, &generator), record(2, &generator)])
    for _ in 0..<generator.number(1...4) {
      bytes[generator.number(0...bytes.count - 1)] = UInt8(generator.number(0...255))
    }
    _ = try? StateText.records(bytes)
    _ = try? StateText.clock(bytes)
    _ = try? StateText.ids(bytes)
  }
}
