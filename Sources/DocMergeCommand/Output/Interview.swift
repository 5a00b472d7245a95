import DocMerge

/// Asks a person, document by document, what to do with a conflict.
struct Interview {
  let container: Container
  /// What is tried when the person asks for a merge.
  let merging: ThreeWayMerge

  private enum Answer {
    case resolved, skipped, quit
  }

  /// Asks about each document and returns how many are left in conflict.
  func resolve(_ documents: [DocumentSummary]) throws -> Int {
    var left = documents.count
    for (number, document) in documents.enumerated() {
      Console.message("\n\(document.path.display) (\(number + 1) of \(documents.count))")
      for line in Report.versions(of: document) { Console.message(line) }
      switch try ask(document) {
      case .resolved: left -= 1
      case .skipped: continue
      case .quit: return left
      }
    }
    return left
  }

  private func ask(_ document: DocumentSummary) throws -> Answer {
    let batch = ResolveBatch(container: container, isDryRun: false, merging: merging)
    let prompt =
      "Keep [1-\(document.heads.count)], [m]erge, [e]ager merge, [b]oth, [n]ewest, "
      + "[o]ldest, [d]ifferences, [s]kip, [q]uit? "
    while let answer = Console.ask(prompt) {
      let left: Int
      switch answer.lowercased().filter({ $0 != " " }) {
      case "m", "merge": left = try batch.run([document], merging)
      case "e", "eager":
        let eager = ThreeWayMerge(policy: .eager)
        left = try ResolveBatch(container: container, isDryRun: false, merging: eager)
          .run([document], eager)
      case "b", "both": left = try batch.run([document], KeepBoth())
      case "n", "newest": left = try batch.run([document], ByDate(.newest))
      case "o", "oldest": left = try batch.run([document], ByDate(.oldest))
      case "d", "differences":
        try showDifferences(document)
        continue
      case "s", "skip": return .skipped
      case "q", "quit": return .quit
      case let text:
        guard let number = Int(text), document.heads.indices.contains(number - 1) else {
          Console.message("Answer with a number or one of the letters.")
          continue
        }
        left = try batch.run([document], KeepOne(document.heads[number - 1].id.description))
      }
      if left == 0 { return .resolved }
    }
    return .quit
  }

  private func showDifferences(_ document: DocumentSummary) throws {
    let first = try container.contents(of: document.heads[0]).bytes ?? []
    for (index, head) in document.heads.enumerated().dropFirst() {
      let other = try container.contents(of: head).bytes ?? []
      guard !isBinary(first), !isBinary(other) else {
        Console.message("@1 and @\(index + 1): binary contents differ")
        continue
      }
      let labels = UnifiedDiff.Labels(old: "@1", new: "@\(index + 1)")
      DiffPrinter(diff: unifiedDiff(old: first, new: other, labels: labels)).print()
    }
  }
}
