import ArgumentParser
import DocMerge
import DocMergeLanguage
import DocMergeSystem

/// The verb `docmerge focus`.
struct FocusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "focus",
    abstract: tr(
      "Show or set which documents are in this folder; the others are known, and not here."),
    discussion: tr(
      """
      A pattern is a path of a document, or of a folder with all documents in it. * and ? match parts of one name; \
      ** matches any number of folders. A pattern that starts with ! excludes documents that earlier patterns \
      include. Quote patterns to keep the shell from expanding them.

      The focus concerns this copy alone. Documents that leave the folder stay in the container with all their \
      versions, and other copies keep them. A document stays in the folder if it has edits that cannot be saved, if \
      it is in conflict, or if a program keeps it open. New files outside of the focus are saved and synced as \
      usual; they stay in the folder until the next `docmerge focus`.

      Exits with 1 when documents stay that are outside of the focus, or are not in the folder yet.

      Examples:
        docmerge focus                          (shows it)
        docmerge focus Work 'Notes/**/*.md'     (these, and nothing else)
        docmerge focus Work '!Work/Videos'      (a folder without a part of it)
        docmerge focus --add Photos/2026        (these as well)
        docmerge focus --all                    (everything)
        docmerge clone --only 'Work/**' /media/backup/notes.git
      """))

  @Argument(help: ArgumentHelp(tr("Documents, folders or patterns.")), completion: .file())
  var patterns: [String] = []
  @Flag(help: ArgumentHelp(tr("Add the patterns to the current focus."))) var add = false
  @Flag(name: .shortAndLong, help: ArgumentHelp(tr("All documents."))) var all = false
  @Flag(help: ArgumentHelp(tr("Print JSON."))) var json = false
  @Flag(name: .shortAndLong, help: ArgumentHelp(tr("Say nothing but what went wrong.")))
  var quiet = false

  func validate() throws {
    if all, !patterns.isEmpty { throw ValidationError(tr("Name documents, or give --all.")) }
    if add, patterns.isEmpty { throw ValidationError(tr("--add takes one or more patterns.")) }
  }

  func run() throws {
    let finder = try DocumentFinder()
    let container = finder.container
    guard all || !patterns.isEmpty else { return try show(container) }
    let focus = try wanted(finder)
    if let focus { try check(focus, container) }
    let report = try Progress.show(ProgressLine(tr("Setting the focus"), isQuiet: quiet)) {
      try container.local.setFocus(focus)
    }
    let isComplete = try download(container)
    if json {
      Console.print(try JSONText.focus(report, focus, outside: container.local.countOutside()))
    } else {
      tell(report, outside: try container.local.countOutside())
    }
    guard isComplete, report.kept.isEmpty, report.notInPlace.isEmpty else {
      throw ExitStatus.conflictsRemain
    }
  }

  /// The requested focus; `nil` for all documents.
  private func wanted(_ finder: DocumentFinder) throws -> Focus? {
    guard !all else { return nil }
    let new = try patterns.map { try Self.pattern($0, finder) }
    let old = add ? try finder.container.settings.focus()?.patterns ?? ["**"] : []
    return try Focus(old.filter { !new.contains($0) } + new)
  }

  /// A pattern from the top of the container; people type it relative to the current folder.
  private static func pattern(_ text: String, _ finder: DocumentFinder) throws -> String {
    let isTakenOut = text.hasPrefix("!")
    let path = isTakenOut ? String(text.dropFirst()) : text
    guard !path.isEmpty else { throw ContainerError.invalidPattern(PrintableText.escape(text)) }
    // The path is from a string, so its bytes are UTF-8.
    let place = String(decoding: try finder.path(path).bytes, as: UTF8.self)
    return isTakenOut ? "!" + place : place
  }

  /// Refuses to empty the folder, and names patterns that match no document.
  private func check(_ focus: Focus, _ container: Container) throws {
    let names = try container.documents(includesOutside: true).map(\.path)
    guard !names.isEmpty else { return }
    guard names.contains(where: focus.contains) else {
      let patterns = focus.patterns.joined(separator: ", ")
      throw CommandError(description: tr("no document fits \(patterns); nothing was changed"))
    }
    for pattern in focus.patterns where !pattern.hasPrefix("!") {
      let one = try Focus([pattern])
      if !names.contains(where: { one.contains($0) && !Focus.isSettings($0) }) {
        Console.message(tr("No document fits \(PrintableText.escape(pattern))."))
      }
    }
  }

  /// Downloads the contents of documents that entered the focus.
  private func download(_ container: Container) throws -> Bool {
    let documents = try container.local.placeholdersInFocus().map { try container.document($0) }
    guard !documents.isEmpty else { return true }
    let report = try Download(container: container, isQuiet: quiet).run(documents)
    for item in report.missing {
      Console.message(tr("Not downloaded: \(item.path.display): \(item.reason)"))
    }
    Report.notInPlace(report.notInPlace)
    return report.isComplete
  }

  private func show(_ container: Container) throws {
    let (focus, outside) = (try container.settings.focus(), try container.local.countOutside())
    if json { return Console.print(try JSONText.focus(FocusReport(), focus, outside: outside)) }
    guard let focus else {
      return Console.print(
        outside == 0 ? tr("All documents are in this folder.") : Report.outside(outside))
    }
    for pattern in focus.patterns { Console.print(PrintableText.escape(pattern)) }
    if !quiet { Console.message(Report.outside(outside)) }
  }

  private func tell(_ report: FocusReport, outside: Int) {
    for item in report.kept {
      Console.message(tr("Stays: \(item.path.display): \(PrintableText.words(item.reason))"))
    }
    Report.notInPlace(report.notInPlace)
    guard !quiet else { return }
    let appeared = counted(report.appeared.count, "document")
    Console.message(
      tr(
        """
        \(appeared) came into the folder, \(report.left.count) left it. \(Report.outside(outside))
        """))
  }
}
