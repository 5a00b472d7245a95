/// The parts of two texts that differ, word by word, to show them in colour.
public struct WordChanges: Sendable, Hashable {
  /// Offsets of the bytes that only the old text has.
  public var old: [Range<Int>]

  /// Offsets of the bytes that only the new text has.
  public var new: [Range<Int>]

  /// Makes the changes between two texts.
  public init(old: [Range<Int>], new: [Range<Int>]) {
    self.old = old
    self.new = new
  }
}

/// Compares two lines, or a few, word by word.
///
///     wordChanges(old: Array("a red hat".utf8), new: Array("a blue hat".utf8))
///     // old: [2..<5], new: [2..<6]
///
/// - Complexity: As ``diffLines(base:other:options:)``, in words.
public func wordChanges(old: [UInt8], new: [UInt8]) -> WordChanges {
  wordChanges(old: WordTokens(old), new: WordTokens(new))
}

/// Compares texts that are already cut; cutting takes longer than comparing.
func wordChanges(old: WordTokens, new: WordTokens) -> WordChanges {
  var table = TokenTable(capacity: old.count + new.count)
  let tokens = TokenDiff(
    base: table.tokens(of: old.bytes, starts: old.starts),
    other: table.tokens(of: new.bytes, starts: new.starts))
  let hunks = tokens.hunks(by: .myers)
  return WordChanges(
    old: hunks.filter { !$0.base.isEmpty }.map { old.offsets(of: $0.base) },
    new: hunks.filter { !$0.other.isEmpty }.map { new.offsets(of: $0.other) })
}
