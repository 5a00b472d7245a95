import ArgumentParser
import DocMerge

/// The verb `docmerge focus`.
struct FocusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "focus",
    abstract: "Show or set which documents are in this folder; the others are known, and not here.",
    discussion: """
      A pattern is a path from the top of the container: of a document, or of a folder with all that is in it. \
      * and ? stand for parts of one name, ** for any number of folders; a pattern that starts with ! takes out \
      what earlier ones let in. Quote patterns, so that the shell does not take them for its own.

      Only this copy is concerned. Documents that leave the folder stay in the container with all their versions, and \
      other copies keep them. A document with edits that cannot be saved stays, and so does one that a program has \
      open and does not let go of. What you put into the folder outside of the focus is saved and synced as usual, \
      and stays until the focus is set again.

      Exits with 1 when documents stay that are outside of the focus, or are not in the folder yet.

      Examples:
        docmerge focus                          (shows it)
        docmerge focus Work 'Notes/**/*.md'     (these, and nothing else)
        docmerge focus Work '!Work/Videos'      (a folder without a part of it)
        docmerge focus --add Photos/2026        (these as well)
        docmerge focus --all                    (everything)
        docmerge clone --only 'Work/**' /media/backup/notes.git
      """)

  @Argument(help: "Paths or patterns, from the top of the container.", completion: .file())
  var patterns: [String] = []
  @Flag(help: "Add to what is in the folder already.") var add = false
  @Flag(name: .shortAndLong, help: "All documents.") var all = false
  @Flag(help: "Print JSON.") var json = false
  @Flag(name: .shortAndLong, help: "Say nothing but what went wrong.") var quiet = false

  func validate() throws {
    if all, !patterns.isEmpty { throw ValidationError("Name documents, or give --all.") }
    if add, patterns.isEmpty { throw ValidationError("Say what is to be added.") }
  }

  func run() throws {
    let container = try Container.find(from: ".")
    guard all || !patterns.isEmpty else { return try show(container) }
    let focus = try wanted(container)
    let report = try Progress.show(ProgressLine("Setting the focus", isQuiet: quiet)) {
      try container.setFocus(focus)
    }
    let isComplete = try download(container)
    if json {
      Console.print(try JSONText.focus(report, focus, outside: container.countOutside()))
    } else {
      tell(report, outside: try container.countOutside())
    }
    guard isComplete, report.kept.isEmpty, report.notInPlace.isEmpty else {
      throw ExitStatus.conflictsRemain
    }
  }

  private func wanted(_ container: Container) throws -> Focus? {
    guard !all else { return nil }
    guard add, let old = try container.focus() else {
      // Where everything is here, there is nothing to add.
      return add ? nil : try Focus(patterns)
    }
    return try Focus(old.patterns + patterns.filter { !old.patterns.contains($0) })
  }

  /// Brings the contents of what came into the focus.
  private func download(_ container: Container) throws -> Bool {
    let documents = try container.placeholdersInFocus().map { try container.document($0) }
    guard !documents.isEmpty else { return true }
    let report = try Download(container: container, isQuiet: quiet).run(documents)
    for item in report.missing {
      Console.message("Not downloaded: \(item.path.display): \(item.reason)")
    }
    Report.notInPlace(report.notInPlace)
    return report.isComplete
  }

  private func show(_ container: Container) throws {
    let (focus, outside) = (try container.focus(), try container.countOutside())
    if json { return Console.print(try JSONText.focus(FocusReport(), focus, outside: outside)) }
    guard let focus else { return Console.print("All documents are in this folder.") }
    for pattern in focus.patterns { Console.print(PrintableText.escape(pattern)) }
    if !quiet { Console.message(Report.outside(outside)) }
  }

  private func tell(_ report: FocusReport, outside: Int) {
    for item in report.kept {
      Console.message("Stays: \(item.path.display): \(PrintableText.words(item.reason))")
    }
    Report.notInPlace(report.notInPlace)
    guard !quiet else { return }
    Console.message(
      "\(Words.count(report.appeared.count, "document")) came into the folder, "
        + "\(report.left.count) left it. \(Report.outside(outside))")
  }
}
