import ArgumentParser
import DocMerge
import DocMergeLanguage
import DocMergeSystem

/// The verb `docmerge status`.
struct Status: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: tr("Show unsaved changes, and documents in conflict."),
    discussion: tr(
      """
      A dot says how a document is: red, it cannot be saved; yellow, it is in conflict; blue, it is not \
      saved yet; green, it is saved. Without --all, saved documents are left out. For each remote, the last \
      line says when it was synced last, and how many changes the next sync will send; with \
      docmerge.verifysignatures, also whose changes came without a good signature.

      Exits with 1 while documents are in conflict, cannot be saved, or are not in the folder as they should \
      be.

      In a git repository, lists the paths in conflict, as `docmerge list` does; the rest is for git status.

      Examples:
        docmerge status
        docmerge status --all
        docmerge status --json
      """))

  @Flag(name: .shortAndLong, help: ArgumentHelp(tr("List every document."))) var all = false
  @Flag(help: ArgumentHelp(tr("Print JSON."))) var json = false

  func run() throws {
    if let git = try GitSource.current() { return try GitList(source: git).status(asJSON: json) }
    let container = try Container.find(from: ".")
    let report = try container.status()
    let remotes = try container.remotes.statuses()
    let signatures = try remotes.isEmpty ? [] : container.remotes.signatures()
    if json {
      Console.print(try JSONText.status(report, remotes, signatures))
    } else {
      show(report)
      for remote in remotes { show(remote) }
      for signature in signatures { show(signature) }
    }
    let isFine = report.conflicts.isEmpty && report.skipped.isEmpty && report.notInPlace.isEmpty
    if !isFine { throw ExitStatus.conflictsRemain }
  }

  private func show(_ report: StatusReport) {
    for line in StatusLines(report, all: all).lines { Console.print(line) }
    for item in report.notInPlace { Console.print(Report.notInPlace(item)) }
    for clash in report.nameClashes { Console.print(Report.nameClash(clash)) }
    for clash in report.folderClashes { Console.print(Report.folderClash(clash)) }
    showFocus(of: report)
    if let words = Report.conflictWords(report.conflicts.count) { Console.print(words) }
    let unsaved =
      report.modified.count + report.added.count + report.removed.count + report.moved.count
    if unsaved > 0 {
      Console.print(tr("\(counted(unsaved, "change")) not saved: `docmerge save` keeps them."))
    } else if report.conflicts.isEmpty, report.skipped.isEmpty {
      Console.print(tr("\(counted(report.documents.count, "document")), all saved."))
    }
  }

  private func showFocus(of report: StatusReport) {
    guard report.focus != nil || report.outside > 0 else { return }
    let patterns = report.focus?.patterns.map { PrintableText.escape($0) } ?? []
    let names = patterns.joined(separator: ", ")
    Console.print(tr("Focus: \(names). \(Report.outside(report.outside))"))
    if report.conflictsOutside > 0 {
      let count = counted(report.conflictsOutside, "document")
      Console.print(
        tr("In conflict outside of the focus: \(count); `docmerge focus --add` shows them."))
    }
    if !report.stayingOutside.isEmpty {
      let count = counted(report.stayingOutside.count, "document")
      Console.print(
        tr(
          """
          In the folder, although outside of the focus: \(count); `docmerge focus` with the \
          patterns takes them out.
          """))
    }
  }

  private func show(_ status: RemoteStatus) {
    let name = PrintableText.escape(status.remote.name)
    Console.print("\(name): \(Words.lastSync(status))")
  }
}

extension Status {
  private func show(_ signature: PeerSignature) {
    guard let flaw = signature.flaw else { return }
    let name = PrintableText.escape(signature.remote)
    Console.print(tr("\(name): what replica \(signature.replica) sent \(flaw)."))
  }
}

/// The lines of `docmerge status`, one per document, sorted by path.
private struct StatusLines {
  let lines: [String]

  init(_ report: StatusReport, all: Bool) {
    var words: [DocumentPath: [String]] = [:]
    func add(_ paths: [DocumentPath], _ word: String) {
      for path in paths { words[path, default: []].append(word) }
    }
    add(report.modified, tr("modified"))
    add(report.added, tr("new"))
    add(report.removed, tr("deleted"))
    for move in report.moved {
      words[move.to, default: []].append(tr("moved from \(move.from.display)"))
    }
    if all { for path in report.documents where words[path] == nil { words[path] = [] } }
    for document in report.conflicts {
      words[document.path, default: []].append(
        tr("in conflict (\(counted(document.heads.count, "version")))"))
    }
    let conflicts = Set(report.conflicts.map(\.path))
    let problems = Dictionary(
      report.skipped.map { ($0.path, $0.reason) }, uniquingKeysWith: { first, _ in first })
    for (path, reason) in problems { words[path, default: []].append(tr("Unsaved: \(reason)")) }
    for move in report.moved where words[move.from]?.isEmpty == true { words[move.from] = nil }
    lines = words.sorted { $0.key < $1.key }.map { path, words in
      let colour: Style =
        problems[path] != nil
        ? .red : conflicts.contains(path) ? .yellow : words.isEmpty ? .green : .blue
      let note = words.joined(separator: ", ")
      return "\(colour("●")) \(path.display)\(note.isEmpty ? "" : "  \(note)")"
    }
  }
}
