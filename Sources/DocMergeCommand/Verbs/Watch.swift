import ArgumentParser
import DocMerge
import DocMergeLanguage
import DocMergeSystem

/// The verb `docmerge watch`.
struct Watch: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: tr("Print changes of documents, as they happen."),
    discussion: tr(
      """
      Prints a line for each document that is edited, saved, moved or deleted, comes into conflict, or \
      is resolved, here or by a sync; until Control-C, or for as many lines as --limit says.

      With --json, each line is an object `docmerge-event`; see docmerge(1).

      Examples:
        docmerge watch
        docmerge watch --json | jq -r 'select(.event == "conflict").path'
        docmerge watch --limit 1 && docmerge save
      """))

  @Flag(help: ArgumentHelp(tr("Print a line of JSON for each event (see docmerge(1)).")))
  var json = false
  @Option(name: [.customShort("n"), .long], help: ArgumentHelp(tr("End after so many lines.")))
  var limit: Int?

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError(tr("--limit takes a number from 1.")) }
  }

  func run() throws {
    let container = try Container.find(from: ".")
    let events = try FolderEvents(top: container.path)
    var states = try look(at: container, events)
    var left = limit ?? .max
    let count = counted(states.entries.count, "document")
    Console.message(tr("Watching \(count); Control-C ends."))
    while left > 0 {
      try events.wait()
      let now = try look(at: container, events)
      for event in now.events(since: states).prefix(left) {
        Console.print(json ? try JSONText.event(event, at: .now) : line(event))
        left -= 1
      }
      states = now
    }
  }

  /// The documents at one moment; waits while another process changes the container.
  private func look(
    at container: Container, _ events: borrowing FolderEvents
  ) throws -> DocumentStates {
    while true {
      if let states = try DocumentStates(container) { return states }
      // A killed process causes no event, so the wait has a limit.
      try events.wait(milliseconds: 100)
    }
  }

  private func line(_ event: DocumentStates.Event) -> String {
    let style: Style? =
      switch event.word {
      case "unsaved": .red
      case "conflict": .yellow
      case "saved", "resolved": .green
      default: nil
      }
    let words =
      switch event.word {
      case "conflict": tr("in conflict (\(counted(event.entry.versions, "version")))")
      case "unsaved":
        tr("Unsaved: \(PrintableText.words(event.entry.reason ?? tr("the reason is not known")))")
      case "moved": event.entry.from.map { tr("moved from \($0.display)") } ?? tr("moved")
      case "saved": tr("saved")
      case "new": tr("new")
      case "modified": tr("modified")
      case "deleted": tr("deleted")
      case "resolved": tr("resolved")
      default: event.word
      }
    return "\(Words.date(.now))  \(event.path.display)  \(style.map { $0(words) } ?? words)"
  }
}
