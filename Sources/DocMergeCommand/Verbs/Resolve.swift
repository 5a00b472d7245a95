import ArgumentParser
import DocMerge

/// The verb `docmerge resolve`.
struct Resolve: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resolve",
    abstract: "Decide between the versions of documents in conflict.",
    discussion: """
      Without a strategy, and on a terminal, shows the versions of each document and asks. The \
      versions that are not kept stay in the document's history, and `docmerge undo` brings the \
      conflict back.

      A merge brings together what each version changed. Line endings and encodings are merged apart \
      from the lines, and rules settle what both sides changed, as far as the policy allows: strict \
      takes hardly any risk, balanced does what most people would do, eager does whatever a rule \
      fits. A merge that is not clean changes nothing, and neither does one of three or more \
      versions that comes out differently when they are taken in another order.

      In a git repository that stopped in a merge, rebase, cherry-pick, revert, am or stash, the paths \
      in conflict are resolved and staged; the versions are @ours (@1), @theirs (@2) and @base.

      Exits with 0 when every named document is resolved, with 1 when some are left in conflict.

      Examples:
        docmerge resolve todo.md --keep @2
        docmerge resolve --all --merge
        docmerge resolve todo.md --merge --policy eager
        docmerge resolve todo.md --keep-both
        docmerge resolve src/main.c --keep @theirs
        docmerge resolve --all --newest --dry-run
        docmerge resolve
      """)

  @Argument(help: "Documents in conflict.", completion: .file()) var documents: [String] = []
  @Flag(name: .shortAndLong, help: "All documents in conflict.") var all = false
  @Option(help: ArgumentHelp("Keep this version.", valueName: "version")) var keep: String?
  @Flag(help: "Keep every version: the others become documents beside it.") var keepBoth = false
  @Flag(help: "Merge what each version changed.") var merge = false
  @Option(
    help: ArgumentHelp(
      "How far a merge goes by itself: strict, balanced or eager (default: balanced).",
      valueName: "policy"))
  var policy: Merge.Policy?
  @Flag(help: "Keep the version that was changed last.") var newest = false
  @Flag(help: "Keep the version that was changed first.") var oldest = false
  @Flag(name: [.customShort("n"), .long], help: "Only say what would be done.") var dryRun = false

  func validate() throws {
    let chosen = [keep != nil, keepBoth, merge, newest, oldest].count(where: { $0 })
    guard chosen <= 1 else { throw ValidationError("Give one strategy only.") }
    guard documents.isEmpty || !all else {
      throw ValidationError("Give documents or --all, not both.")
    }
    guard policy == nil || merge || chosen == 0 else {
      throw ValidationError("--policy goes with --merge.")
    }
    guard chosen == 1 || !dryRun else { throw ValidationError("--dry-run needs a strategy.") }
    guard chosen == 1 || Console.isInteractive else {
      throw ValidationError(
        "Give a strategy: --keep VERSION, --keep-both, --merge, --newest or --oldest.")
    }
    guard chosen == 0 || all || !documents.isEmpty else {
      throw ValidationError("Name the documents to resolve, or give --all.")
    }
  }

  func run() throws {
    if let git = try GitSource.current() { return try resolve(in: git) }
    let finder = try DocumentFinder()
    let container = finder.container
    var seen: Set<DocumentID> = []
    let named = try documents.map { try finder.document($0) }
    let targets =
      try documents.isEmpty ? container.conflicts() : named.filter { seen.insert($0.id).inserted }
    if let settled = targets.first(where: { !$0.isInConflict }) {
      throw ContainerError.notInConflict(settled.path.display)
    }
    guard !targets.isEmpty else {
      Console.message("No document is in conflict.")
      return
    }
    let left = try strategy(targets, container, finder)
    guard left > 0 else { return }
    Console.message("\(Words.count(left, "document")) left in conflict.")
    throw ExitStatus.conflictsRemain
  }

  /// Resolves the documents and returns how many are left.
  private func strategy(
    _ targets: [DocumentSummary], _ container: Container, _ finder: DocumentFinder
  ) throws -> Int {
    let merging = ThreeWayMerge(policy: policy?.policy ?? .balanced)
    let batch = ResolveBatch(container: container, isDryRun: dryRun, merging: merging)
    if let keep {
      let ids = try targets.map { document in
        let version = try finder.version(keep, of: document)
        guard document.heads.contains(where: { $0.id == version.id }) else {
          throw CommandError(
            description:
              "\(version.id.short) is not one of the versions in conflict (to go back to it, "
              + "resolve first, then `docmerge restore`)")
        }
        return version.id.description
      }
      return try batch.run(targets, Chain(ids.map(KeepOne.init)))
    }
    if keepBoth { return try batch.run(targets, KeepBoth()) }
    if merge { return try batch.run(targets, merging) }
    if newest { return try batch.run(targets, ByDate(.newest)) }
    if oldest { return try batch.run(targets, ByDate(.oldest)) }
    return try Interview(container: container, merging: merging).resolve(targets)
  }

  private func resolve(in git: GitSource) throws {
    let conflicts = try git.conflicts(documents)
    guard !conflicts.isEmpty else {
      Console.message("No path is in conflict.")
      return
    }
    let merging = ThreeWayMerge(policy: policy?.policy ?? .balanced)
    guard let strategy = try gitStrategy(merging) else {
      try GitInterview(source: git, merging: merging).run(conflicts)
      return try git.conclude()
    }
    let resolve = GitResolve(source: git, isDryRun: dryRun, merging: merging)
    let left = try resolve.run(conflicts, strategy)
    guard !dryRun, left.isEmpty else {
      guard !left.isEmpty else { return }
      Console.message("\(Words.count(left.count, "path")) left in conflict.")
      throw ExitStatus.conflictsRemain
    }
    try git.conclude()
  }

  /// What was chosen; `nil` when the person is to be asked.
  private func gitStrategy(_ merging: ThreeWayMerge) throws -> GitResolve.Strategy? {
    if let keep { return .keep(try GitVersion(parsing: keep)) }
    if keepBoth { return .resolver(KeepBoth()) }
    if merge { return .resolver(merging) }
    if newest { return .resolver(ByDate(.newest)) }
    return oldest ? .resolver(ByDate(.oldest)) : nil
  }
}
