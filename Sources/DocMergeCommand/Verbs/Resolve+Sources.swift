import DocMerge
import DocMergeGit

extension Resolve {
  /// Resolves the paths of a git repository, or all if none is named, and returns how many are left.
  func resolve(_ paths: [GitConflict], in git: GitSource) throws -> Int {
    let conflicts = try documents.isEmpty ? git.conflicts([]) : paths
    guard !conflicts.isEmpty else {
      if documents.isEmpty { Console.message("No path is in conflict.") }
      return 0
    }
    let merging = ThreeWayMerge(policy: policy?.policy ?? .balanced)
    guard let strategy = try gitStrategy(merging, git) else {
      try GitInterview(source: git, merging: merging).run(conflicts)
      return try git.conclude()
    }
    let resolve = GitResolve(source: git, isDryRun: dryRun, merging: merging)
    let left = try resolve.run(conflicts, strategy)
    if !dryRun { _ = try git.conclude() }
    return left.count
  }

  /// What was chosen; `nil` when the person is to be asked.
  private func gitStrategy(
    _ merging: ThreeWayMerge, _ git: GitSource
  ) throws -> GitResolve.Strategy? {
    if let keep { return .keep(try GitVersion(parsing: keep)) }
    if ours { return .keep(.ours) }
    if theirs { return .keep(.theirs) }
    if base { return .keep(.base) }
    if keepBoth { return .resolver(KeepBoth()) }
    if remembered { return .resolver(git.recalled(merging)) }
    if merge { return .resolver(try git.appliesMemory ? git.recalled(merging) : merging) }
    if newest { return .resolver(ByDate(.newest)) }
    return oldest ? .resolver(ByDate(.oldest)) : nil
  }

  /// Resolves files with conflict markers and returns how many are left with some.
  func resolve(markersIn files: [String]) throws -> Int {
    let left = try settle(markersIn: files)
    if left > 0 { Console.message("\(Words.count(left, "file")) left with conflict markers.") }
    return left
  }

  private func settle(markersIn files: [String]) throws -> Int {
    let merging = ThreeWayMerge(policy: policy?.policy ?? .balanced)
    let batch = MarkerBatch(isDryRun: dryRun)
    if let keep {
      guard let strategy = MarkerStrategy(version: keep) else {
        throw CommandError(
          description: "markers have no \(PrintableText.escape(keep)): give @1, @2 or @base")
      }
      return try batch.run(files, strategy)
    }
    if ours { return try batch.run(files, .side(0)) }
    if theirs { return try batch.run(files, .theirs) }
    if base { return try batch.run(files, .base) }
    if keepBoth { return try batch.run(files, .union) }
    if merge { return try batch.run(files, .merge(merging)) }
    guard !remembered else {
      throw CommandError(description: "only conflicts of a git repository are remembered")
    }
    guard !newest, !oldest else {
      throw CommandError(description: "markers say nothing of dates: give --ours or --theirs")
    }
    return try MarkerInterview(merging: merging).resolve(files)
  }
}
