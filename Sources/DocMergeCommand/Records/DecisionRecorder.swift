import DocMerge
import DocMergeFiles
import DocMergeFormats
import DocMergeGit

/// Records what rules decided where a person had docmerge merge, as the merge driver does.
struct DecisionRecorder {
  let source: GitSource
  /// What the person called.
  let verb: DecisionRecord.Source

  /// Records what rules decided in a file, if they decided anything.
  ///
  /// - Parameters:
  ///   - resolution: What the file became.
  ///   - texts: What was merged; an empty base where there is none.
  ///   - path: The file, from the top of the worktree.
  ///   - merging: How it was merged.
  /// - Throws: `GitFailure`.
  func record(
    _ resolution: Resolution, of texts: DecisionRecord.Sides<[UInt8]>, path: [UInt8],
    _ merging: ThreeWayMerge
  ) throws {
    let isRemembered = resolution.strategy == Recalled.strategy
    guard !resolution.rules.isEmpty || isRemembered,
      case .contents(let result, _) = resolution.outcome,
      case .policy(let policy) = merging.method
    else { return }
    let rules = Set(resolution.rules.map(\.name)).union(isRemembered ? [DecisionRecord.memory] : [])
    let decisions = decisions(in: texts, becoming: result, path: path, policy, rules)
    guard !decisions.isEmpty else {
      return Console.message(
        "docmerge: \(PrintableText.escape(path)): what rules decided could not be recorded for "
          + "docmerge review")
    }
    let record = DecisionRecord(
      path: path, source: verb, policy: policy, head: try source.repository.headCommit(),
      group: "\(CurrentProcess.group)", labels: labels, texts: texts, result: result, left: 0,
      decisions: decisions)
    do throws(DecisionLogFailure) {
      try source.repository.decisions.append(record)
    } catch {
      Console.message(
        "docmerge: \(PrintableText.escape(path)): what rules decided could not be recorded for "
          + "docmerge review: \(error.words)")
    }
  }

  /// What rules decided; the older side counts as ours in a merge, so that either may be.
  private func decisions(
    in texts: DecisionRecord.Sides<[UInt8]>, becoming result: [UInt8], path: [UInt8],
    _ policy: MergePolicy, _ rules: Set<String>
  ) -> [DecisionRecord.Decision] {
    let merge = CarefulMerge(policy: policy, path: String(decoding: path, as: UTF8.self))
    let mirrored = DecisionRecord.Sides(base: texts.base, ours: texts.theirs, theirs: texts.ours)
    func all(_ texts: DecisionRecord.Sides<[UInt8]>) -> [DecisionRecord.Decision] {
      rules.contains(DecisionRecord.memory)
        ? merge.decisionsWithMemory(of: texts, standingIn: result)
        : merge.decisions(of: texts, standingIn: result)
    }
    let found = [all(texts), all(mirrored).map(\.mirrored)].map {
      $0.filter { rules.contains($0.rule) }
    }
    return found[0].count >= found[1].count ? found[0] : found[1]
  }

  private var labels: DecisionRecord.Sides<[UInt8]?> {
    func bytes(_ text: String?) -> [UInt8]? { text.map { Array($0.utf8) } }
    return .init(
      base: Array("base".utf8), ours: bytes(source.operation.branch ?? "HEAD"),
      theirs: bytes(source.operation.theirs?.words ?? "theirs"))
  }
}
