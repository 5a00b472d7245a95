/// Tells whether a text was made from one version or from the next one.
///
///     before     one             before     one             before     one
///     current    one, two        current    one, two        current    one, two
///     written    one, three      written    one, 2          written    one, two, three
///     stale                      stale, if it was written at once      not stale
///
/// A line beside a new one looks like a rewrite of that line. In doubt the other side's work is kept.
package struct StaleText {
  /// Whether it has the older text where only the newer version changed it.
  private var takesBack = false
  /// Whether it has whole lines that the newer version brought, or lacks those that it removed.
  private var keepsLines = false
  /// Whether, where all changed the text, it has the text of the older version and little of that of the newer one.
  private var looksOlder = false
  /// Whether it has some of that, though not all: so have corrections, but not ones written at once.
  private var looksOlderAtOnce = false
  /// Whether it has most of the newer version's text there.
  private var looksNewer = false

  /// The number of words that a place must have to show its source.
  private static let fewestWords = 3

  /// Whether some lines are the same in all three: then no version was rewritten as a whole.
  private let hasCommonLines: Bool

  /// The version that a text was made from.
  package enum Verdict: Sendable {
    /// The older version, without the newer one.
    case older
    /// The newer version.
    case newer
    /// It is unknown.
    case unclear
  }

  /// Compares a text with two versions, the second of which was made from the first.
  ///
  /// - Complexity: that of ``LineMerge``.
  package init(before: [UInt8], current: [UInt8], written: [UInt8]) {
    let texts = AuditTexts(
      LineMerge(base: before, ours: current, theirs: written, profile: .gitMerge))
    let spans = texts.spans
    hasCommonLines = spans.contains { span in
      span.kind == .unchanged && texts.base.text(of: span.base).holdsText
    }
    for span in spans {
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
    let added = new.subtracting(old)
    let isOlder =
      isNearer(text, to: old, than: new) || keepsAll(of: base, in: written)
      || hasCommonLines && old.isSubset(of: new)
    guard isOlder else { return }
    let kept = added.intersection(text).count
    if kept * 2 <= added.count {
      looksOlder = true
    } else if kept < added.count {
      looksOlderAtOnce = true
    } else {
      looksNewer = true
    }
  }

  /// Whether all whole lines of the base are still there; also true where there were none.
  private func keepsAll(of base: ArraySlice<UInt8>, in written: ArraySlice<UInt8>) -> Bool {
    Self.lines(of: base).isSubset(of: Self.lines(of: written))
  }

  /// Whether a text has more words of the older version than of the newer one, and at least half of the older ones.
  ///
  /// A few words are alike by chance: the author of a full rewrite may have read either version.
  private func isNearer(
    _ text: Set<ArraySlice<UInt8>>, to old: Set<ArraySlice<UInt8>>, than new: Set<ArraySlice<UInt8>>
  ) -> Bool {
    let (shared, sharedNew) = (old.intersection(text).count, new.intersection(text).count)
    return old.count >= Self.fewestWords && shared * 2 >= old.count
      && shared * (text.count + new.count) > sharedNew * (text.count + old.count)
  }

  private static func lines(of part: ArraySlice<UInt8>) -> Set<ArraySlice<UInt8>> {
    Set(part.split(separator: .newline).filter(\.holdsText))
  }

  private static func words(of part: ArraySlice<UInt8>) -> Set<ArraySlice<UInt8>> {
    Set(part.split(whereSeparator: \.isWhitespace))
  }

  /// Decides which version the text was made from.
  ///
  /// - Parameter isAtOnce: whether it was written so soon after the newer version arrived that its author cannot
  ///   have read that version and changed it.
  /// - Returns: the version; where both are likely, the older one, so that nothing that arrived is lost.
  package func verdict(isAtOnce: Bool) -> Verdict {
    if keepsLines { return .newer }
    if takesBack { return .older }
    if looksNewer { return .newer }
    return looksOlder || isAtOnce && looksOlderAtOnce ? .older : .unclear
  }
}
