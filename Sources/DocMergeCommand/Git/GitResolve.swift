import DocMerge
import DocMergeGit

/// The verb `resolve` in a git repository.
struct GitResolve {
  /// What is to be done with each path.
  enum Strategy {
    /// Keep one version, or that there is none.
    case keep(GitVersion)
    /// Ask a resolver.
    case resolver(any Resolver)
    /// Take what the person wrote.
    case written([UInt8])

    /// Whether a person looked at the path to choose this.
    var isDecision: Bool {
      if case .resolver = self { return false }
      return true
    }
  }

  let source: GitSource
  let isDryRun: Bool
  /// Says why a path is left in conflict, whatever was asked to decide.
  let merging: ThreeWayMerge

  /// Resolves paths as one step that can be undone.
  ///
  /// The result is those that are left.
  func run(_ conflicts: [GitConflict], _ strategy: Strategy) throws -> [GitConflict] {
    var choices: [GitChoice] = []
    var messages: [String] = []
    var left: [GitConflict] = []
    var summaries: [String] = []
    for conflict in conflicts {
      guard !conflict.hasSubmodule else {
        Console.message(
          "\(conflict.display): a submodule: decide in its own repository, then `git add` it.")
        left.append(conflict)
        continue
      }
      guard let (choice, summary) = try choice(for: conflict, strategy) else {
        left.append(conflict)
        continue
      }
      choices.append(choice)
      summaries.append(summary)
      messages.append(words(choice, summary))
    }
    if !isDryRun {
      let unique = Set(summaries).sorted().joined(separator: "; ")
      try source.repository.apply(choices, summary: unique)
      if conflicts.count == 1, strategy.isDecision { choices.forEach(source.remember) }
    }
    for message in messages { Console.message(message) }
    return left
  }

  private func choice(
    for conflict: GitConflict, _ strategy: Strategy
  ) throws -> (GitChoice, String)? {
    switch strategy {
    case .keep(let version):
      let entry = GitChoice.Entry(path: conflict.path, stage: version.stage(of: conflict))
      return (GitChoice(conflict: conflict, entries: [entry]), "keep \(version)")
    case .resolver(is ByDate)
    where try !source.repository.knowsDates(of: conflict, during: source.operation):
      Console.message(
        "\(conflict.display): nobody knows when theirs was changed: give --ours or --theirs.")
      return nil
    case .resolver(let resolver):
      let operation = resolver is ByDate ? source.operation : nil
      let value = try source.repository.conflict(of: conflict, during: operation)
      guard let resolution = try resolver.resolve(value) else {
        try explain(conflict, value)
        return nil
      }
      return (try source.repository.choice(resolution, for: conflict), resolution.summary)
    case .written(let bytes):
      let isExecutable = (conflict.ours ?? conflict.theirs)?.isExecutable ?? false
      let resolution = Resolution(
        outcome: .contents(bytes, isExecutable: isExecutable), strategy: "by hand")
      return (try source.repository.choice(resolution, for: conflict), resolution.summary)
    }
  }

  private func words(_ choice: GitChoice, _ summary: String) -> String {
    let verb = isDryRun ? "Would resolve" : "Resolved"
    var text = "\(verb) \(choice.conflict.display)"
    if choice.entries.first?.stage == nil { text += ": deleted" }
    let copies = choice.entries.dropFirst().map { PrintableText.escape($0.path) }
    if !copies.isEmpty { text += ", beside it \(copies.joined(separator: ", "))" }
    return "\(text) (\(summary))."
  }

  /// Says why a path is left in conflict, and what else can be done.
  private func explain(_ conflict: GitConflict, _ value: Conflict) throws {
    let name = conflict.display
    switch try merging.attempt(value) {
    case .clean: Console.message("\(name): left in conflict.")
    case .refused(let reason): Console.message("\(name): not merged, \(MergeWords.reason(reason)).")
    case .conflicts(let merge):
      Console.message("\(name): \(MergeWords.regions(merge, of: "ours")).")
      for line in MergeWords.suggestions(merge) { Console.message(line) }
    }
    let shown = Shell.quoted(try source.name(of: conflict))
    Console.message(
      "  See: docmerge diff \(shown); take one with docmerge resolve \(shown) --keep @ours")
    if try source.remembered(value, merging) != nil {
      Console.message("  Remembered, not done: docmerge resolve \(shown) --remembered")
    }
  }
}
