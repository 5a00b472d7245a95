import DocMerge
import DocMergeDecisions
import DocMergeFiles
import DocMergeGit
import DocMergeLanguage
import DocMergeSystem

/// The verb `resolve` in a git repository.
struct GitResolve {
  /// The strategy for each path.
  indirect enum Strategy {
    /// Keep one version, which may be a deletion.
    case keep(GitVersion)
    /// Ask a resolver.
    case resolver(any Resolver)
    /// Take the person's decision.
    case written(Resolution)
    /// A separate strategy for each path.
    case each([[UInt8]: Strategy])
    /// Show the conflict in the file as tracked changes; it stays in conflict.
    case tracked(SessionDocument)
    /// Keep the file as the person edited it, and decide the conflicts that are left between its markers.
    case edited(MarkerStrategy?)

    /// Whether the person's edits of the file are kept.
    var keepsEdits: Bool {
      if case .edited = self { return true }
      return false
    }

    /// Whether a person looked at the path to choose this.
    var isDecision: Bool {
      if case .resolver = self { return false }
      return true
    }

    /// The strategy for one path.
    func strategy(for path: [UInt8]) -> Strategy {
      guard case .each(let strategies) = self else { return self }
      return strategies[path] ?? self
    }

    /// Whether each path was decided on its own.
    var isForEach: Bool {
      if case .each = self { return true }
      return false
    }
  }

  let source: GitSource
  let isDryRun: Bool
  /// Whether files that were edited by hand are replaced.
  var isForced = false
  /// Whether remaining conflicts of office documents are written as tracked changes.
  var tracks = false
  /// Explains why a path is left in conflict, for any strategy.
  let merging: ThreeWayMerge
  /// The log that `--json` prints afterwards.
  var log: ResolveLog?

  /// The decision for a path.
  enum Decision {
    case version(GitVersion)
    case resolution(Resolution)

    var summary: String {
      switch self {
      case .version(let version): "keep \(version)"
      case .resolution(let resolution): resolution.summary
      }
    }
  }

  /// Resolves paths as one step that can be undone.
  ///
  /// Returns the paths that are left.
  func run(_ conflicts: [GitConflict], _ strategy: Strategy) throws -> [GitConflict] {
    var choices: [(choice: GitChoice, decision: Decision)] = []
    var left: [GitConflict] = []
    var edits: [[UInt8]: GitEdit] = [:]
    var filled: Set<[UInt8]> = []
    try source.repository.inPortions(conflicts) { portion in
      let edited = try source.repository.edits(of: portion)
      edits.merge(edited) { $1 }
      filled.formUnion(try source.repository.filledByRerere(of: edited))
      let decided = try portion.compactMap { conflict -> (GitConflict, Decision)? in
        let decision = try decision(
          for: conflict, strategy.strategy(for: conflict.path), edited[conflict.path],
          isFilled: filled.contains(conflict.path))
        if decision == nil { left.append(conflict) }
        return decision.map { (conflict, $0) }
      }
      for (choice, decision) in zip(try self.choices(decided), decided.map(\.1)) {
        let edit = edited[choice.conflict.path]
        // A person's edit is not lost if it is the requested version.
        let isKept = strategy.keepsEdits || edit?.object == choice.entries.first?.stage?.object
        guard isForced || edit == nil || isKept else {
          try refuse(choice.conflict, isFilled: filled.contains(choice.conflict.path))
          left.append(choice.conflict)
          continue
        }
        choices.append((choice, decision))
      }
    }
    if !isDryRun {
      try carryOut(choices, strategy, remembers: conflicts.count == 1 || strategy.isForEach)
    }
    for (choice, decision) in choices {
      let isEdited = strategy.keepsEdits
      say(choice, decision.summary, isEdited ? nil : edits[choice.conflict.path])
      if !isEdited, let words = Self.halfMergeWords(choice.conflict) { Console.message(words) }
      note(choice, decision)
    }
    for conflict in left { log?.left(conflict.path) }
    return left
  }

