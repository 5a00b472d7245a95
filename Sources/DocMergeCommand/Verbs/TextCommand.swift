import ArgumentParser
import DocMerge
import DocMergeFiles
import DocMergeLanguage
import DocMergeOffice
import DocMergeSystem

/// The verb `docmerge text`.
struct TextCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "text",
    abstract: tr("Print an office document as text."),
    discussion: tr(
      """
      A paragraph is a line; headings, lists and tables are written as in Markdown. A note is ※ where \
      it is referred to, and stands behind the text; an image is 🖼, a field ⌗, a line break ↵. A file that \
      is no office document is printed as it is. "docmerge git setup --textconv" has git diff ask for it.

      Examples:
        docmerge text report.docx
        docmerge text report.odt | wc -w
        git diff HEAD~3 -- report.docx
      """))

  @Argument(help: ArgumentHelp(tr("The document; - is standard input.")), completion: .file())
  var file: String

  func run() throws {
    let bytes = try InputFile.read(file)
    guard OfficeForm.isArchive(bytes) || OfficeForm.isOffice(bytes, path: file) else {
      return Console.print(bytes: bytes)
    }
    do throws(OfficeRefusal) {
      Console.print(bytes: try OfficeView.text(of: bytes))
    } catch {
      throw CommandError(
        description: tr(
          "\(PrintableText.escape(file)) cannot be shown: \(OfficeWords.reason(error))"))
    }
  }
}
