import ArgumentParser

/// The `docmerge` command.
struct Docmerge: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "docmerge",
    abstract: "Keeps every version of your documents, syncs them, and resolves conflicts.",
    discussion: """
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
      """,
    version: "0.1.0",
    groupedSubcommands: [
      CommandGroup(
        name: "Documents",
        subcommands: [
          Init.self, Clone.self, New.self, Status.self, Save.self, Show.self, Diff.self,
          Versions.self,
          Restore.self, Move.self, Title.self, Remove.self, Forget.self, Watch.self,
          With.self,
        ]),
      CommandGroup(
        name: "Conflicts",
        subcommands: [
          List.self, Explain.self, Resolve.self, MergeFile.self, MergeDriverCommand.self,
          Mergetool.self,
          Difftool.self, TextCommand.self, Merge.self, AuditMerge.self, FormatsCommand.self,
          GrammarsCommand.self,
          MarkersCommand.self,
          MemoryCommand.self, Review.self,
        ]),
      CommandGroup(name: "Git", subcommands: [GitCommand.self]),
      CommandGroup(
        name: "History",
        subcommands: [
          Undo.self, Operations.self, AuditVersions.self, Verify.self, Pack.self, Prune.self,
        ]),
      CommandGroup(
        name: "Other replicas",
        subcommands: [
          RemoteCommand.self, Sync.self, DownloadCommand.self, Evict.self, FocusCommand.self,
          Monitor.self, Finish.self,
        ]),
    ])

  @Option(
    name: .customShort("C"),
    help: ArgumentHelp(
      "Work in <dir> instead of the current folder; stands before the verb.", valueName: "dir"),
    completion: .directory)
  var folder: String?

  /// Leading ones are handled before the words are parsed.
  func validate() throws {
    guard folder == nil else {
      throw ValidationError("-C <dir> must come before the verb.")
    }
  }
}
