import DocMerge

extension JSONText {
  struct History: Encodable {
    var format = "docmerge-versions"
    var version = 1
    var source = Source.container
    var document: Document
    /// The versions that others supersede; git keeps its own.
    var history: [Entry]
    var git: GitState?
  }

  struct Entry: Encodable {
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

  /// A document whose name here differs from the given one.
  struct Clash: Encodable {
    var path: String
    var wanted: String

    init(_ clash: NameClash) {
      path = JSONText.path(clash.path)
      wanted = JSONText.path(clash.wanted)
    }
  }

  /// The output of `docmerge status`, in a container and in a git repository.
  struct FolderReport: Encodable {
    var format = "docmerge-status"
    var version = 1
    var source = Source.container
    var modified: [String] = []
    var added: [String] = []
    var deleted: [String] = []
    var moved: [Moved] = []
    var unsaved: [Problem] = []
    var notInPlace: [Problem] = []
    var nameClashes: [Clash] = []
    var folderClashes: [[String]] = []
    var conflicts: [Document]
    var remotes: [KnownRemote] = []
    var signatures: [Signature] = []
    var focus: [String]?
    var outside: Int?
    var conflictsOutside: Int?
    var git: GitState?

    /// The paths of a git repository in conflict; `git status` has the rest.
    init(_ conflicts: [Document], _ state: GitState) {
      (self.conflicts, git, source) = (conflicts, state, .git)
    }

    init(_ report: StatusReport, _ remotes: [RemoteStatus], _ signatures: [PeerSignature]) {
      modified = report.modified.map(JSONText.path)
      added = report.added.map(JSONText.path)
      deleted = report.removed.map(JSONText.path)
      moved = report.moved.map(Moved.init)
      unsaved = JSONText.problems(report.skipped)
      notInPlace = JSONText.problems(report.notInPlace)
      nameClashes = report.nameClashes.map(Clash.init)
      folderClashes = report.folderClashes.map { $0.folders.map(JSONText.path) }
      conflicts = report.conflicts.map(Document.init)
      focus = report.focus?.patterns
      outside = report.focus == nil ? nil : report.outside
      conflictsOutside = report.focus == nil ? nil : report.conflictsOutside
      self.remotes = remotes.map(KnownRemote.init)
      self.signatures = signatures.map { signature in
        Signature(
          remote: signature.remote, replica: signature.replica,
          signature: signature.quality.rawValue,
          reason: signature.flaw)
      }
    }
  }
}
