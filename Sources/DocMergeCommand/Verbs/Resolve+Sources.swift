import DocMerge
import DocMergeGit
import DocMergeLanguage
import DocMergeSystem

extension Resolve {
  /// Resolves the paths of a git repository, or all if none is named, and returns how many are left.
  func resolve(_ paths: [GitConflict], in git: GitSource, _ log: ResolveLog?) throws -> Int {
    let conflicts = try documents.isEmpty ? git.conflicts([]) : paths
    guard !conflicts.isEmpty else {
      if documents.isEmpty { Console.message(tr("No path is in conflict.")) }
      return 0
    }
    let merging = ThreeWayMerge(policy: policy?.policy ?? .balanced)
    guard let strategy = try gitStrategy(merging, git) else {
      try GitSession(
        source: git, policy: policy?.policy ?? .balanced, face: faces.face, conflicts: conflicts
      ).run()
      return try git.conclude()
    }
    let resolve = GitResolve(
      source: git, isDryRun: dryRun, isForced: force, tracks: tracked, merging: merging, log: log)
    let left = try resolve.run(conflicts, strategy)
    if !dryRun { _ = try git.conclude() }
    return left.count
  }

  /// The strategy that was chosen; `nil` when the person is to be asked.
  private func gitStrategy(
    _ merging: ThreeWayMerge, _ git: GitSource
  ) throws -> GitResolve.Strategy? {
    if edited { return .edited(try markerStrategy(merging)) }
    if let keep { return .keep(try GitVersion(parsing: keep)) }
    if ours { return .keep(.ours) }
    if theirs { return .keep(.theirs) }
    if base { return .keep(.base) }
    if keepBoth { return .resolver(KeepBoth()) }
    if remembered { return .resolver(git.recalled(merging)) }
    if merge || tracked {
      return .resolver(try git.appliesMemory ? git.recalled(merging) : merging)
    }
    if newest { return .resolver(ByDate(.newest)) }
    return oldest ? .resolver(ByDate(.oldest)) : nil
  }

  /// Resolves files with conflict markers and returns how many are left with some.
  func resolve(markersIn files: [String], _ git: GitSource?, _ log: ResolveLog?) throws -> Int {
    let left = try settle(markersIn: files, git.map(MarkerMemory.init), log)
    if left > 0 { Console.message(tr("\(counted(left, "file")) left with conflict markers.")) }
    return left
  }

  private func settle(
    markersIn files: [String], _ memory: MarkerMemory?, _ log: ResolveLog?
  ) throws -> Int {
    let merging = ThreeWayMerge(policy: policy?.policy ?? .balanced)
    guard !edited else {
      throw CommandError(description: tr("--edited is for conflicts of a git repository"))
    }
    if let strategy = try markerStrategy(merging) {
      return try MarkerBatch(isDryRun: dryRun, memory: memory, log: log).run(files, strategy)
    }
    guard !remembered else {
      throw CommandError(description: tr("only conflicts of a git repository are remembered"))
    }
    guard !newest, !oldest else {
      throw CommandError(description: tr("markers say nothing of dates: give --ours or --theirs"))
    }
    let shown = try files.filter(MarkedFile.canShow)
    // Conflicts with three or more sides are asked about line by line.
    let others = files.filter { !shown.contains($0) }
    let left =
      try others.isEmpty
      ? 0 : MarkerInterview(merging: merging, memory: memory).resolve(others)
    guard !shown.isEmpty else { return left }
    return try left + MarkerSession(face: faces.face, memory: memory).run(shown)
  }

  /// The chosen strategy for conflicts between markers; `nil` if it is not possible there.
  private func markerStrategy(_ merging: ThreeWayMerge) throws -> MarkerStrategy? {
    if let keep {
      switch keep {
      case "@ours", "ours": return .side(0)
      case "@theirs", "theirs": return .theirs
      default: break
      }
      guard let strategy = MarkerStrategy(version: keep) else {
        throw CommandError(
          description: tr("markers have no \(PrintableText.escape(keep)): give @1, @2 or @base"))
      }
      return strategy
    }
    if ours { return .side(0) }
    if theirs { return .theirs }
    if base { return .base }
    if keepBoth { return .union }
    return merge || tracked ? .merge(merging) : nil
  }
}
