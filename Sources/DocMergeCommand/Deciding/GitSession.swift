import DocMerge
import DocMergeDecisions
import DocMergeGit
import DocMergeLanguage
import DocMergeOffice
import DocMergeSystem

/// Shows the conflicts of a git repository as a decision session, and stages the decisions.
struct GitSession {
  let source: GitSource
  /// How far the merge goes by itself.
  let policy: MergePolicy
  /// The face that shows them to the person.
  let face: SessionFace
  /// The conflicts, in the order of the documents.
  let conflicts: [GitConflict]

  /// Takes the conflicts of files; for submodules, which no decision here can settle, it prints what to do.
  init(source: GitSource, policy: MergePolicy, face: SessionFace, conflicts: [GitConflict]) {
    self.source = source
    self.policy = policy
    self.face = face
    self.conflicts = conflicts.filter { !$0.hasSubmodule }
    for conflict in conflicts where conflict.hasSubmodule {
      for line in SubmoduleWords(conflict, in: source).lines { Console.message(line) }
    }
  }

  /// Asks a person about the conflicts, and carries out the decisions.
  func run() throws {
    guard !conflicts.isEmpty else { return }
    let lock = try DecidingLock(in: source.repository.gitFolder)
    try decide()
    _ = consume lock
  }

  private func decide() throws {
    source.explain()
    let edited = try source.repository.edits(of: conflicts)
    let filled = try source.repository.filledByRerere(of: edited)
    for conflict in conflicts where edited[conflict.path] != nil {
      Console.message(
        filled.contains(conflict.path)
          ? tr(
            """
            \(conflict.display) was filled in by git's rerere, as recorded before; a decision replaces \
            that, and `docmerge undo` brings it back.
            """)
          : tr(
            """
            \(conflict.display) was edited by hand; a decision replaces that, and `docmerge undo` \
            brings it back.
            """))
    }
    for conflict in conflicts {
      guard let words = GitResolve.halfMergeWords(conflict) else { continue }
      Console.message("\(conflict.display):\n\(words)")
    }
    let file = SessionFile(folder: source.repository.gitFolder)
    let (ending, session) = try face.show(
      DecisionSession(try conflicts.map(document)), goingOnWith: file, title: "docmerge resolve")
    switch ending {
    case .apply: try apply(session, edited, file)
    case .leave: try file.leave(session)
    }
  }

  // MARK: - Documents

  private var builder: SessionBuilder {
    SessionBuilder(policy: policy, remembered: source.results)
  }

  private func document(_ conflict: GitConflict) throws -> SessionDocument {
    // Authors and dates take a walk through history; only tracked changes show them.
    let isTracked = OfficeForm.hasTrackedChanges(conflict.display)
    var value = try source.repository.conflict(
      of: conflict, during: isTracked ? source.operation : nil)
    value.path = conflict.display
    let sides = [
      (tr("ours"), conflict.ours, names.ours), (tr("theirs"), conflict.theirs, names.theirs),
    ]
    return try builder.document(
      value,
      versions: sides.map { name, stage, origin in
        let size = try stage.map { try source.repository.bytes(of: $0).count }
        return .init(name: name, origin: origin, size: size)
      },
      identity: conflict.identity,
      date: { number in
        let operation = source.operation
        let change =
          number == 0
          ? try source.repository.change(
            of: conflict.path, in: operation.ours, or: operation.mergedBefore)
          : try source.repository.change(of: conflict.path, in: operation.theirsState)
        return change.map { tr("Changed \(Words.date($0.date))") } ?? ""
      })
  }

  // MARK: - Names

  /// The origins of the sides: `main, 1a2b3c4 “subject”`.
  private var names: (ours: String, theirs: String) {
    let operation = source.operation
    // In a rebase, the user's own branch is theirs.
    let isOurs = operation.kind != .rebase && !operation.isWithinRebase
    func words(_ parts: [String?]) -> String {
      PrintableText.words(parts.compactMap { $0 }.joined(separator: ", "))
    }
    return (
      words([isOurs ? operation.branch : nil, operation.ours?.words]),
      words([isOurs ? nil : operation.branch, operation.theirs?.words])
    )
  }

  // MARK: - Carrying out

  /// Writes and stages the decisions; undecided conflicts stay.
  private func apply(
    _ session: DecisionSession, _ edited: [[UInt8]: GitEdit], _ file: SessionFile
  ) throws {
    let resolve = GitResolve(
      source: source, isDryRun: false, isForced: true, merging: ThreeWayMerge(policy: policy))
    // Meanwhile another process may have aborted the merge, or continued it.
    let present = Set(try source.repository.conflicts())
    let now = try source.repository.edits(of: conflicts.filter(present.contains))
    var strategies: [[UInt8]: GitResolve.Strategy] = [:]
    for (conflict, document) in zip(conflicts, session.documents) where document.isDecided {
      guard present.contains(conflict), now[conflict.path] == edited[conflict.path] else {
        Console.message(tr("\(conflict.display) was changed meanwhile, and stays as it is."))
        continue
      }
      strategies[conflict.path] = try strategy(document, conflict)
    }
    // One step, which one undo takes back.
    _ = try resolve.run(conflicts.filter { strategies[$0.path] != nil }, .each(strategies))
    // A path that was resolved, or written as tracked changes, is none of the session any more.
    let tracked = Set(session.documents.filter { $0.whole == .tracked }.map(\.path))
    try file.keep(
      session, of: Set(try source.repository.conflicts().map(\.display)).subtracting(tracked))
  }

  private func strategy(
    _ document: SessionDocument, _ conflict: GitConflict
  ) throws -> GitResolve.Strategy? {
    switch document.whole {
    case .version(0): .keep(.ours)
    case .version: .keep(.theirs)
    case .all: .resolver(KeepBoth())
    case .newest: .resolver(ByDate(.newest))
    case .oldest: .resolver(ByDate(.oldest))
    case .merge: .resolver(builder.merging)
    case .tracked: .tracked(document)
    case nil:
      try document.resolution(
        isExecutable: SessionBuilder.isExecutable(try source.repository.conflict(of: conflict))
      ).map(GitResolve.Strategy.written)
    }
  }
}

extension GitConflict {
  /// The objects of its versions, which distinguish them from others of the same path.
  var identity: String {
    [base, ours, theirs].map { $0?.object ?? "-" }.joined(separator: " ")
  }
}
