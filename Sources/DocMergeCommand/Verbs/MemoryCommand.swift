import ArgumentParser
import DocMerge
import DocMergeGit
import DocMergeLanguage
import DocMergeSystem

/// The verb `docmerge memory`.
struct MemoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "memory",
    abstract: tr("Remember how conflicts of a git repository were decided."),
    discussion: tr(
      """
      What a person decides with `docmerge resolve` about one path is remembered, conflict by conflict: \
      base, both sides, result. The same conflict is known again in any path, and with its sides \
      swapped. What git's own rerere remembers is known, too.

      The setting docmerge.memory of git says what becomes of it: offer (the default) shows it, apply \
      lets `docmerge resolve --merge` use it, off remembers and offers nothing.

      It is kept in the repository under refs/docmerge/memory, which git pushes and fetches:
        git push origin refs/docmerge/memory
        git fetch origin refs/docmerge/memory && docmerge memory import FETCH_HEAD

      Examples:
        docmerge memory list
        docmerge memory learn
        git config docmerge.memory apply
      """),
    subcommands: [
      ListMemory.self, Forget.self, Export.self, Import.self, Learn.self,
    ],
    defaultSubcommand: ListMemory.self)

  /// The memory of the current repository.
  static func repository() throws -> GitRepository {
    guard let repository = try GitRepository.current() else {
      throw CommandError(description: tr("there is no git repository with a worktree here"))
    }
    return repository
  }

  /// A path that means the same from the top of the worktree.
  static func absolute(_ path: String) throws -> String {
    try path.hasPrefix("/") ? path : WorkingFolder.absolute(path)
  }

  /// The verb `docmerge memory list`.
  struct ListMemory: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: tr("List remembered decisions, newest first."),
      discussion: tr(
        """
        Shows the key, when it was decided, the size of the result, the path that it was first decided \
        at, and the first line of the result. What git's rerere remembers is not listed.

        Examples:
          docmerge memory list
          docmerge memory list --json | jq -r '.resolutions[].path'
        """))

    @Flag(help: ArgumentHelp(tr("Print JSON (see docmerge(1))."))) var json = false

    func run() throws {
      let entries = try MemoryCommand.repository().memory.entries()
      guard !json else { return Console.print(try MemoryReport.json(entries)) }
      guard !entries.isEmpty else { return Console.message(tr("Nothing is remembered.")) }
      let length = MemoryReport.keyLength(entries)
      for entry in entries { Console.print(MemoryReport.line(entry, keyLength: length)) }
    }
  }

  /// The verb `docmerge memory forget`.
  struct Forget: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "forget", abstract: tr("Forget remembered decisions about conflicts."),
      discussion: tr(
        """
        Other clones forget it too when they import this memory, unless they decided it anew since. It \
        stays in the history of refs/docmerge/memory.

        Examples:
          docmerge memory forget 3f2a9c01
          docmerge memory forget --path src/main.c
          docmerge memory forget --all
        """))

    @Argument(help: ArgumentHelp(tr("Keys, as `docmerge memory list` shows them.")))
    var keys: [String] = []
    @Flag(name: .shortAndLong, help: ArgumentHelp(tr("Everything."))) var all = false
    @Option(
      help: ArgumentHelp(tr("Decisions first made for this path, from the top of the worktree.")))
    var path: String?

    func validate() throws {
      guard [!keys.isEmpty, all, path != nil].count(where: { $0 }) == 1 else {
        throw ValidationError(tr("Give keys, --path or --all."))
      }
    }

    func run() throws {
      let memory = try MemoryCommand.repository().memory
      let entries = try memory.entries()
      let chosen =
        if let path {
          entries.filter { $0.path == Array(path.utf8) }
        } else {
          try all ? entries : keys.map { try entry($0, of: entries) }
        }
      try memory.forget(chosen.map(\.key))
      Console.message(tr("Forgot \(counted(chosen.count, "resolution"))."))
    }

    private func entry(_ key: String, of entries: [MemoryEntry]) throws -> MemoryEntry {
      let found = entries.filter { $0.key.description.hasPrefix(key) }
      guard let entry = found.first, found.count == 1, key.count >= 4 else {
        let name = PrintableText.escape(key)
        throw CommandError(
          description: key.count < 4 || found.count > 1
            ? tr("the key \(name): give more digits of it") : tr("the key \(name): nothing has it"))
      }
      return entry
    }
  }

  /// The verb `docmerge memory export`.
  struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "export", abstract: tr("Write everything that is remembered to a file."),
      discussion: tr(
        """
        The file is a git bundle. Example: docmerge memory export team.bundle
        """))

    @Argument(help: ArgumentHelp(tr("Where to write it.")), completion: .file()) var file: String

    func run() throws {
      try MemoryCommand.repository().memory.export(to: MemoryCommand.absolute(file))
    }
  }

  /// The verb `docmerge memory import`.
  struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "import", abstract: tr("Take in what others remember."),
      discussion: tr(
        """
        From a file that `docmerge memory export` wrote, or from a ref that git fetched. Of two \
        decisions about one conflict, the newer one counts, and `list` says that there was another.

        Examples:
          docmerge memory import team.bundle
          git fetch origin refs/docmerge/memory && docmerge memory import FETCH_HEAD
        """))

    @Argument(help: ArgumentHelp(tr("A file, or a ref.")), completion: .file()) var source: String

    func run() throws {
      let memory = try MemoryCommand.repository().memory
      let report =
        Place(source).exists
        ? try memory.importBundle(MemoryCommand.absolute(source))
        : try memory.importCommit(source)
      Console.message(tr("Took in \(counted(report.taken, "resolution"))."))
      guard report.broken > 0 else { return }
      Console.message(tr("Left out \(report.broken) that cannot be right."))
    }
  }

  /// The verb `docmerge memory learn`.
  struct Learn: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "learn", abstract: tr("Learn from merges in the history."),
      discussion: tr(
        """
        Does merges again, aside, and remembers what people made of their conflicts. A commit means \
        itself, a range such as v1..main all merges in it; without any, all merges before HEAD. \
        Needs git 2.38 or later.

        Examples:
          docmerge memory learn
          docmerge memory learn v1.0..main
        """))

    @Argument(help: ArgumentHelp(tr("Merge commits, or ranges."))) var commits: [String] = []

    func run() throws {
      let lessons = try MemoryCommand.repository().memory.learn(from: commits)
      let learned = counted(lessons.learned, "resolution")
      Console.message(
        tr(
          lessons.merges, one: "Learned \(learned) from \(lessons.merges) merge with conflicts.",
          other: "Learned \(learned) from \(lessons.merges) merges with conflicts."))
    }
  }
}
