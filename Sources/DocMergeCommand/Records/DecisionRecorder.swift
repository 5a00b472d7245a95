import DocMerge
import DocMergeFiles
import DocMergeGit
import DocMergeLanguage
import DocMergeSystem

/// Records the decisions of rules where a person had docmerge merge, as the merge driver does.
struct DecisionRecorder {
  let source: GitSource
  /// The verb that the person called.
  let verb: DecisionRecord.Source

  /// Records the decisions of rules in a file, if there are any.
  ///
  /// - Parameters:
  ///   - resolution: The resolution of the file.
  ///   - texts: The merged texts; an empty base where there is none.
  ///   - path: The file, from the top of the worktree.
  ///   - merging: The merge.
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
    let decisions = CarefulMerge(policy: policy, path: String(decoding: path, as: UTF8.self))
      .decisions(by: rules, of: texts, standingIn: result)
    let name = PrintableText.escape(path)
    guard !decisions.isEmpty else {
      return Console.message(
        tr("docmerge: \(name): what rules decided could not be recorded for docmerge review"))
    }
    let record = DecisionRecord(
      path: path, source: verb, policy: policy, head: try source.repository.headCommit(),
      group: "\(CurrentProcess.group)", labels: labels, texts: texts, result: result, left: 0,
      decisions: decisions)
    do throws(DecisionLogFailure) {
      try source.repository.decisions.append(record)
    } catch {
      Console.message(
        tr(
          """
          docmerge: \(name): what rules decided could not be recorded for docmerge review: \
          \(error.words)
          """))
    }
  }

  private var labels: DecisionRecord.Sides<[UInt8]?> {
    func bytes(_ text: String?) -> [UInt8]? { text.map { Array($0.utf8) } }
    return .init(
      base: Array("base".utf8), ours: bytes(source.operation.branch ?? "HEAD"),
      theirs: bytes(source.operation.theirs?.words ?? "theirs"))
  }
}
