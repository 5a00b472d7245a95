import DocMerge
import DocMergeGit

/// Asks a person, path by path, what to do with the conflicts of a git repository.
struct GitInterview {
  let source: GitSource
  /// What is tried when the person asks for a merge.
  let merging: ThreeWayMerge

  /// Asks about each path until the person has enough.
  func run(_ conflicts: [GitConflict]) throws {
    source.explain()
    for (number, conflict) in conflicts.enumerated() {
      Console.message(
        "\n\(conflict.display), \(conflict.kind.rawValue) (\(number + 1) of \(conflicts.count))")
      if try !source.repository.edits(of: [conflict]).isEmpty {
        Console.message(
          "It was edited by hand; an answer replaces that, and `docmerge undo` brings it back.")
      }
      let list = GitList(source: source)
      for line in try list.lines(of: conflict, [.ours, .theirs]) { Console.message(line) }
      guard try ask(conflict) else { return }
    }
  }

  /// Whether to go on with the next path.
  private func ask(_ conflict: GitConflict) throws -> Bool {
    let remembered = try source.remembered(conflict, merging)
    if let remembered { try show(remembered, conflict) }
    let prompt =
      (remembered == nil ? "Keep " : "Take what is [r]emembered, keep ")
      + "[o]urs, [t]heirs, [b]oth, the b[a]se, [m]erge, [e]ager merge, [n]ewest, "
      + "[w]rite it, [d]ifferences, [s]kip, [q]uit? "
    while let answer = Console.ask(prompt) {
      let strategy: GitResolve.Strategy
      switch answer.lowercased().filter({ $0 != " " }) {
      case "o", "1", "ours": strategy = .keep(.ours)
      case "t", "2", "theirs": strategy = .keep(.theirs)
      case "a", "base": strategy = .keep(.base)
      case "b", "both": strategy = .resolver(KeepBoth())
      case "m", "merge": strategy = .resolver(merging)
      case "e", "eager": strategy = .resolver(ThreeWayMerge(policy: .eager))
      case "n", "newest": strategy = .resolver(ByDate(.newest))
      case "r" where remembered != nil, "remembered" where remembered != nil:
        strategy = .resolver(source.recalled(merging))
      case "w", "write":
        guard let bytes = try written(conflict) else { continue }
        strategy = .written(bytes)
      case "d", "differences":
        try GitList(source: source).diff(conflict, nil, nil)
        continue
      case "s", "skip": return true
      case "q", "quit": return false
      default:
        Console.message("Answer with one of the letters.")
        continue
      }
      let resolve = GitResolve(
        source: source, isDryRun: false, isForced: true, merging: merging)
      if try resolve.run([conflict], strategy).isEmpty { return true }
    }
    return false
  }
}