  /// Applies decisions as one step, and notes them where merges and later conflicts ask for them.
  private func carryOut(
    _ choices: [(choice: GitChoice, decision: Decision)], _ strategy: Strategy, remembers: Bool
  ) throws {
    let summary = Set(choices.map(\.decision.summary)).sorted().joined(separator: "; ")
    try source.repository.apply(choices.map(\.choice), summary: summary)
    for (choice, decision) in choices {
      let strategy = strategy.strategy(for: choice.conflict.path)
      if let merging = merging(of: strategy) { try record(decision, choice.conflict, merging) }
    }
    guard remembers else { return }
    for (choice, _) in choices where strategy.strategy(for: choice.conflict.path).isDecision {
      source.remember(choice)
    }
  }

  /// The merge of a strategy; `nil` where it has none.
  private func merging(of strategy: Strategy) -> ThreeWayMerge? {
    switch strategy {
    case .resolver(let merging as ThreeWayMerge): merging
    case .resolver(let recalled as Recalled): recalled.merging
    case .written: merging
    default: nil
    }
  }

  private func note(_ choice: GitChoice, _ decision: Decision) {
    let isDeleted = choice.entries.first?.stage == nil
    let copies = choice.entries.dropFirst().map(\.path)
    switch decision {
    case .version(let version):
      log?.resolved(
        choice.conflict.path, "keep", kept: "@\(version)", isDeleted: isDeleted, copies: copies)
    case .resolution(let resolution):
      log?.resolved(
        choice.conflict.path, resolution.strategy, rules: resolution.rules.map(\.name),
        isDeleted: isDeleted, copies: copies)
    }
  }

  /// Records the decisions of rules in a path, for `docmerge review`.
  private func record(
    _ decision: Decision, _ conflict: GitConflict, _ merging: ThreeWayMerge
  ) throws {
    guard case .resolution(let resolution) = decision else { return }
    func bytes(_ stage: GitConflict.Stage?) throws -> [UInt8] {
      try stage.map(source.repository.bytes) ?? []
    }
    try DecisionRecorder(source: source, verb: .resolve).record(
      resolution,
      of: .init(
        base: bytes(conflict.base), ours: bytes(conflict.ours), theirs: bytes(conflict.theirs)),
      path: conflict.path, merging)
  }

  /// Reports the resolution of a path, and where the replaced edits are.
  private func say(_ choice: GitChoice, _ summary: String, _ edit: GitEdit?) {
    Console.message(words(choice, summary))
    guard let edit, edit.object != choice.entries.first?.stage?.object else { return }
    let advice =
      isDryRun
      ? tr("  It was edited by hand; `docmerge undo` brings those edits back.")
      : tr(
        """
          It was edited by hand; `docmerge undo` brings those edits back, and so does: git show \
        \(edit.object.prefix(12))
        """)
    Console.message(advice)
  }

  /// Leaves a file alone that a person has worked on, and says what else can be done.
  func refuse(_ conflict: GitConflict, isFilled: Bool) throws {
    let shown = GivenName.typed(try source.name(of: conflict))
    guard !isFilled else {
      let words = tr("git's rerere has filled in what it recorded before, so it stays as it is")
      Console.message("\(conflict.display): \(words).")
      log?.reason(conflict.path, words)
      Console.message(
        tr(
          """
            Look at the file, and keep it: docmerge resolve \(shown) --edited. Replace it: --force. \
          Make git forget it: git rerere forget \(shown)
          """))
      return
    }
    let words = tr("edited by hand since git left it, so it stays as it is")
    Console.message("\(conflict.display): \(words).")
    log?.reason(conflict.path, words)
    Console.message(
      tr(
        """
          Keep the edits and decide only the conflicts left between markers: docmerge resolve \
        \(shown) --edited --theirs (or another strategy, or none). Replace them: --force
        """))
  }

  private func choices(_ decided: [(GitConflict, Decision)]) throws -> [GitChoice] {
    var resolved = try source.repository.choices(
      decided.compactMap { conflict, decision in
        if case .resolution(let resolution) = decision { return (conflict, resolution) }
        return nil
      })[...]
    return decided.map { conflict, decision in
      guard case .version(let version) = decision else { return resolved.removeFirst() }
      let entry = GitChoice.Entry(path: conflict.path, stage: version.stage(of: conflict))
      return GitChoice(conflict: conflict, entries: [entry])
    }
  }

