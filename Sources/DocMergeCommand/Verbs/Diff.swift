import ArgumentParser
import DocMerge
import DocMergeLanguage

/// The verb `docmerge diff`.
struct Diff: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: tr("Show the differences between versions of a document."),
    discussion: tr(
      """
      Without versions, a document in conflict is shown with the changes from its current version to the \
      second one, and another document with its changes that are not saved. With one version, the changes \
      from it to the folder are shown. Without a document, all documents that are in conflict or not saved \
      are. In a git repository, the changes lead from ours to theirs, or between two of @base, @ours and \
      @theirs.

      On a terminal, the words that changed are highlighted, and long output goes to a pager, by git's \
      rules: DOCMERGE_PAGER, GIT_PAGER, core.pager, PAGER, else less; "cat" or an empty name for none.

      Office documents (.docx, .odt and their templates) are compared as text, a paragraph a line; \
      formatting that changed is named behind a line with --formatting, or where no word differs. \
      Packages are compared file by file; a document that became executable, a link or something else is \
      named.

      Examples:
        docmerge diff
        docmerge diff todo.md
        docmerge diff todo.md @base @2
        docmerge diff todo.md 3be1f0aa
        docmerge diff report.odt --formatting
        docmerge diff --tui
        docmerge diff --web
        docmerge diff --json
      """))

  @Argument(
    help: ArgumentHelp(tr("The document; by default all that are in conflict or not saved.")),
    completion: .file())
  var document: String?
  @Argument(help: ArgumentHelp(tr("The old version.")), completion: .versions) var a: String?
  @Argument(
    help: ArgumentHelp(tr("The new version; by default the one in the folder.")),
    completion: .versions)
  var b: String?
  @Flag(help: ArgumentHelp(tr("Print JSON."))) var json = false
  @Flag(
    help: ArgumentHelp(
      tr("Name the formatting that changed in office documents, behind each line.")))
  var formatting = false
  @Flag(
    help: ArgumentHelp(tr("Read them on the whole screen of the terminal, document by document.")))
  var tui = false
  @Flag(
    help: ArgumentHelp(tr("Read them on a page in the browser, which only this computer can open."))
  )
  var web = false

  func validate() throws {
    guard [json, tui, web].count(where: { $0 }) <= 1 else {
      throw ValidationError(tr("Give one of --json, --tui and --web."))
    }
    try FaceOptions.checkScreen(isWanted: tui)
  }

  private var form: DiffReport.Form {
    if web { return .page }
    return json ? .json : tui ? .screen : .text
  }

  func run() throws {
    if let git = try GitSource.current() {
      return try GitList(source: git).diff(document, a, b, as: form, namesFormatting: formatting)
    }
    let finder = try DocumentFinder()
    let container = finder.container
    let documents = try document.map { [try finder.downloaded($0)] } ?? changed(container)
    let comparisons = try documents.flatMap { document in
      let (old, new) = try sides(document, container, finder)
      return DiffReport.Comparison.all(path: document.path.display, old: old, new: new)
    }
    try DiffReport(comparisons, namesFormatting: formatting ? true : nil).show(as: form)
  }

  /// The documents that are in conflict, or not saved.
  private func changed(_ container: Container) throws -> [DocumentSummary] {
    let status = try container.status()
    let unsaved = try (status.modified + status.removed).map { try container.document(at: $0) }
    var seen: Set<DocumentID> = []
    let documents = (status.conflicts + unsaved).filter { seen.insert($0.id).inserted }
    return try Download(container: container).bring(documents).sorted { $0.path < $1.path }
  }

  private typealias Side = DiffReport.Comparison.Side

  private func sides(
    _ document: DocumentSummary, _ container: Container, _ finder: DocumentFinder
  ) throws -> (Side, Side) {
    func saved(_ version: Version) throws -> Side {
      ("\(document.path.display)@\(version.id.short)", try container.contents(of: version))
    }
    func inFolder() throws -> Side {
      (document.path.display, try container.local.contents(of: document))
    }
    let old = try a.map { try finder.version($0, of: document) }
    let new = try b.map { try finder.version($0, of: document) }
    if let old, let new { return (try saved(old), try saved(new)) }
    if let old { return (try saved(old), try inFolder()) }
    if document.isInConflict {
      return (try saved(document.heads[0]), try saved(document.heads[1]))
    }
    return (try saved(document.current), try inFolder())
  }
}
