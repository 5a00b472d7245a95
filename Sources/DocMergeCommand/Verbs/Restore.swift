import ArgumentParser
import DocMerge
import DocMergeLanguage

/// The verb `docmerge restore`.
struct Restore: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: tr("Make an old version the current one, or bring a deleted document back."),
    discussion: tr(
      """
      A new version with the old contents is added; nothing is lost.

      Examples:
        docmerge restore todo.md 3be1f0aa
        docmerge restore deleted.md 91c0aa12
      """))

  @Argument(help: ArgumentHelp(tr("The document, deleted ones too.")), completion: .file())
  var document: String
  @Argument(help: ArgumentHelp(tr("The version.")), completion: .versions) var version: String

  func run() throws {
    let finder = try DocumentFinder()
    let container = finder.container
    let document = try finder.downloaded(document)
    let version = try finder.version(version, of: document)
    let isInFolder = Self.isInFolder(document, container)
    CoordinatedChanges.saveOpenDocuments(in: container)
    let restored = try container.restore(document.id, to: version)
    Console.message(Self.words(document, isInFolder: isInFolder, restored, version))
    guard restored.isInConflict else { return }
    Report.conflicts(1)
    throw ExitStatus.conflictsRemain
  }

  /// Whether the document is where the container saw it last.
  private static func isInFolder(_ document: DocumentSummary, _ container: Container) -> Bool {
    let bytes = Array("\(container.path)/".utf8) + document.path.bytes
    return Place(bytes).ownKind != nil
  }

  /// A report of the restore: a document that was deleted, here or elsewhere, is restored; one that was moved stays
  /// where it is.
  private static func words(
    _ old: DocumentSummary, isInFolder: Bool, _ new: DocumentSummary, _ version: Version
  ) -> String {
    let (name, id) = (new.path.display, version.id.short)
    if version.isDeletion { return tr("Deleted \(name), as in \(id).") }
    if old.isDeleted { return tr("Brought \(name) back, as it was in \(id).") }
    if new.path != old.path {
      return tr("Restored \(name), which was called \(old.path.display), to \(id).")
    }
    return isInFolder
      ? tr("Restored \(name) to \(id).")
      : tr(
        """
        Brought \(name) back, as it was in \(id); it was missing in the folder, and that is saved \
        as a deletion.
        """)
  }
}
