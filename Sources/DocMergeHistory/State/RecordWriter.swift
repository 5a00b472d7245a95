import DocMergeObjects
import DocMergeSystem

/// Writes records as the lines of a shard; see ``StateText`` for their form.
///
/// Works on bytes, as ``RecordParser`` does: whole states are written at the first sync of two replicas.
struct RecordWriter {
  /// The text so far.
  package private(set) var text: [UInt8] = []

  private static let blank = UInt8(ascii: " ")
  private static let feed = UInt8(ascii: "\n")

  /// Writes a record; records are written in the order of their ids.
  package mutating func add(_ record: Record) {
    text += "document ".utf8
    Hex.append(record.id.bytes, to: &text)
    text.append(RecordWriter.feed)
    for (name, dots) in record.names.dots.sorted(by: { $0.key < $1.key }) {
      text += "name ".utf8
      EscapedWord.append(name.bytes, to: &text)
      add(dots)
    }
    for (version, dots) in record.heads.dots.sorted(by: { $0.key.id < $1.key.id }) {
      text += "head ".utf8
      add(version)
      add(dots)
    }
  }

  private mutating func add(_ version: Version) {
    Hex.append(version.id.bytes, to: &text)
    text.append(RecordWriter.blank)
    text += version.content.kind.rawValue.utf8
    text.append(RecordWriter.blank)
    Hex.append(version.content.object.bytes, to: &text)
    text.append(RecordWriter.blank)
    text += "\(version.size) \(Trailers.text(version.date)) \(version.replica)".utf8
    for word in [version.computer, version.author.name, version.author.email] {
      text.append(RecordWriter.blank)
      EscapedWord.append(word.utf8, to: &text)
    }
  }

  /// Ends a line with the acts that added its entry.
  private mutating func add(_ dots: Set<Dot>) {
    text.append(RecordWriter.blank)
    for (number, dot) in dots.sorted().enumerated() {
      if number > 0 { text.append(UInt8(ascii: ",")) }
      text += "\(dot.replica):\(dot.counter)".utf8
    }
    text.append(RecordWriter.feed)
  }
}
