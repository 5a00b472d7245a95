import ArgumentParser
import DocMerge
import DocMergeLanguage
import DocMergeSystem

/// The verb `docmerge new`.
struct New: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: tr("Make a new document, and print its path."),
    discussion: tr(
      """
      Without --name it is called Untitled. If a document of the folder already has the name, with the \
      same type or another one, a number is added. The document is saved at once.

      Examples:
        docmerge new
        docmerge new --name "Trip to Rome"
        docmerge new --type csv Lists
        docmerge new --type text/html
        $EDITOR "$(docmerge new --name Minutes)"
        date | docmerge new --name Log --contents -
      """))

  @Argument(
    help: ArgumentHelp(tr("The folder; by default the current one.")), completion: .directory)
  var folder = "."
  @Option(
    help: ArgumentHelp(
      tr("What it is: an extension, such as md, or a MIME type."), valueName: "type"))
  var type: String?
  // The next word is the name, even if it starts with a dash.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(tr("What it is called; an extension that it ends in is its type.")))
  var name: String?
  @Option(
    help: ArgumentHelp(
      tr("Start with the contents of <file>, or of - for standard input."), valueName: "file"),
    completion: .file())
  var contents: String?

  func run() throws {
    let finder = try DocumentFinder()
    let naming = try NewName(name, ending: type.map(NewName.ending))
    let bytes = try contents.map(InputFile.read) ?? []
    try makeFolder()
    let inside = try finder.isWhole(folder) ? nil : finder.path(folder)
    let others = try finder.container.namesOutside(in: inside)
    let path = "\(folder)/\(try naming.makeFile(in: folder, bytes, besides: others))"
    let document = try finder.path(path)
    let report: SaveReport
    do {
      report = try finder.container.save([document], message: nil)
    } catch {
      removeUnsaved(path, document, in: finder.container)
      throw error
    }
    guard report.skipped.isEmpty else {
      throw CommandError(
        description: tr(
          "\(document.display) is made, but cannot be saved: \(report.skipped[0].reason)")
      )
    }
    Console.print(folder == "." ? String(path.dropFirst(2)) : path)
  }

  /// Removes the new file after a failure: the next save must not take it.
  ///
  /// What came from standard input is nowhere else, and stays.
  private func removeUnsaved(_ path: String, _ document: DocumentPath, in container: Container) {
    guard contents != "-", (try? container.document(at: document)) == nil else { return }
    try? Place(path).removeFile()
  }

  private func makeFolder() throws {
    do throws(Errno) {
      try Place(folder).makeFolderIfMissing()
    } catch {
      throw CommandError(description: "\(PrintableText.escape(folder)): \(error)")
    }
  }
}
