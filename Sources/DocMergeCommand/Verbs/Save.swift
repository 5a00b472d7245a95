import ArgumentParser
import DocMerge
import DocMergeLanguage

/// The verb `docmerge save`.
struct Save: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "save",
    abstract: tr("Save new versions of what changed."),
    discussion: tr(
      """
      Without a name everything in the folder is saved: changed, new, moved and deleted documents. \
      The new versions are durable when the command returns.

      With --contents, the new version is read from a file (or - for standard input) instead of the \
      folder, and --from says which version it was made from. If another version was made from it \
      meanwhile, the document is in conflict and both are kept.

      Exits with 1 when something could not be saved, or when it is in conflict; other documents in conflict \
      make no difference.

      Examples:
        docmerge save
        docmerge save todo.md -m "Packing list"
        sort todo.md | docmerge save todo.md --contents -
        docmerge save todo.md --contents draft.md --from 3be1f0aa
      """))

  @Argument(help: ArgumentHelp(tr("Documents or folders; all by default.")), completion: .file())
  var documents: [String] = []
  @Option(name: .shortAndLong, help: ArgumentHelp(tr("Your words for the new versions.")))
  var message: String?
  @Option(
    help: ArgumentHelp(tr("Read the new contents of the document from <file>."), valueName: "file"),
    completion: .file())
  var contents: String?
  @Option(
    help: ArgumentHelp(
      tr("With --contents: the version that they were made from; by default the current one."),
      valueName: "version"))
  var from: String?

  func validate() throws {
    if contents != nil, documents.count != 1 {
      throw ValidationError(tr("--contents takes exactly one document."))
    }
    if from != nil, contents == nil { throw ValidationError(tr("--from goes with --contents.")) }
  }

  func run() throws {
    let finder = try DocumentFinder()
    let container = finder.container
    if let contents { return try save(contents, container, finder) }
    let isWhole = documents.isEmpty || documents.contains(where: finder.isWhole)
    let paths = isWhole ? nil : try documents.map { try known($0, finder) }
    let report = try Progress.show(tr("Saving")) { try container.save(paths, message: message) }
    Report.saved(report)
    Report.notInPlace(report.notInPlace)
    if report.isEmpty, report.skipped.isEmpty, report.later.isEmpty {
      Console.message(tr("Nothing to save."))
    }
    Report.conflicts(report.conflicts.count)
    let isComplete = report.skipped.isEmpty && report.notInPlace.isEmpty
    if !report.conflicts.isEmpty || !isComplete { throw ExitStatus.conflictsRemain }
  }

  private func save(_ source: String, _ container: Container, _ finder: DocumentFinder) throws {
    let document = try finder.document(documents[0])
    let base = try from.map { try finder.version($0, of: document) } ?? document.current
    let bytes = try InputFile.read(source)
    let saved = try container.save(bytes, to: document.id, from: base, message: message)
    Console.message(tr("Saved    \(saved.path.display)"))
    guard saved.isInConflict else { return }
    Report.conflicts(1)
    throw ExitStatus.conflictsRemain
  }

  /// The path for a name that is a document, was one, or could become one.
  private func known(_ text: String, _ finder: DocumentFinder) throws -> DocumentPath {
    if text.hasPrefix("id:") { return try finder.document(text).path }
    let path = try finder.path(text)
    if Place("\(finder.container.path)/\(String(decoding: path.bytes, as: UTF8.self))").ownKind
      != nil
    {
      return path
    }
    return try finder.document(text).path
  }
}
