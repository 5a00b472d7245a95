import DocMergeCore
import DocMergeLanguage
import DocMergeObjects
import DocMergeSystem

/// The form of clocks, records and lists of ids in the blobs of a state.
///
/// Lines of words; bytes that a word cannot hold are percent-encoded as in URLs, an empty word is `%`.
///
///     document 5f0c…
///     name Notes/to%20do.md 91ab…:7
///     head 3be1… file 8ab6… 120 1763700000.123456789 91ab… laptop Anna%20Berg anna@example.org 91ab…:7
package enum StateText {
  package static let format = Array("docmerge state 1\n".utf8)

  // MARK: Writing

  package static func text(_ clock: Clock) -> [UInt8] {
    let lines = clock.counters.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)\n" }
    return Array(lines.joined().utf8)
  }

  package static func text(_ ids: some Sequence<DocumentID>) -> [UInt8] {
    Array(ids.sorted().map { "\($0)\n" }.joined().utf8)
  }

  package static func text(_ records: some Sequence<Record>) -> [UInt8] {
    var writer = RecordWriter()
    for record in records.sorted(by: { $0.id < $1.id }) { writer.add(record) }
    return writer.text
  }

  // MARK: Reading

  private static let feed = UInt8(ascii: "\n")
  private static let blank = UInt8(ascii: " ")

  package static func clock(_ bytes: [UInt8]) throws(StateError) -> Clock {
    var counters: [ReplicaID: UInt64] = [:]
    for line in bytes.split(separator: feed) {
      let words = line.split(separator: blank)
      guard words.count == 2, let dot = Dot(words[0], words[1]),
        counters.updateValue(dot.counter, forKey: dot.replica) == nil
      else { throw StateError(line: line) }
    }
    guard counters.count <= Limits.replicas else {
      throw StateError(text: tr("\(counters.count) replicas, more than \(Limits.replicas)"))
    }
    return Clock(counters)
  }

  package static func ids(_ bytes: [UInt8]) throws(StateError) -> [DocumentID] {
    var result: [DocumentID] = []
    for line in bytes.split(separator: feed) {
      guard let id = DocumentID(digits: line) else { throw StateError(line: line) }
      result.append(id)
    }
    return result
  }

  /// The records of a shard.
  package static func records(_ bytes: [UInt8]) throws(StateError) -> [Record] {
    if let records = ExactRecords.records(in: bytes) { return records }
    return try anyRecords(bytes)
  }

  /// The records of a shard, read fast if the text is exactly as docmerge writes it.
  package static func anyRecords(_ bytes: [UInt8]) throws(StateError) -> [Record] {
    var parser = RecordParser()
    for line in bytes.split(separator: feed) {
      try parser.take(line, words: line.split(separator: blank))
    }
    return parser.finish()
  }
}

/// A record, clock or list of a state that cannot be read.
package struct StateError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The faulty line.
  package var text: String

  package init(text: String) { self.text = text }

  package init(line: ArraySlice<UInt8>) { text = String(decoding: line, as: UTF8.self) }

  package var description: String {
    let quoted = text.unicodeScalars.prefix(Limits.quoted)
    let isWhole = quoted.endIndex == text.unicodeScalars.endIndex
    let shown = PrintableText.escape(String(quoted)) + (isWhole ? "" : "…")
    return tr("malformed state: \(shown)")
  }
}
