import DocMerge
import DocMergeSystem
import FoundationEssentials

/// The output of `--json`.
///
/// The formats are described in docmerge(1); `version` counts changes that old readers would not
/// understand.
enum JSONText {
  static func list(_ documents: [DocumentSummary], _ clashes: [NameClash]) throws -> String {
    try text(
      ListReport(
        documents: documents.map(Document.init), nameClashes: clashes.map(Clash.init)))
  }

  static func status(
    _ report: StatusReport, _ remotes: [RemoteStatus], _ signatures: [PeerSignature]
  ) throws -> String {
    try text(FolderReport(report, remotes, signatures))
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

  /// JSON strings may contain characters that control a terminal (C1 controls, direction overrides): escape them.
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

  /// The output of `docmerge list`, in a container and in a git repository.
  struct ListReport: Encodable {
    var format = "docmerge-list"
    var version = 1
    var source = Source.container
    var documents: [Document]
    var nameClashes: [Clash] = []
    var git: GitState?
  }

  /// Git's current operation.
  struct GitState: Encodable {
    var operation: String
    var explanation: String
    var next: String
    var resolvedByRules: Int
  }

  /// The source of documents.
  enum Source: String, Encodable {
    case container, git
  }

  struct Document: Encodable {
    var id: String
    var path: String
    /// Its name for verbs in the current folder, in a git repository.
    var name: String?
    var aliases: [String]
    var state: String
    /// The changes of the sides, in the words of `git status`.
    var conflict: String?
    /// Whether git's rerere has filled in the file.
    var isFilledByRerere: Bool?
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
    /// `base`, `ours` or `theirs`, in a git repository.
    var side: String?
    var isCurrent: Bool
    var kind: String
    var size: Int64
    /// These are always known in a container.
    var date: String?
    var author: Author?
    var computer: String?
    var replica: String?
    /// The last commit that changed it, in a git repository.
    var commit: String?

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
    var email: String?

    init(_ person: Person) {
      name = person.name
      email = person.email
    }

    /// A person of whom only the name is needed.
    init(name: String) { self.name = name }
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

    init(_ move: SaveReport.Move) {
      (from, to) = (JSONText.path(move.from), JSONText.path(move.to))
    }
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

  /// A path as JSON can represent it: bytes that are not UTF-8 become U+FFFD, so `id` identifies the document.
  static func path(_ path: DocumentPath) -> String {
    String(decoding: path.bytes, as: UTF8.self)
  }
}
