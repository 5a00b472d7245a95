import ArgumentParser
import DocMergeLanguage

/// The `docmerge` command.
struct Docmerge: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "docmerge",
    abstract: tr("Keeps every version of your documents, syncs them, and resolves conflicts."),
    discussion: tr(
      """
      A container is a folder of ordinary documents. Every version of each is kept in a git \
      repository in the folder .docmerge; copies of the container sync through any git repository. \
      Documents that were edited in two places are in conflict until you decide, and every decision \
      can be undone.

      First steps:
        docmerge init ~/Notes
        cd ~/Notes
        docmerge remote add home /media/backup/notes.git
        docmerge sync
        docmerge list
        docmerge resolve --all --merge

      Exit status: 0 done, 1 conflicts remain, 2 could not run, 64 wrong usage, 75 offline. See docmerge(1).
      """),
    version: "0.2.0",
    groupedSubcommands: [
      CommandGroup(
        name: tr("Documents"),
        subcommands: [
          Init.self, Clone.self, New.self, Status.self, Save.self, Show.self, Diff.self,
          Versions.self,
          Restore.self, Move.self, Title.self, Remove.self, Forget.self, Watch.self,
          With.self,
        ]),
      CommandGroup(
        name: tr("Conflicts"),
        subcommands: [
          List.self, Explain.self, Resolve.self, MergeFile.self, MergeDriverCommand.self,
          Mergetool.self,
          Difftool.self, TextCommand.self, Merge.self, AuditMerge.self, FormatsCommand.self,
          GrammarsCommand.self,
          MarkersCommand.self,
          MemoryCommand.self, Review.self,
        ]),
      CommandGroup(name: tr("Git"), subcommands: [GitCommand.self]),
      CommandGroup(
        name: tr("History"),
        subcommands: [
          Undo.self, Operations.self, AuditVersions.self, Verify.self, Pack.self, Prune.self,
        ]),
      CommandGroup(
        name: tr("Other replicas"),
        subcommands: [
          RemoteCommand.self, Sync.self, DownloadCommand.self, Evict.self, FocusCommand.self,
          Monitor.self, Finish.self,
        ]),
    ])

  @Option(
    name: .customShort("C"),
    help: ArgumentHelp(
      tr("Work in <dir> instead of the current folder; stands before the verb."), valueName: "dir"),
    completion: .directory)
  var folder: String?

  /// Leading ones are handled before the words are parsed.
  func validate() throws {
    guard folder == nil else {
      throw ValidationError(tr("-C <dir> must come before the verb."))
    }
  }
}
