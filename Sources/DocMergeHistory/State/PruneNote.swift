package import DocMergeObjects

/// What a prune removed, as its state records it: a text in the tree of the state.
///
///     chain 9c1e…
///     document 5f0c… Notes/gone.md
///     version 3be1… 5f0c… 120 deleted Notes/gone.md
package struct PruneNote: Sendable, Hashable {
  /// A version that was pruned.
  package struct Entry: Sendable, Hashable {
    package var id: ObjectID
    package var document: DocumentID
    package var size: Int64
    package var reason: PruneReason
    /// The name that the document had.
    package var path: DocumentPath

    package init(
      id: ObjectID, document: DocumentID, size: Int64, reason: PruneReason, path: DocumentPath
    ) {
      self.id = id
      self.document = document
      self.size = size
      self.reason = reason
      self.path = path
    }
  }

  /// A document that no state knows any more.
  package struct Forgotten: Sendable, Hashable {
    package var id: DocumentID
    package var path: DocumentPath

    package init(id: DocumentID, path: DocumentPath) {
      self.id = id
      self.path = path
    }
  }

  /// The ends of the chains that kept the versions before.
  package var chains: [ObjectID] = []
  package var documents: [Forgotten] = []
  package var versions: [Entry] = []

  /// The name of the text in the tree of a state.
  package static let name = Array("pruned".utf8)

  package init(chains: [ObjectID], documents: [Forgotten], versions: [Entry]) {
    self.chains = chains
    self.documents = documents
    self.versions = versions
  }

  // MARK: Text

  package var text: [UInt8] {
    var lines = chains.map { "chain \($0)\n" }
    lines += documents.map { "document \($0.id) \(EscapedWord.text($0.path.bytes))\n" }
    lines += versions.map { entry in
      "version \(entry.id) \(entry.document) \(entry.size) \(entry.reason.rawValue) "
        + "\(EscapedWord.text(entry.path.bytes))\n"
    }
    return Array(lines.joined().utf8)
  }

  package init(_ bytes: [UInt8]) throws(StateError) {
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let text = String(decoding: line, as: UTF8.self)
      let words = text.split(separator: " ")
      switch (words.first, words.count) {
      case ("chain", 2):
        guard let id = ObjectID(hex: words[1]) else { throw StateError(text: text) }
        chains.append(id)
      case ("document", 3):
        guard let id = DocumentID(words[1]), let path = PruneNote.path(words[2]) else {
          throw StateError(text: text)
        }
        documents.append(Forgotten(id: id, path: path))
      case ("version", 6):
        guard let id = ObjectID(hex: words[1]), let document = DocumentID(words[2]),
          let size = Int64(words[3]), size >= 0,
          let reason = PruneReason(rawValue: String(words[4])), let path = PruneNote.path(words[5])
        else { throw StateError(text: text) }
        versions.append(
          Entry(id: id, document: document, size: size, reason: reason, path: path))
      default: throw StateError(text: text)
      }
    }
  }

  private static func path(_ word: Substring) -> DocumentPath? {
    EscapedWord.bytes(word.utf8).flatMap { DocumentPath($0) }
  }
}

/// Why nothing leads to a version any more.
public enum PruneReason: String, Sendable, Hashable, CaseIterable {
  /// An operation withdrew it.
  case undone
  /// Its document was deleted, on every replica.
  case deleted
}
