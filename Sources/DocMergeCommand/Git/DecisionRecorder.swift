import DocMerge
import DocMergeFiles
import DocMergeFormats
import DocMergeGit
import Glibc

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
    guard !resolution.rules.isEmpty, case .contents(let result, _) = resolution.outcome,
      case .policy(let policy) = merging.method
    else { return }
    let decisions = decisions(in: texts, becoming: result, path: path, policy)
    guard !decisions.isEmpty else {
      return Console.message(
        "docmerge: \(PrintableText.escape(path)): what rules decided could not be recorded for "
          + "docmerge review")
    }
    let record = DecisionRecord(
      path: path, source: verb, policy: policy, head: try source.repository.headCommit(),
      group: String(getpgrp()), labels: labels, texts: texts, result: result, left: 0,
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
    _ policy: MergePolicy
  ) -> [DecisionRecord.Decision] {
    let merge = CarefulMerge(policy: policy, path: String(decoding: path, as: UTF8.self))
    func found(_ ours: [UInt8], _ theirs: [UInt8]) -> [DecisionRecord.Decision]? {
      guard
        case .merged(let made) = merge.outcome(base: texts.base, ours: ours, theirs: theirs),
        made.merged.clean == result
      else { return nil }
      return DecisionRecord.Decision.all(in: made, structure: merge.structure)
    }
    if let decisions = found(texts.ours, texts.theirs) { return decisions }
    return (found(texts.theirs, texts.ours) ?? []).map { decision in
      var swapped = decision
      (swapped.ours, swapped.theirs) = (decision.theirs, decision.ours)
      return swapped
    }
  }

  private var labels: DecisionRecord.Sides<[UInt8]?> {
    func bytes(_ text: String?) -> [UInt8]? { text.map { Array($0.utf8) } }
    return .init(
      base: Array("base".utf8), ours: bytes(source.operation.branch ?? "HEAD"),
      theirs: bytes(source.operation.theirs?.words ?? "theirs"))
  }
}
