import ArgumentParser
import DocMerge
import DocMergeFiles
import DocMergeGit
import DocMergeLanguage
import DocMergeSystem

/// The verb `docmerge review`.
struct Review: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "review",
    abstract: tr("Show what rules decided in merges, and take it back."),
    discussion: tr(
      """
      Lists each conflict that a rule settled in a merge of this git repository, or between versions \
      of this container, the newest merge first: with its number, its place, and what the rule went \
      by. With numbers or files, shows what base, ours and theirs had there, and what the rule made of \
      it. In a container, what other replicas let rules decide is listed as well.

      --take-back puts the conflict back. In a git repository, it goes between markers into the file; \
      while the merge goes on, git counts the file as in conflict again, and after it, that is an \
      ordinary edit of the worktree. Other changes of the file stay. In a container, \
      the document is in conflict again, with this place open for docmerge resolve, and all else as it \
      was decided.

      Exits with 2 when something could not be taken back.

      Examples:
        docmerge review
        docmerge review 3
        docmerge review README.md
        docmerge review 856e691d       (an operation of docmerge operations)
        docmerge review --unsafe --last
        docmerge review --tui
        docmerge review --web
        docmerge review --take-back 3
        docmerge review --take-back README.md
        docmerge review --json | jq -r '.decisions[] | "\\(.path): \\(.rule)"'
      """))

  @Argument(
    help: ArgumentHelp(
      tr("Numbers of decisions, files, or operations of a container."), valueName: "what"))
  var names: [String] = []
  @Flag(help: ArgumentHelp(tr("Only those of the latest merge."))) var last = false
  @Flag(help: ArgumentHelp(tr("Only those of medium and high risk."))) var unsafe = false
  @Flag(help: ArgumentHelp(tr("Put the conflicts back into the files."))) var takeBack = false
  @Flag(name: .shortAndLong, help: ArgumentHelp(tr("With --take-back: all of the latest merge.")))
  var all = false
  @Flag(help: ArgumentHelp(tr("Print JSON (see docmerge(1))."))) var json = false
  @Flag(
    help: ArgumentHelp(tr("Read them, and take them back, on the whole screen of the terminal.")))
  var tui = false
  @Flag(
    help: ArgumentHelp(tr("Read them on a page in the browser, which only this computer can open."))
  )
  var web = false

  func validate() throws {
    if all, !takeBack { throw ValidationError(tr("--all goes with --take-back.")) }
    if all, !names.isEmpty { throw ValidationError(tr("Give names, or --all.")) }
    if takeBack, names.isEmpty, !all {
      throw ValidationError(tr("Say what to take back: numbers, files, or --all."))
    }
    let forms = [json, tui, web].count(where: { $0 })
    if takeBack, forms > 0 {
      throw ValidationError(tr("--json, --tui and --web are for the list."))
    }
    if forms > 1 { throw ValidationError(tr("Give one of --json, --tui and --web.")) }
    try FaceOptions.checkScreen(isWanted: tui)
  }

  func run() throws {
    let source = try reviewSource()
    let list = try Progress.show(tr("Reading what rules decided")) { try source.list() }
    if list.broken > 0 { Console.message(source.words(ofBroken: list.broken)) }
    let items = try selected(list, source)
    if takeBack { return try source.run(items) }
    if json { return Console.print(try JSONText.text(ReviewReport(items))) }
    guard !items.isEmpty else {
      return Console.message(tr("No conflict was resolved by rules."))
    }
    if tui { return try ReviewScreen(source: source, items: items).run() }
    if web { return try ReviewPage.show(items, of: source) }
    try Pager.start()
    guard names.isEmpty else { return ReviewPrinter.show(items) }
    ReviewPrinter.list(items)
    Pager.finish()
    Console.message(
      tr("Show one: docmerge review NUMBER. Take it back: docmerge review --take-back NUMBER"))
  }

  /// The decisions that match names and options.
  private func selected(_ list: ReviewList, _ source: any ReviewSource) throws -> [ReviewList.Item]
  {
    let shown = (last || all ? list.latest : list.items).filter {
      !unsafe || $0.decision.risk.rank >= MergeRule.Risk.medium.rank
    }
    guard !names.isEmpty else { return shown }
    var seen: Set<Int> = []
    return try names.flatMap { name in
      let found = try shown.filter { try matches($0, name, source) }
      guard !found.isEmpty else {
        throw CommandError(
          description: tr(
            """
            \(PrintableText.escape(name)): no rule decided anything there; docmerge review lists \
            all decisions
            """))
      }
      // For a file, the latest merge counts.
      let newest = found.max { $0.date < $1.date }?.record
      let latest = Int(name) == nil ? found.filter { $0.record == newest } : found
      return latest.filter { seen.insert($0.number).inserted }
    }
  }

  private func matches(
    _ item: ReviewList.Item, _ name: String, _ source: any ReviewSource
  ) throws -> Bool {
    if let number = Int(name) { return item.number == number }
    return try source.matches(item, name)
  }

  /// The current git repository, unless a container is nearer.
  private func reviewSource() throws -> any ReviewSource {
    if let git = try GitSource.current() { return GitReview(source: git) }
    do {
      return ContainerReview(finder: try DocumentFinder())
    } catch ContainerError.notAContainer(let folder) {
      throw CommandError(
        description: tr(
          """
          \(PrintableText.escape(folder)) is not in a container, nor in a git repository: there is \
          nothing that rules could have decided
          """))
    }
  }
}
