import ArgumentParser
import DocMerge
import DocMergeGit
import DocMergeLanguage

/// The verb `docmerge resolve`.
struct Resolve: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resolve",
    abstract: tr("Decide between the versions of documents in conflict."),
    discussion: tr(
      """
      Without a strategy, shows each conflict on the whole screen of the terminal and asks, region by \
      region, by single keys; with --plain line by line, with --web on a page in the browser. Nothing is \
      written before the end. The versions that are not kept stay in the document's history, and \
      `docmerge undo` brings the conflict back.

      A merge brings together what each version changed. Line endings and encodings are merged apart \
      from the lines, and rules settle places that both sides changed, as far as the policy allows: \
      strict takes hardly any risk, balanced does what most people would do, eager applies every rule \
      that fits. A merge that is not clean changes nothing, and neither does one of three or more \
      versions whose result depends on their order.

      In a git repository that stopped in a merge, rebase, cherry-pick, revert, am or stash, the paths \
      in conflict are resolved and staged, and `docmerge undo` brings them back; the versions are \
      @ours (@1), @theirs (@2) and @base. What a person decides about one path is remembered and \
      offered the next time, see `docmerge memory`.

      --edited keeps a document as you edited it in the folder, whether it is text or not.

      --tracked merges, and shows the conflicts left in an office text (docx, odt) in the document itself, as \
      tracked changes of an author each, which a word processor accepts or rejects one by one. What both \
      sides did alike is by a third author, called Both. The document stays in conflict until \
      --edited finds none of these changes in it.

      In git, a file that was edited by hand since git left it is not replaced without --force; \
      --edited keeps the edits, and decides only the conflicts left between its markers.

      A file with conflict markers, of git, jj, Mercurial or fossil, is resolved between its markers; \
      no container is needed. All strategies but --newest and --oldest work there, conflict by \
      conflict; @1 is ours, and @base what the markers show of the base. A conflict that is \
      not decided stays between its markers. Such a decision is not recorded, so nothing can undo it.

      Exits with 0 when every named document is resolved, with 1 when some are left in conflict or \
      with markers.

      Examples:
        docmerge resolve todo.md --keep @2
        docmerge resolve --all --merge
        docmerge resolve todo.md --merge --policy eager
        docmerge resolve todo.md --keep-both
        docmerge resolve src/main.c --keep @theirs
        docmerge resolve --all --remembered
        docmerge resolve --all --newest --dry-run
        docmerge resolve --all --by-attribute
        docmerge resolve src/main.c --theirs
        docmerge resolve src/main.c --edited
        docmerge resolve report.docx --tracked
        docmerge resolve
        docmerge resolve --plain
        docmerge resolve --web
      """))

  @Argument(
    help: ArgumentHelp(tr("Documents in conflict, or files with conflict markers.")),
    completion: .conflicts)
  var documents: [String] = []
  @Flag(name: .shortAndLong, help: ArgumentHelp(tr("All documents in conflict."))) var all = false
  @Option(
    help: ArgumentHelp(tr("Keep this version."), valueName: "version"),
    completion: .versionsInConflict)
  var keep: String?
  @Flag(
    name: [.long, .customLong("both")],
    help: ArgumentHelp(
      tr("Keep every version: the others become documents beside it; between markers, all sides.")))
  var keepBoth = false
  @Flag(help: ArgumentHelp(tr("In git and between markers: keep our side."))) var ours = false
  @Flag(help: ArgumentHelp(tr("In git and between markers: keep their side."))) var theirs = false
  @Flag(help: ArgumentHelp(tr("In git and between markers: go back to the base."))) var base = false
  @Flag(help: ArgumentHelp(tr("Merge what each version changed."))) var merge = false
  @Flag(
    help: ArgumentHelp(
      tr(
        "Merge, and write conflicts of office documents as tracked changes, to be decided in a word processor."
      ))
  )
  var tracked = false
  @Option(
    help: ArgumentHelp(
      tr("How far a merge goes by itself: strict, balanced or eager (default: balanced)."),
      valueName: "policy"))
  var policy: Merge.Policy?
  @Flag(help: ArgumentHelp(tr("In git: merge, and decide the remaining conflicts as remembered.")))
  var remembered = false
  @Flag(help: ArgumentHelp(tr("Keep the version that was changed last."))) var newest = false
  @Flag(help: ArgumentHelp(tr("Keep the version that was changed first."))) var oldest = false
  @Flag(
    help: ArgumentHelp(
      tr("As the attribute docmerge of each document's path says: *.log docmerge=newest")))
  var byAttribute = false
  @Flag(
    help: ArgumentHelp(
      tr(
        """
        Keep the file as you edited it. In git, a strategy decides the conflicts left between \
        markers.
        """)
    ))
  var edited = false
  @Flag(
    name: .shortAndLong,
    help: ArgumentHelp(
      tr(
        """
        In git: replace files that were edited by hand. Of office documents: resolve although \
        tracked changes of the conflict are left.
        """)))
  var force = false
  @OptionGroup var faces: FaceOptions
  @Flag(name: [.customShort("n"), .long], help: ArgumentHelp(tr("Only say what would be done.")))
  var dryRun = false
  @Flag(help: ArgumentHelp(tr("Print a JSON report (see docmerge(1)); needs a strategy.")))
  var json = false

  func validate() throws {
    let chosen = [
      keep != nil, keepBoth, merge || tracked, remembered, newest, oldest, byAttribute, ours,
      theirs, base,
    ].count(where: { $0 })
    guard chosen <= 1 else { throw ValidationError(tr("Give one strategy only.")) }
    guard documents.isEmpty || !all else {
      throw ValidationError(tr("Give documents or --all, not both."))
    }
    guard policy == nil || merge || tracked || remembered || chosen == 0 else {
      throw ValidationError(tr("--policy goes with --merge."))
    }
    guard !edited || !tracked && !remembered && !newest && !oldest && !byAttribute else {
      throw ValidationError(
        tr("--edited goes with --ours, --theirs, --base, --keep-both, --keep or --merge, or alone.")
      )
    }
    let isAsking = chosen == 0 && !edited
    guard !isAsking || !dryRun else { throw ValidationError(tr("--dry-run needs a strategy.")) }
    guard !isAsking || !json else { throw ValidationError(tr("--json needs a strategy.")) }
    guard isAsking || !faces.isGiven else {
      throw ValidationError(
        tr("--tui, --plain and --web ask what to do; give no strategy with them."))
    }
    guard !isAsking || faces.web || Console.isInteractive else {
      throw ValidationError(
        tr(
          """
          Give a strategy: --keep VERSION, --keep-both, --merge, --newest, --oldest or \
          --by-attribute; in git and of files with conflict markers also --ours, --theirs or --base.
          """))
    }
    guard isAsking || all || !documents.isEmpty else {
      throw ValidationError(tr("Name the documents to resolve, or give --all."))
    }
  }

  func run() throws {
    let sources = try ConflictSource.sort(documents)
    guard !byAttribute || sources.git == nil && sources.markers.isEmpty else {
      throw CommandError(description: tr("--by-attribute is for documents of a container"))
    }
    var left = 0
    let log = json ? ResolveLog() : nil
    if let git = sources.git { left += try resolve(sources.paths, in: git, log) }
    if !sources.markers.isEmpty {
      left += try resolve(markersIn: sources.markers, sources.git, log)
    }
    if !sources.documents.isEmpty || documents.isEmpty && sources.git == nil {
      left += try resolve(inContainer: sources.documents, log)
    }
    // Git continues once none of its paths is in conflict, including paths that were not named.
    let isDone = try sources.git?.conflicts([]).isEmpty ?? true
    try log?.print(
      isDryRun: dryRun, next: isDone ? sources.git?.operation.continuation : nil)
    if left > 0 { throw ExitStatus.conflictsRemain }
  }

  /// Resolves the documents, or all if none is named, and returns how many are left.
  private func resolve(inContainer names: [String], _ log: ResolveLog?) throws -> Int {
    let finder = try DocumentFinder()
    let container = finder.container
    let numbered = try NumberedVersions(keep.flatMap(finder.selector)) {
      try names.isEmpty ? container.conflicts() : names.map { try finder.document($0) }
    }
    // An edit in the folder or in a program becomes a version first.
    if !dryRun {
      CoordinatedChanges.saveOpenDocuments(in: container)
      Report.skipped(try container.save().skipped)
    }
    var seen: Set<DocumentID> = []
    let named = try names.map { try finder.document($0) }
    let targets =
      try names.isEmpty ? container.conflicts() : named.filter { seen.insert($0.id).inserted }
    if let settled = targets.first(where: { !$0.isInConflict }) {
      throw ContainerError.notInConflict(settled.path.display)
    }
    try checkOptionsOfDocuments()
    guard !targets.isEmpty else {
      Console.message(tr("No document is in conflict."))
      return 0
    }
    // Versions that turn out to be equal are not in conflict any more.
    let present = try Download(container: container)
      .bring(targets + container.deletedCopies(of: targets)).filter(\.isInConflict)
    let left = try present.isEmpty ? 0 : strategy(present, finder, numbered, log)
    if left > 0 { Console.message(tr("\(counted(left, "document")) left in conflict.")) }
    return left
  }

  /// Refuses options that are for git repositories, or that contradict each other.
  private func checkOptionsOfDocuments() throws {
    guard !remembered else {
      throw CommandError(description: tr("only conflicts of a git repository are remembered"))
    }
    guard !edited || keep == nil && !keepBoth && !merge else {
      throw CommandError(
        description: tr(
          "--edited keeps the document as it is in the folder: give no other strategy"))
    }
    guard !ours, !theirs, !base else {
      throw CommandError(
        description:
          tr("a document has no --ours, --theirs and --base: keep one version with --keep @1"))
    }
  }

  /// Resolves the documents and returns how many are left.
  private func strategy(
    _ targets: [DocumentSummary], _ finder: DocumentFinder, _ numbered: NumberedVersions,
    _ log: ResolveLog?
  ) throws -> Int {
    let container = finder.container
    let merging = ThreeWayMerge(policy: policy?.policy ?? .balanced)
    let batch = ResolveBatch(
      container: container, isDryRun: dryRun, tracks: tracked, keepsChanges: force,
      merging: merging, log: log)
    if let keep {
      let ids = try targets.map { document in
        let version = try numbered.version(of: document) ?? finder.version(keep, of: document)
        guard document.heads.contains(where: { $0.id == version.id }) else {
          throw CommandError(
            description: tr(
              """
              \(version.id.short) is not one of the versions in conflict (to go back to it, resolve \
              first, then `docmerge restore`)
              """))
        }
        return version.id.description
      }
      return try batch.run(targets, Chain(ids.map(KeepOne.init)))
    }
    if edited {
      return try batch.run(targets, Chain(targets.map { KeepOne($0.current.id.description) }))
    }
    if keepBoth { return try batch.run(targets, KeepBoth()) }
    if merge || tracked { return try batch.run(targets, merging) }
    if newest { return try batch.run(targets, ByDate(.newest)) }
    if oldest { return try batch.run(targets, ByDate(.oldest)) }
    if byAttribute {
      return try batch.run(targets) { try container.settings.resolver(for: $0.path) }
    }
    return try ContainerSession(
      container: container, policy: policy?.policy ?? .balanced, face: faces.face
    ).run(targets)
  }
}