  /// The decision for a path; `nil` if it is left, which is reported.
  private func decision(
    for conflict: GitConflict, _ strategy: Strategy, _ edit: GitEdit?, isFilled: Bool
  ) throws -> Decision? {
    guard !conflict.hasSubmodule else {
      for line in SubmoduleWords(conflict, in: source).lines { Console.message(line) }
      log?.reason(conflict.path, "a submodule")
      return nil
    }
    if try isLost(conflict, strategy) { return nil }
    switch strategy {
    case .keep(let version):
      try warn(of: version, conflict)
      return .version(version)
    case .resolver(is ByDate)
    where try !source.repository.knowsDates(of: conflict, during: source.operation):
      let words = tr("the date of theirs is not known: give --ours or --theirs")
      Console.message("\(conflict.display): \(words).")
      log?.reason(conflict.path, words)
      return nil
    case .resolver(let resolver):
      return try decision(for: conflict, by: resolver, edit, isFilled: isFilled)
    case .written(let resolution): return .resolution(resolution)
    case .tracked(let document):
      try write(document, conflict, edit, isFilled: isFilled)
      return nil
    case .each: return nil
    case .edited(let markers): return try settled(markers, conflict, edit).map(Decision.resolution)
    }
  }

  private func decision(
    for conflict: GitConflict, by resolver: any Resolver, _ edit: GitEdit?, isFilled: Bool
  ) throws -> Decision? {
    let operation = resolver is ByDate ? source.operation : nil
    let value = try source.repository.conflict(of: conflict, during: operation)
    let result = try resolver.decide(value)
    if let resolution = result.resolution { return try checked(resolution, conflict, value) }
    if edit != nil, !isForced {
      try refuse(conflict, isFilled: isFilled)
    } else if try !tracks || edit != nil || !track(conflict, during: source.operation) {
      try explain(conflict, value, result.triedMerge)
    }
    return nil
  }

  func byHand(_ bytes: [UInt8], _ conflict: GitConflict, _ edit: GitEdit? = nil) -> Resolution {
    let isExecutable = edit?.isExecutable ?? (conflict.ours ?? conflict.theirs)?.isExecutable
    return Resolution(
      outcome: .contents(bytes, isExecutable: isExecutable ?? false), strategy: "by hand")
  }

  private func words(_ choice: GitChoice, _ summary: String) -> String {
    var text = choice.conflict.display
    if choice.entries.first?.stage == nil { text += tr(": deleted") }
    let copies = choice.entries.dropFirst().map { PrintableText.escape($0.path) }
    if !copies.isEmpty { text += tr(", beside it \(copies.joined(separator: ", "))") }
    return isDryRun
      ? tr("Would resolve \(text) (\(summary)).") : tr("Resolved \(text) (\(summary)).")
  }

  /// Explains why a path is left in conflict, and names the alternatives.
  ///
  /// - Parameters:
  ///   - conflict: the path.
  ///   - value: its sides.
  ///   - tried: the merge of them that was tried, if any was.
  /// - Throws: the errors of reading a side, or the memory.
  private func explain(
    _ conflict: GitConflict, _ value: Conflict, _ tried: TriedMerge?
  ) throws {
    let attempt = try merging.attempt(value, knowing: tried)
    let name = conflict.display
    func say(_ words: String) {
      Console.message("\(name): \(words).")
      log?.reason(conflict.path, words)
    }
    switch attempt {
    case .clean: say(tr("left in conflict"))
    case .refused(let reason): say(tr("not merged, \(MergeWords.reason(reason))"))
    case .conflicts(let merge):
      say(MergeWords.regions(merge, of: tr("ours")))
      for line in MergeWords.suggestions(merge) { Console.message(line) }
    }
    let shown = GivenName.typed(try source.name(of: conflict))
    if let words = Self.halfMergeWords(conflict) {
      Console.message(words)
      Console.message(
        tr("  To keep git's merge: docmerge resolve \(shown) --edited, with a strategy."))
    }
    Console.message(
      tr("  See: docmerge diff \(shown); take one with docmerge resolve \(shown) --keep @ours"))
    if try source.remembered(value, merging, attempt) != nil {
      Console.message(tr("  Remembered. Apply it: docmerge resolve \(shown) --remembered"))
    }
  }
}
