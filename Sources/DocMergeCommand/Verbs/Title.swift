import ArgumentParser
import DocMerge
import DocMergeLanguage
import DocMergeSystem

/// The verb `docmerge title`.
struct Title: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "title",
    abstract: tr("Give a document another title, or print the one that it has."),
    discussion: tr(
      """
      The title is the name of the file without its extension; folder, extension and history stay. A \
      title that another document of the folder has gets a number; a slash becomes a character that \
      looks like one. The new path is printed.

      Examples:
        docmerge title Untitled.md "Trip to Rome"
        docmerge title "Trip to Rome.md"
      """))

  @Argument(help: ArgumentHelp(tr("The document.")), completion: .file()) var document: String
  @Argument(help: ArgumentHelp(tr("The title."))) var title: String?

  func run() throws {
    let finder = try DocumentFinder()
    let document = try finder.document(document)
    let name = String(decoding: document.path.name, as: UTF8.self)
    let ending = NewName.ending(of: name)
    guard let title else {
      return Console.print(PrintableText.escape(String(name.dropLast(ending.count))))
    }
    var number = 1
    while true {
      let stem = number == 1 ? title : "\(title) \(number)"
      number += 1
      let target = try path(stem.replacing("/", with: "∕") + ending, beside: document)
      if target == document.path { return Console.print(target.display) }
      do {
        try CoordinatedChanges.move(document.path, to: target, in: finder.container) {
          try finder.container.move(document.id, to: target)
        }
        return Console.print(target.display)
      } catch ContainerError.pathIsTaken {
        continue
      }
    }
  }

  /// A path in the document's folder.
  private func path(_ name: String, beside document: DocumentSummary) throws -> DocumentPath {
    let folder = document.path.bytes.dropLast(document.path.name.count)
    guard title?.isEmpty == false, ![".", ".."].contains(title),
      let path = DocumentPath(String(decoding: folder + name.utf8, as: UTF8.self))
    else {
      throw CommandError(
        description: tr(
          "“\(PrintableText.escape(title ?? ""))” cannot be the title of a document"))
    }
    return path
  }
}
