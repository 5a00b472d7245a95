import ArgumentParser
import DocMerge
import DocMergeLanguage
import DocMergeSystem

/// The verb `docmerge audit`.
struct AuditVersions: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit",
    abstract: tr("Account for every version that was ever saved: nothing is lost."),
    discussion: tr(
      """
      Finds each version that a save made here, or that another replica sent: it is current, in conflict, in the history of a document, or an operation took it back or pruned \
      it, which is named. Exits with 1 when a version is accounted for nowhere; docmerge verify looks for the cause.

      Examples:
        docmerge audit
        docmerge audit todo.md
        docmerge audit --all --json
      """))

  @Argument(
    help: ArgumentHelp(tr("The documents, deleted ones too; all by default.")), completion: .file())
  var documents: [String] = []
  @Flag(help: ArgumentHelp(tr("List every version, not only those taken back or lost.")))
  var all = false
  @Flag(help: ArgumentHelp(tr("Print JSON (see docmerge(1))."))) var json = false

  func run() throws {
    let finder = try DocumentFinder()
    let wanted = Set(try documents.map { try finder.document($0).id })
    let progress = ProgressLine(tr("Reading versions"))
    var audit = try Progress.show(progress) {
      try finder.container.upkeep.audit { progress.say(tr("Read \(counted($0, "version"))")) }
    }
    if !wanted.isEmpty {
      audit.findings.removeAll { finding in
        finding.entry.map { !wanted.contains($0.document) } ?? false
      }
    }
    let listed = audit.findings.filter { all || $0.fate.isNotable }
    if json {
      Console.print(try JSONText.audit(audit, listed: listed))
    } else {
      for finding in listed { Console.print(Self.line(finding)) }
      if !listed.isEmpty { Console.print("") }
      for line in Self.summary(audit) { Console.print(line) }
    }
    if !audit.lost.isEmpty { throw ExitStatus.conflictsRemain }
  }

  private static func line(_ finding: VersionAudit.Finding) -> String {
    guard let entry = finding.entry else {
      return "\(Style.dim(finding.id.short))  \(finding.fate.words)"
    }
    return [
      Style.dim(finding.id.short), Words.date(entry.version.date),
      PrintableText.escape(entry.version.computer), entry.path.display, finding.fate.words,
    ].joined(separator: "  ")
  }

  private static func summary(_ audit: VersionAudit) -> [String] {
    let counts = Dictionary(grouping: audit.findings, by: \.fate.name).mapValues(\.count)
    let width = String(audit.findings.count).count
    let documents = Set(audit.findings.compactMap(\.entry?.document)).count
    let versions = counted(audit.findings.count, "version")
    let head = tr(
      documents, one: "\(versions) of \(documents) document",
      other: "\(versions) of \(documents) documents")
    return [head]
      + VersionFate.names.compactMap { name in
        let count = counts[name.word, default: 0]
        guard count > 0 || name.word == "lost" else { return nil }
        let digits = String(count)
        return String(repeating: " ", count: width - digits.count + 2) + "\(digits)  \(name.text)"
      }
  }
}

extension VersionFate {
  /// The word of each fate in JSON, with its name in a summary, in the order of the summary.
  static let names = [
    (word: "current", text: tr("current")), (word: "conflict", text: tr("in conflict")),
    (word: "superseded", text: tr("in the history of a document")),
    (word: "not-followed", text: tr("of documents whose newer versions are not downloaded")),
    (word: "fetched", text: tr("fetched and not merged yet")),
    (word: "undone", text: tr("taken back by an operation")),
    (word: "pruned", text: tr("pruned by an operation")),
    (word: "unfinished", text: tr("of saves that never ended")),
    (word: "lost", text: tr("unaccounted for")),
  ]

  /// The word for it in JSON.
  var name: String {
    switch self {
    case .current: "current"
    case .inConflict: "conflict"
    case .superseded: "superseded"
    case .notFollowed: "not-followed"
    case .fetched: "fetched"
    case .undone: "undone"
    case .pruned: "pruned"
    case .unfinished: "unfinished"
    case .lost: "lost"
    }
  }

  /// Its meaning, in words.
  fileprivate var words: String {
    switch self {
    case .undone(let operation): tr("taken back by operation \(operation.short)")
    case .pruned(let operation): tr("pruned by operation \(operation.short)")
    case .lost(let reason): Style.red(tr("lost")) + ": \(PrintableText.words(reason))"
    default: Self.names.first { $0.word == name }?.text ?? name
    }
  }

  /// Whether a person may search for the version in vain.
  fileprivate var isNotable: Bool {
    switch self {
    case .current, .inConflict, .superseded, .notFollowed: false
    case .fetched, .undone, .pruned, .unfinished, .lost: true
    }
  }
}
