import DocMergeObjects
import DocMergeSystem

/// Reads records from a shard that is, byte for byte, what ``RecordWriter`` writes for them.
///
/// Shards that docmerge wrote are, except those with dates before 1970. Those, and shards from other programs, are left
/// to ``RecordParser``, which also reports faults. The text of a shard that is read here can be used again for the same
/// records. Works without cutting the text into words: a container is read as a whole at the first sync of two
/// replicas.
package struct ExactRecords {
  private var scanner: ByteScanner
  private var result: [Record] = []
  /// The author and computer of the line before: mostly they are the same again.
  private var last: Maker?

  /// The author of a version, and the computer.
  private struct Maker {
    /// The three words as they are written.
    var words: ArraySlice<UInt8>
    var computer: String
    var person: Person
  }

  /// The records of a text; `nil` where it is not exactly the text of any records.
  ///
  /// Linear in the text.
  package static func records(in text: [UInt8]) -> [Record]? {
    var reader = ExactRecords(scanner: ByteScanner(text))
    while !reader.scanner.isAtEnd {
      guard let record = reader.record() else { return nil }
      if let last = reader.result.last, last.id >= record.id { return nil }
      reader.result.append(record)
    }
    return reader.result
  }

  private init(scanner: ByteScanner) { self.scanner = scanner }

  private mutating func record() -> Record? {
    guard scanner.skip("document "), let id = DocumentID(&scanner), scanner.skip("\n"),
      let names = names(), let heads = heads()
    else { return nil }
    return Record(id: id, heads: ObservedSet(heads), names: ObservedSet(names))
  }

  private mutating func names() -> [DocumentPath: Set<Dot>]? {
    var result: [DocumentPath: Set<Dot>] = [:]
    var last: DocumentPath?
    while scanner.skip("name ") {
      guard result.count < Limits.names, let name = scanner.word().flatMap({ DocumentPath($0) }),
        last.map({ $0 < name }) ?? true, let dots = dots()
      else { return nil }
      result[name] = dots
      last = name
    }
    return result
  }

  private mutating func heads() -> [Version: Set<Dot>]? {
    var result: [Version: Set<Dot>] = [:]
    var last: ObjectID?
    while scanner.skip("head ") {
      guard result.count < Limits.versions, let version = version(),
        last.map({ $0 < version.id }) ?? true, let dots = dots()
      else { return nil }
      result[version] = dots
      last = version.id
    }
    return result
  }

  /// A version, and the blank behind it.
  private mutating func version() -> Version? {
    guard let id = ObjectID(&scanner), scanner.skip(" "), let kind = kind(),
      let object = ObjectID(&scanner), scanner.skip(" "),
      let size = scanner.decimal().flatMap({ Int64(exactly: $0) }), scanner.skip(" "),
      let date = scanner.date(), scanner.skip(" "), let replica = ReplicaID(&scanner),
      scanner.skip(" "),
      let maker = maker()
    else { return nil }
    return Version(
      id: id, content: ContentID(kind: kind, object: object), size: size, date: date,
      author: maker.person, replica: replica, computer: maker.computer)
  }

  private mutating func kind() -> DocumentKind? {
    DocumentKind.allCases.first { kind in
      let start = scanner
      if scanner.skip(kind.rawValue.utf8), scanner.skip(" ") { return true }
      scanner = start
      return false
    }
  }

  private mutating func maker() -> Maker? {
    if let last, scanner.skip(last.words) { return last }
    let start = scanner
    guard let computer = text(), let name = text(), let email = text() else { return nil }
    let person = Person(name: name, email: email)
    // A name that is changed when it is stored would not be written in the same way.
    guard person.name.utf8.elementsEqual(name.utf8), person.email.utf8.elementsEqual(email.utf8)
    else { return nil }
    let maker = Maker(
      words: start.bytes(to: scanner), computer: computer, person: person)
    last = maker
    return maker
  }

  /// A text that is written as a word, and the blank behind it.
  private mutating func text() -> String? {
    scanner.word().flatMap { String(validating: $0, as: UTF8.self) }
  }

  /// Acts in their order, and the end of the line.
  private mutating func dots() -> Set<Dot>? {
    var result: Set<Dot> = []
    var last: Dot?
    repeat {
      guard result.count < Limits.dots, let replica = ReplicaID(&scanner), scanner.skip(":"),
        let counter = scanner.decimal(), (1...Limits.acts).contains(counter),
        case let dot = Dot(replica: replica, counter: counter), last.map({ $0 < dot }) ?? true
      else { return nil }
      result.insert(dot)
      last = dot
    } while scanner.skip(",")
    return scanner.skip("\n") ? result : nil
  }
}
