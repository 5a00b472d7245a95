import DocMergeCore
import DocMergeTestSupport
import Testing

@testable import DocMergeStore

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
      version.date = Timestamp(
        seconds: Int64(generator.number(-9_999_999...9_999_999_999)),
        nanoseconds: Int64(generator.number(0...999_999_999)))
      version.author = Person(name: text(&generator), email: text(&generator))
      version.computer = text(&generator)
      record.heads.add(version, dot)
      if let path = DocumentPath(word(&generator)) { record.names.add(path, dot) }
    }
    return record
  }

  /// The form as it is documented, put together of strings.
  private func plainText(_ record: Record) -> String {
    func acts(_ dots: Set<Dot>) -> String {
      dots.sorted().map { "\($0.replica):\($0.counter)" }.joined(separator: ",")
    }
    func word(_ text: String) -> String { StateText.word(Array(text.utf8)) }
    var text = "document \(record.id)\n"
    for (name, dots) in record.names.dots.sorted(by: { $0.key < $1.key }) {
      text += "name \(StateText.word(name.bytes)) \(acts(dots))\n"
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
  func `what is exactly as it is written is read without words`(seed: Int) throws {
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
  func `what is not exactly as it is written is left to the other reader`(seed: Int) throws {
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

  @Test(arguments: [
    ("a.md", "A.md\0"), ("0000000000000007:1", "0000000000000007:01"), (" 5 ", " 05 "),
    (" 5 ", " +5 "),
    ("7.000000003", "07.000000003"), ("7.000000003", "9223372036.999999999"),
    ("laptop", "lapto%70"),
    ("%20Berg", "%20%20"), ("laptop", "%FF"), ("laptop", "%"), ("laptop", "%ff"), ("\n", "\n\n"),
    ("file", "File"), (" file ", "  file "), ("document", "document "),
  ])
  func `other ways to say the same are left to the other reader`(old: String, new: String) throws {
    var record = Record(id: Samples.document(1))
    let dot = Dot(replica: Samples.replica(7), counter: 1)
    record.rename(Samples.path("a.md"), dot)
    var version = Samples.version(3)
    version.size = 5
    record.replace([], with: [version], dot)
    let text = String(decoding: StateText.text([record]), as: UTF8.self)
    #expect(ExactRecords.records(in: Array(text.utf8)) == [record])
    let other = text.replacing(old, with: new)
    #expect(other != text)
    if let records = ExactRecords.records(in: Array(other.utf8)) {
      #expect(String(decoding: StateText.text(records), as: UTF8.self) == other)
    }
  }

  @Test(arguments: 0..<50)
  func `words hold any bytes`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let bytes = (0..<generator.number(0...40)).map { _ in UInt8(generator.number(0...255)) }
    let word = StateText.word(bytes)
    #expect(StateText.unescape(word.utf8) == bytes)
    #expect(word.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
  }

  @Test(arguments: ["%", "%%", "%4", "%zz", "a%"])
  func `malformed words are told from an empty one`(word: String) {
    #expect(StateText.unescape(word.utf8) == (word == "%" ? [] : nil))
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

  @Test func `what is wrong is named without control characters`() {
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
