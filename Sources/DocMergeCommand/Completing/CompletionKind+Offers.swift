import ArgumentParser
import DocMerge

extension CompletionKind {
  /// Words that are looked up on request; none where that fails, since a shell shows no errors.
  private static func offers(
    _ find: @escaping @Sendable (CommandLineWords) throws -> [Offer]
  ) -> CompletionKind {
    .custom { words, index, prefix in
      do {
        let line = try CommandLineWords(words, index: index, prefix: prefix)
        return Offer.lines(try find(line))
      } catch {
        return []
      }
    }
  }

  /// How far merges go by themselves.
  static let policies = offers { _ in
    [
      Offer(value: "strict", note: "hardly any risk"),
      Offer(value: "balanced", note: "what most people would do"),
      Offer(value: "eager", note: "every rule that fits"),
    ]
  }

  /// The remotes of the container.
  static let remotes = offers { _ in
    try Container.find(from: ".").remotes.all().map { Offer(value: $0.name, note: $0.display) }
  }

  /// The operations that can be undone.
  static let operations = offers { _ in
    try Container.find(from: ".").operations(limit: 100).filter { !$0.isUndone }
      .map { Offer(value: $0.id.short, note: "\(Words.date($0.date)) \($0.summary)") }
  }

  /// The versions of the document that precedes on the line.
  static let versions = offers { try $0.versions() }

  /// The versions in conflict of the document that precedes on the line.
  static let versionsInConflict = offers { try $0.versionsInConflict() }

  /// The documents, or paths of git, in conflict; files where there are none.
  static let conflicts = offers { try $0.conflicts() }
}
