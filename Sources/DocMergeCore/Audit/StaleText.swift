/// Tells whether a text was made from one version or from the next one.
///
///     before     one             before     one             before     one
///     current    one, two        current    one, two        current    one, two
///     written    one, three      written    one, 2          written    one, two, three
///     stale                      stale, if it was written at once      not stale
///
/// A line beside a new one looks like that line written anew. In doubt what others did is not lost.
package struct StaleText {
  /// Whether it has the older text where only the newer version changed it.
  private var takesBack = false
  /// Whether it has whole lines that the newer version brought, or lacks those that it removed.
  private var keepsLines = false
  /// How many words the newer version put in where the text was changed as well.
  private var wordCount = 0
  /// How many of these the text has.
  private var keptWordCount = 0
  /// Whether it has words that the newer version took out there.
  private var keepsRemovedWords = false

  /// Compares a text with two versions, of which the second was made from the first.
  ///
  /// - Complexity: that of ``LineMerge``.
  package init(before: [UInt8], current: [UInt8], written: [UInt8]) {
    let texts = AuditTexts(
      LineMerge(base: before, ours: current, theirs: written, profile: .gitMerge))
    for span in texts.spans {
      switch span.kind {
      case .ours: takesBack = true
      case .both: keepsLines = true
      case .conflict: look(at: span, in: texts)
      case .unchanged, .theirs: break
      }
    }
  }

  private mutating func look(at span: AuditSpan, in texts: AuditTexts) {
    let (base, current, written) = (
      texts.base.text(of: span.base), texts.ours.text(of: span.ours),
      texts.theirs.text(of: span.theirs)
    )
    let newLines = Self.lines(of: current).subtracting(Self.lines(of: base))
    if !newLines.isDisjoint(with: Self.lines(of: written)) { keepsLines = true }
    let (old, new) = (Self.words(of: base), Self.words(of: current))
    let text = Self.words(of: written)
    wordCount += new.subtracting(old).count
    keptWordCount += new.subtracting(old).intersection(text).count
    if !old.subtracting(new).isDisjoint(with: text) { keepsRemovedWords = true }
  }

  private static func lines(of part: ArraySlice<UInt8>) -> Set<ArraySlice<UInt8>> {
    Set(part.split(separator: .newline).filter(\.holdsText))
  }

  private static func words(of part: ArraySlice<UInt8>) -> Set<ArraySlice<UInt8>> {
    Set(part.split(whereSeparator: \.isWhitespace))
  }

  /// Whether the text was made from the older version, as far as can be told.
  ///
  /// - Parameter isAtOnce: whether it was written so soon after the newer version came that nobody can have
  ///   read that and changed it.
  /// - Returns: whether it was; in doubt it was, so that nothing that came is lost.
  package func isStale(isAtOnce: Bool) -> Bool {
    if keepsLines { return false }
    if takesBack { return true }
    if wordCount == 0 { return keepsRemovedWords }
    return keptWordCount * 2 <= wordCount || isAtOnce && keptWordCount < wordCount
  }
}
