import DocMerge
import FoundationEssentials

/// The JSON that `--json` prints.
///
/// The shapes are described in docmerge(1); `version` counts changes that old readers would not
/// understand.
enum JSONText {
  static func list(_ documents: [DocumentSummary]) throws -> String {
    try text(Report(format: "docmerge-list", documents: documents.map(Document.init)))
  }

  static func status(
    _ report: StatusReport, _ remotes: [RemoteStatus], _ signatures: [PeerSignature]
  ) throws -> String {
    try text(Status(report, remotes, signatures))
  }

  static func versions(_ document: DocumentSummary, _ history: [HistoryEntry]) throws -> String {
    try text(History(document: Document(document), history: history.map { Entry($0, document) }))
  }

  static func operations(_ operations: [DocMerge.Operation]) throws -> String {
    try text(Log(operations: operations.map(Act.init)))
  }

  static func text(_ value: some Encodable, onOneLine: Bool = false) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if !onOneLine { encoder.outputFormatting.insert(.prettyPrinted) }
    return visible(String(decoding: try encoder.encode(value), as: UTF8.self))
  }

  /// JSON allows what could act on a terminal (C1 controls, direction overrides) in strings: escape it.
  private static func visible(_ json: String) -> String {
    json.unicodeScalars.map { scalar in
      guard scalar != "\n", scalar != "\\", PrintableText.escape(String(scalar)) != String(scalar)
      else {
        return String(scalar)
      }
      return String(scalar).utf16.map { unit in
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }.joined()
    }.joined()
  }

  private struct Report: Encodable {
    var format: String
    var version = 1
    var documents: [Document]
  }

  struct Document: Encodable {
    var id: String
    var path: String
    var aliases: [String]
    var state: String
    var contents: String
    var versions: [Head]

    init(_ document: DocumentSummary) {
      id = document.id.description
      path = JSONText.path(document.path)
      aliases = document.aliases.map(JSONText.path)
      state = document.isInConflict ? "conflict" : document.isDeleted ? "deleted" : "normal"
      contents = document.availability.rawValue
      versions = document.heads.enumerated().map { Head($1, number: $0 + 1) }
    }
  }

  struct Head: Encodable {
    var id: String
    var number: Int?
    var isCurrent: Bool
    var kind: String
    var size: Int64
    var date: String
    var author: Author
    var computer: String
    var replica: String

    init(_ version: Version, number: Int?) {
      id = version.id.description
      self.number = number
      isCurrent = number == 1
      kind = version.content.kind.rawValue
      size = version.size
      date = Words.json(version.date)
      author = Author(version.author)
      computer = version.computer
      replica = version.replica.description
    }
  }

  struct Author: Encodable {
    var name: String
    var email: String

    init(_ person: Person) {
      name = person.name
      email = person.email
    }
  }

  private struct History: Encodable {
    var format = "docmerge-versions"
    var version = 1
    var document: Document
    var history: [Entry]
  }

  private struct Entry: Encodable {
    var version: Head
    var parents: [String]
    var path: String
    var operation: String
    var strategy: String?
    var rules: [String]?
    var message: String

    init(_ entry: HistoryEntry, _ document: DocumentSummary) {
      let index = document.heads.firstIndex { $0.id == entry.id }
      version = Head(entry.version, number: index.map { $0 + 1 })
      parents = entry.parents.map(\.description)
      path = JSONText.path(entry.path)
      operation = entry.operation.rawValue
      // As `Resolution.summary` writes them.
      let words = entry.strategy?.split(separator: ": ", maxSplits: 1)
      strategy = words?.first.map { String($0) }
      rules = words?.dropFirst().first?.split(separator: ", ").map { String($0) }
      message = entry.message
    }
  }

  private struct Status: Encodable {
    var format = "docmerge-status"
    var version = 1
    var modified: [String]
    var added: [String]
    var deleted: [String]
    var moved: [Moved]
    var unsaved: [Problem]
    var notInPlace: [Problem]
    var conflicts: [Document]
    var remotes: [Acquaintance]
    var signatures: [Signature]

    init(_ report: StatusReport, _ remotes: [RemoteStatus], _ signatures: [PeerSignature]) {
      modified = report.modified.map(JSONText.path)
      added = report.added.map(JSONText.path)
      deleted = report.removed.map(JSONText.path)
      moved = report.moved.map { Moved(from: JSONText.path($0.from), to: JSONText.path($0.to)) }
      unsaved = JSONText.problems(report.skipped)
      notInPlace = JSONText.problems(report.notInPlace)
      conflicts = report.conflicts.map(Document.init)
      self.remotes = remotes.map(Acquaintance.init)
      self.signatures = signatures.map { signature in
        Signature(
          remote: signature.remote, replica: signature.replica,
          signature: signature.quality.rawValue,
          reason: signature.flaw)
      }
    }
  }

  struct Signature: Encodable {
    var remote: String
    var replica: String
    var signature: String
    var reason: String?
  }

  struct Moved: Encodable {
    var from: String
    var to: String
  }

  struct Problem: Encodable {
    var path: String
    var reason: String
  }

  private struct Log: Encodable {
    var format = "docmerge-operations"
    var version = 1
    var operations: [Act]
  }

  struct Act: Encodable {
    var id: String
    var operation: String
    var summary: String
    var person: Author
    var computer: String
    var date: String
    var automatic: String?
    var isUndone: Bool
    var isSigned: Bool
    var undoes: String?

    init(_ operation: DocMerge.Operation) {
      id = operation.id.description
      self.operation = operation.kind.rawValue
      summary = operation.summary
      person = Author(operation.person)
      computer = operation.computer
      date = Words.json(operation.date)
      automatic = operation.automatic
      isUndone = operation.isUndone
      isSigned = operation.isSigned
      undoes = operation.undoes?.description
    }
  }

  /// A path as JSON can hold it: bytes that are not UTF-8 become U+FFFD, so `id` names the document.
  static func path(_ path: DocumentPath) -> String {
    String(decoding: path.bytes, as: UTF8.self)
  }
}
