/// The parts of two texts that differ, word by word, for showing them in colour.
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
  let (oldWords, newWords) = (WordTokens(old), WordTokens(new))
  var table = TokenTable(capacity: oldWords.count + newWords.count)
  let tokens = TokenDiff(
    base: table.tokens(of: old, starts: oldWords.starts),
    other: table.tokens(of: new, starts: newWords.starts))
  let hunks = tokens.hunks(by: .myers)
  return WordChanges(
    old: hunks.filter { !$0.base.isEmpty }.map { oldWords.offsets(of: $0.base) },
    new: hunks.filter { !$0.other.isEmpty }.map { newWords.offsets(of: $0.other) })
}
