import ArgumentParser
import DocMerge
import DocMergeLanguage
import DocMergeSystem

/// The verb `docmerge difftool`.
struct Difftool: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "difftool",
    abstract: tr("Show the differences that `git difftool`, or another program, hands over."),
    discussion: tr(
      """
      Compares two files, or two folders with all that is in them, and prints a unified diff; on a \
      terminal the words that changed are highlighted. /dev/null stands for a file that is not there. \
      Text in UTF-16 or UTF-32 is shown in UTF-8. The status is 0 whether or not there are differences, \
      as git expects it.

      Examples: to set it up:
        git config difftool.docmerge.cmd "docmerge difftool --path \\"\\$MERGED\\" -- \\
          \\"\\$LOCAL\\" \\"\\$REMOTE\\""

      Then, in a repository:
        git difftool -y -t docmerge HEAD~3
        git difftool -d -t docmerge main feature
      """))

  // A path may start with a dash.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(tr("What the file is called; empty for none."), valueName: "name"))
  var path: String?
  @Argument(help: ArgumentHelp(tr("The old file or folder.")), completion: .file())
  var local: String
  @Argument(help: ArgumentHelp(tr("The new file or folder.")), completion: .file())
  var remote: String

  func run() throws {
    let (old, new) = (ComparedFile(local), ComparedFile(remote))
    guard old.isFolder || new.isFolder else {
      let name = path.flatMap { $0.isEmpty ? nil : $0 }
      FileComparison(
        old: try old.contents(), new: try new.contents(),
        oldName: name.map { "a/\($0)" } ?? local, newName: name.map { "b/\($0)" } ?? remote
      ).print()
      return
    }
    guard old.isFolder || old.isAbsent, new.isFolder || new.isAbsent else {
      let (one, other) = (PrintableText.escape(local), PrintableText.escape(remote))
      throw CommandError(
        description: tr("cannot compare a file with a folder: \(one) and \(other)"))
    }
    try FolderComparison(old: old, new: new).print()
  }
}
