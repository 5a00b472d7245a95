import DocMergeCore
import DocMergeLanguage
import DocMergeObjects

/// Builds records from the lines of a shard; see ``StateText`` for their form.
///
/// Works on bytes, and parses a person that is repeated on the next line only once: a container is read as a whole at
/// the first sync of two replicas.
struct RecordParser {
  package typealias Word = ArraySlice<UInt8>

  private var result: [Record] = []
  private var current: DocumentID?
  private var names: [DocumentPath: Set<Dot>] = [:]
  private var heads: [Version: Set<Dot>] = [:]
  private var lastPerson: (name: Word, email: Word, person: Person)?

  private static let document = Array("document".utf8)[...]
  private static let name = Array("name".utf8)[...]
  private static let head = Array("head".utf8)[...]

  /// Takes one line, which is also passed as its words.
  package mutating func take(_ line: Word, words: [Word]) throws(StateError) {
    switch words.first {
    case RecordParser.document:
      endRecord()
      guard words.count == 2, let id = DocumentID(digits: words[1]) else {
        throw StateError(line: line)
      }
      current = id
    case RecordParser.name:
      guard current != nil, words.count == 3,
        let path = EscapedWord.bytes(words[1]).flatMap({ DocumentPath($0) })
      else { throw StateError(line: line) }
      guard names.updateValue(try dots(words[2]), forKey: path) == nil,
        names.count <= Limits.names
      else {
        throw StateError(text: tr("too many names: \(String(decoding: line, as: UTF8.self))"))
      }
    case RecordParser.head:
      guard current != nil, words.count == 11, let version = version(words) else {
        throw StateError(line: line)
      }
      guard heads.updateValue(try dots(words[10]), forKey: version) == nil,
        heads.count <= Limits.versions
      else {
        throw StateError(text: tr("too many versions: \(String(decoding: line, as: UTF8.self))"))
      }
    default: throw StateError(line: line)
    }
  }

  /// All records, once there are no more lines.
  package mutating func finish() -> [Record] {
    endRecord()
    return result
  }

  private mutating func endRecord() {
    guard let id = current else { return }
    result.append(Record(id: id, heads: ObservedSet(heads), names: ObservedSet(names)))
    (names, heads) = ([:], [:])
  }

  private mutating func version(_ words: [Word]) -> Version? {
    guard let id = ObjectID(digits: words[1]),
      let kind = DocumentKind(rawValue: String(decoding: words[2], as: UTF8.self)),
      let object = ObjectID(digits: words[3]),
      let size = Decimal.number(words[4]).flatMap({ Int64(exactly: $0) }),
      let date = Trailers.date(words[5]),
      let replica = ReplicaID(digits: words[6]), let computer = EscapedWord.bytes(words[7]),
      let person = person(words[8], words[9])
    else { return nil }
    return Version(
      id: id, content: ContentID(kind: kind, object: object), size: size, date: date,
      author: person, replica: replica, computer: String(decoding: computer, as: UTF8.self))
  }

  private mutating func person(_ name: Word, _ email: Word) -> Person? {
    if let lastPerson, lastPerson.name == name, lastPerson.email == email {
      return lastPerson.person
    }
    guard let nameBytes = EscapedWord.bytes(name), let emailBytes = EscapedWord.bytes(email)
    else {
      return nil
    }
    let person = Person(
      name: String(decoding: nameBytes, as: UTF8.self),
      email: String(decoding: emailBytes, as: UTF8.self))
    lastPerson = (name, email, person)
    return person
  }

  private func dots(_ word: Word) throws(StateError) -> Set<Dot> {
    var result: Set<Dot> = []
    for part in word.split(separator: UInt8(ascii: ",")) {
      let pair = part.split(separator: UInt8(ascii: ":"))
      guard pair.count == 2, let dot = Dot(pair[0], pair[1]), result.count < Limits.dots
      else { throw StateError(line: word) }
      result.insert(dot)
    }
    return result
  }
}

extension Dot {
  /// Reads an act; the next number after it must not overflow.
  package init?(_ replica: ArraySlice<UInt8>, _ counter: ArraySlice<UInt8>) {
    guard let replica = ReplicaID(digits: replica), let counter = Decimal.number(counter),
      (1...Limits.acts).contains(counter)
    else { return nil }
    self.init(replica: replica, counter: counter)
  }
}
