package import DocMergeCore

/// What a version commit records besides its tree and parents, and its form in the message.
///
/// The last paragraph of the message holds trailers (`git interpret-trailers`), so that plain git
/// shows and searches them:
///
///     Save Notes/todo.md
///
///     Docmerge-Document: 5f0c…
///     Docmerge-Path: Notes/todo.md
///     Docmerge-Kind: file
///     Docmerge-Size: 120
///     Docmerge-Replica: 91ab…
///     Docmerge-Computer: laptop
///     Docmerge-Operation: save
///     Docmerge-Date: 1763700000.123456789
package struct VersionNote: Sendable, Hashable {
  package var subject: String
  package var document: DocumentID
  package var path: DocumentPath
  package var kind: DocumentKind
  package var size: Int64
  package var replica: ReplicaID
  package var computer: String
  package var operation: OperationKind
  package var strategy: String?
  package var date: Timestamp

  package var message: String {
    var trailers: [(String, String)] = [
      ("Document", document.description),
      ("Path", EscapedWord.text(path.bytes)),
      ("Kind", kind.rawValue),
      ("Size", String(size)),
      ("Replica", replica.description),
      ("Computer", computer),
      ("Operation", operation.rawValue),
    ]
    if let strategy { trailers.append(("Strategy", strategy)) }
    trailers.append(("Date", Trailers.text(date)))
    return Trailers.message(subject, trailers)
  }

  package init(
    subject: String, document: DocumentID, path: DocumentPath, kind: DocumentKind, size: Int64,
    replica: ReplicaID, computer: String, operation: OperationKind, strategy: String? = nil,
    date: Timestamp
  ) {
    self.subject = subject
    self.document = document
    self.path = path
    self.kind = kind
    self.size = size
    self.replica = replica
    self.computer = computer
    self.operation = operation
    self.strategy = strategy
    self.date = date
  }

  /// Parses a message; `nil` when it is not that of a version.
  package init?(message: String) {
    let (subject, values) = Trailers.parse(message)
    guard let document = values["Document"].flatMap({ DocumentID($0) }),
      let word = values["Path"], let bytes = EscapedWord.bytes(word.utf8),
      let path = DocumentPath(bytes),
      let kind = values["Kind"].flatMap({ DocumentKind(rawValue: $0) }),
      let size = values["Size"].flatMap({ Int64($0) }), size >= 0,
      let replica = values["Replica"].flatMap({ ReplicaID($0) }),
      let operation = values["Operation"].flatMap({ OperationKind(rawValue: $0) }),
      let date = values["Date"].flatMap({ Trailers.date($0.utf8) })
    else { return nil }
    self.init(
      subject: subject, document: document, path: path, kind: kind, size: size, replica: replica,
      computer: values["Computer"] ?? "", operation: operation, strategy: values["Strategy"],
      date: date)
  }
}

/// The kind of an operation, in version and state commits and in the operation log.
public enum OperationKind: String, Sendable, Hashable, CaseIterable {
  /// The container was made.
  case initialize = "init"
  /// New versions of changed files in the folder, or of contents from a program.
  case save
  /// Versions in conflict were settled.
  case resolve
  /// Documents were moved or renamed.
  case move
  /// Documents were deleted.
  case delete
  /// An old version became the current one again.
  case restore
  /// Changes of other replicas were merged.
  case sync
  /// An earlier operation was undone.
  case undo
  /// Equal contents of several versions became one version, without a decision of a person.
  case join
  /// The states up to then were signed; in no log of operations.
  case sign
  /// Versions that no document has any more were removed from the disk.
  case prune
}
