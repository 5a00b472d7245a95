import DocMergeCore

/// How clocks, records and lists of ids are written in the blobs of a state.
///
/// Lines of words; bytes that a word cannot hold are percent-encoded as in URLs, an empty word is `%`.
///
///     document 5f0c…
///     name Notes/to%20do.md 91ab…:7
///     head 3be1… file 8ab6… 120 1763700000.123456789 91ab… laptop Anna%20Berg anna@example.org 91ab…:7
enum StateText {
  static let format = Array("docmerge state 1\n".utf8)

  // MARK: Writing

  static func text(_ clock: Clock) -> [UInt8] {
    let lines = clock.counters.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)\n" }
    return Array(lines.joined().utf8)
  }

  static func text(_ ids: some Sequence<DocumentID>) -> [UInt8] {
    Array(ids.sorted().map { "\($0)\n" }.joined().utf8)
  }

  static func text(_ records: some Sequence<Record>) -> [UInt8] {
    var text = ""
    for record in records.sorted(by: { $0.id < $1.id }) {
      text += "document \(record.id)\n"
      for (name, dots) in record.names.dots.sorted(by: { $0.key < $1.key }) {
        text += "name \(word(name.bytes)) \(word(dots))\n"
      }
      for (version, dots) in record.heads.dots.sorted(by: { $0.key.id < $1.key.id }) {
        text += "head \(words(version)) \(word(dots))\n"
      }
    }
    return Array(text.utf8)
  }

  private static func words(_ version: Version) -> String {
    [
      version.id.description, version.content.kind.rawValue, version.content.object.description,
      String(version.size), Trailers.text(version.date), version.replica.description,
      word(Array(version.computer.utf8)), word(Array(version.author.name.utf8)),
      word(Array(version.author.email.utf8)),
    ].joined(separator: " ")
  }

  private static func word(_ dots: Set<Dot>) -> String {
    dots.sorted().map { "\($0.replica):\($0.counter)" }.joined(separator: ",")
  }

  /// Bytes as a word: percent-encoded where a word cannot hold them.
  static func word(_ bytes: [UInt8]) -> String {
    guard !bytes.isEmpty else { return "%" }
    var result: [UInt8] = []
    for byte in bytes {
      if byte > 0x20, byte < 0x7F, byte != UInt8(ascii: "%") {
        result.append(byte)
      } else {
        result += Array("%".utf8) + Hex.text([byte]).utf8
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  // MARK: Reading

  static func clock(_ bytes: [UInt8]) throws(StateError) -> Clock {
    var counters: [ReplicaID: UInt64] = [:]
    for line in lines(bytes) {
      let words = line.split(separator: " ")
      guard words.count == 2, let dot = dot(words[0], words[1]),
        counters.updateValue(dot.counter, forKey: dot.replica) == nil
      else { throw StateError(text: line) }
    }
    guard counters.count <= Limits.replicas else {
      throw StateError(text: "\(counters.count) replicas, more than \(Limits.replicas)")
    }
    return Clock(counters)
  }

  static func ids(_ bytes: [UInt8]) throws(StateError) -> [DocumentID] {
    var result: [DocumentID] = []
    for line in lines(bytes) {
      guard let id = DocumentID(line) else { throw StateError(text: String(line)) }
      result.append(id)
    }
    return result
  }

  static func records(_ bytes: [UInt8]) throws(StateError) -> [Record] {
    var result: [Record] = []
    var names: [DocumentPath: Set<Dot>] = [:]
    var heads: [Version: Set<Dot>] = [:]
    var current: DocumentID?
    func finish() {
      guard let id = current else { return }
      result.append(Record(id: id, heads: ObservedSet(heads), names: ObservedSet(names)))
      (names, heads) = ([:], [:])
    }
    for line in lines(bytes) {
      let words = line.split(separator: " ")
      switch words.first {
      case "document":
        finish()
        guard words.count == 2, let id = DocumentID(words[1]) else { throw StateError(text: line) }
        current = id
      case "name":
        guard current != nil, words.count == 3,
          let path = unescape(words[1]).flatMap({ DocumentPath($0) })
        else { throw StateError(text: line) }
        guard names.updateValue(try dots(words[2]), forKey: path) == nil,
          names.count <= Limits.names
        else { throw StateError(text: "too many names: \(line)") }
      case "head":
        guard current != nil, words.count == 11, let version = version(words)
        else { throw StateError(text: line) }
        guard heads.updateValue(try dots(words[10]), forKey: version) == nil,
          heads.count <= Limits.versions
        else { throw StateError(text: "too many versions: \(line)") }
      default: throw StateError(text: line)
      }
    }
    finish()
    return result
  }

  private static func version(_ words: [Substring]) -> Version? {
    guard let id = ObjectID(hex: words[1]), let kind = DocumentKind(rawValue: String(words[2])),
      let object = ObjectID(hex: words[3]), let size = Int64(words[4]), size >= 0,
      let date = Trailers.date(String(words[5])), let replica = ReplicaID(words[6]),
      let computer = unescape(words[7]), let name = unescape(words[8]),
      let email = unescape(words[9])
    else { return nil }
    return Version(
      id: id, content: ContentID(kind: kind, object: object), size: size, date: date,
      author: Person(
        name: String(decoding: name, as: UTF8.self), email: String(decoding: email, as: UTF8.self)),
      replica: replica, computer: String(decoding: computer, as: UTF8.self))
  }

  private static func dots(_ word: Substring) throws(StateError) -> Set<Dot> {
    var result: Set<Dot> = []
    for part in word.split(separator: ",") {
      let pair = part.split(separator: ":")
      guard pair.count == 2, let dot = dot(pair[0], pair[1]), result.count < Limits.dots
      else { throw StateError(text: String(word)) }
      result.insert(dot)
    }
    return result
  }

  /// An act; counting on from one must never overflow.
  private static func dot(_ replica: Substring, _ counter: Substring) -> Dot? {
    guard let replica = ReplicaID(replica), let counter = UInt64(counter),
      (1...Limits.acts).contains(counter)
    else { return nil }
    return Dot(replica: replica, counter: counter)
  }

  /// The bytes of a word; `nil` when it is malformed.
  static func unescape(_ word: Substring) -> [UInt8]? {
    if word == "%" { return [] }
    var result: [UInt8] = []
    var rest = Substring(word).utf8
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        result.append(byte)
        continue
      }
      guard let high = rest.popFirst(), let low = rest.popFirst(),
        let decoded = Hex.bytes([high, low])
      else { return nil }
      result += decoded
    }
    return result
  }

  private static func lines(_ bytes: [UInt8]) -> [String] {
    bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
  }
}

/// A record, clock or list of a state that cannot be read.
package struct StateError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The line that is wrong.
  package var text: String

  package var description: String {
    let quoted = text.unicodeScalars.prefix(Limits.quoted)
    let isWhole = quoted.endIndex == text.unicodeScalars.endIndex
    return "malformed state: \(PrintableText.escape(String(quoted)))\(isWhole ? "" : "…")"
  }
}
