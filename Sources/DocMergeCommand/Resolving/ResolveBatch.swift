import DocMerge
import DocMergeLanguage
import DocMergeOffice
import DocMergeSystem

/// Resolves documents as one operation, and reports the result of each.
struct ResolveBatch {
  let container: Container
  let isDryRun: Bool
  /// Whether remaining conflicts of office documents are written as tracked changes.
  var tracks = false
  /// Whether a document is resolved although a version shows the conflict as tracked changes.
  var keepsChanges = false
  /// The merge that says why a document is left in conflict, with any strategy.
  let merging: ThreeWayMerge
  /// The log that `--json` prints afterwards.
  var log: ResolveLog?

  /// Resolves the documents and returns how many are left in conflict.
  func run(_ documents: [DocumentSummary], _ resolver: some Resolver) throws -> Int {
    try run(documents) { _ in resolver }
  }

  /// Resolves each document with a resolver of its own, if it has one.
  func run(
    _ documents: [DocumentSummary], choosing choose: (DocumentSummary) throws -> (any Resolver)?
  ) throws -> Int {
    let shown = try keepsChanges ? [] : documents.filter(showsTrackedChanges)
    for document in shown { leave(document) }
    let reports = try container.resolve(
      documents.filter { !shown.contains($0) }.map(\.id), isDryRun: isDryRun, choosing: choose)
    var left = shown.count
    for report in reports {
      if let resolution = report.resolution {
        Console.message(done(report, resolution))
        note(report, resolution)
      } else {
        left += 1
        if try !tracks || !track(report) { try explain(report) }
        log?.left(Array(report.document.path.bytes))
      }
    }
    return left
  }

  /// Whether a version of a document shows the conflict as tracked changes, which are to be decided first.
  private func showsTrackedChanges(_ document: DocumentSummary) throws -> Bool {
    let now = try container.document(document.id)
    guard now.isInConflict, OfficeForm.hasTrackedChanges(document.path.display) else {
      return false
    }
    return try container.conflict(of: now).showsTrackedChanges
  }

  /// Says of such a document what can be done.
  private func leave(_ document: DocumentSummary) {
    let name = document.path.display
    let shown = Shell.quoted(String(decoding: document.path.bytes, as: UTF8.self))
    let words = tr(
      "a version shows the conflict as tracked changes already, so it stays in conflict")
    Console.message("\(name): \(words).")
    Console.message(
      tr(
        """
          Accept or reject each in a word processor, save, then: docmerge resolve \(shown) --edited. \
        To resolve without that: --force
        """))
    log?.reason(Array(document.path.bytes), words)
    log?.left(Array(document.path.bytes))
  }

  private func note(_ report: ResolveReport, _ resolution: Resolution) {
    var kept: Int?
    if case .side(let index) = resolution.outcome { kept = index }
    log?.resolved(
      Array(report.document.path.bytes), resolution.strategy, rules: resolution.rules.map(\.name),
      kept: kept.map { report.document.heads[$0].id.description },
      isDeleted: kept.map { report.document.heads[$0].isDeletion } ?? false,
      copies: report.copies.map(\.bytes))
  }

  private func done(_ report: ResolveReport, _ resolution: Resolution) -> String {
    let name = report.document.path.display
    let heads = report.document.heads
    var text: String
    switch resolution.outcome {
    case .side(let index):
      let version = heads[index]
      let (number, id) = (index + 1, version.id.short)
      let computer = PrintableText.escape(version.computer)
      text =
        version.isDeletion
        ? tr("stays deleted by @\(number) \(id) of \(computer)")
        : tr("keeps @\(number) \(id) of \(computer)")
    case .package(let members):
      text = tr("merged \(heads.count) versions, \(counted(members.count, "file"))")
    case .contents(let bytes, _):
      text = tr("merged \(heads.count) versions, \(Words.size(Int64(bytes.count)))")
    }
    if !resolution.copies.isEmpty {
      text += tr(", and \(counted(resolution.copies.count, "version")) beside it")
    }
    return isDryRun
      ? tr("Would resolve \(name): \(text) (\(resolution.summary)).")
      : tr("Resolved \(name): \(text) (\(resolution.summary)).")
  }

  /// Writes a conflict as tracked changes, and reports it; `false` where it is no office document.
  private func track(_ report: ResolveReport) throws -> Bool {
    guard case .policy(let policy) = merging.method else { return false }
    let document = report.document
    do {
      guard let tracked = try TrackedConflict(report.conflict, policy: policy) else { return false }
      try write(tracked, document)
    } catch let error as CommandError {
      let words = tr("left in conflict, since \(error.description)")
      Console.message("\(document.path.display): \(words).")
      log?.reason(Array(document.path.bytes), words)
    }
    return true
  }

  /// Saves a document that shows its conflict as tracked changes, and stays in conflict.
  func write(_ tracked: TrackedConflict, _ document: DocumentSummary) throws {
    if !isDryRun {
      _ = try container.save(
        tracked.bytes, to: document.id, from: document.heads[0],
        message: "Show the conflict as tracked changes")
    }
    let shown = Shell.quoted(String(decoding: document.path.bytes, as: UTF8.self))
    for line in tracked.words(document.path.display, shown, isDryRun: isDryRun) {
      Console.message(line)
    }
    log?.reason(Array(document.path.bytes), "as tracked changes, still in conflict")
  }

  /// Explains why a document is left in conflict, and how to see the conflict.
  private func explain(_ report: ResolveReport) throws {
    let name = report.document.path.display
    let attempt = try merging.attempt(report.conflict, knowing: report.triedMerge)
    func say(_ words: String) {
      Console.message("\(name): \(words).")
      log?.reason(Array(report.document.path.bytes), words)
    }
    switch attempt {
    case .clean: say(tr("left in conflict"))
    case .refused(let reason): say(tr("not merged, \(MergeWords.reason(reason))"))
    case .conflicts(let merge):
      // Two of the versions, or the merge of several so far against one.
      let ours = merge.ours.map { number($0, report) } ?? tr("the text merged before")
      let regions = MergeWords.regions(merge, of: ours)
      say(tr("\(regions), against \(number(merge.theirs, report))"))
      for line in MergeWords.suggestions(merge) { Console.message(line) }
    }
    let shown = Shell.quoted(String(decoding: report.document.path.bytes, as: UTF8.self))
    Console.message(
      tr("  See: docmerge diff \(shown) @1 @2; take one with docmerge resolve \(shown) --keep @1"))
    if case .conflicts = attempt { try suggest(report, shown) }
  }

  /// The number of a version among those in conflict.
  private func number(_ id: String, _ report: ResolveReport) -> String {
    "@\((report.conflict.sides.firstIndex { $0.id == id } ?? 0) + 1)"
  }

  /// Names the next policy that would settle the conflict.
  private func suggest(_ report: ResolveReport, _ shown: String) throws {
    guard case .policy(let tried) = merging.method else { return }
    for policy in MergePolicy.allCases where policy > tried {
      guard let resolution = try ThreeWayMerge(policy: policy).resolve(report.conflict) else {
        continue
      }
      let command = "docmerge resolve \(shown) --merge --policy \(policy.rawValue)"
      Console.message(tr("  Suggested (\(resolution.summary)): \(command)"))
      return
    }
  }
}
