import DocMergeCore
import DocMergeLanguage

/// Finds a line that one side added with a first word, or a key, that the other side replaced wherever it stood.
///
///     base   compile 'a:1'    ours   implementation 'a:1'    theirs   compile 'a:1'    fault   compile 'c:1'
///            compile 'b:1'           implementation 'b:1'             compile 'b:1'
///                                                                     compile 'c:1'
///
/// The line has the indentation of those that were changed, and below a key it stands in a record like theirs.
struct ReplacedHeadGuard: Sendable {
  /// The added lines with the old word.
  private var missed = LinesOfOldForm()

  /// The fewest lines that show that a word was replaced.
  private static let fewest = 2

  /// Words of languages: a line that begins with one says nothing of others.
  private static let common: WordList =
    """
    let var val const static final private public protected internal export int long short char float double bool \
    boolean void unsigned signed auto string String def fun func function fn class struct return if for while import \
    use from ADD COPY RUN ENV echo
    """

  /// Prepares for the base, ours and theirs.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of what the sides changed; of a side that replaced such a
  ///   word.
  init(_ changes: InputChanges, _ replaced: InputChanges.Sides<[ReplacedLine]>) {
    let (texts, added) = (changes.texts, changes.addedLines.sides)
    find(replaced.ours, texts.base, texts.ours, beside: added[1], texts.theirs)
    find(replaced.theirs, texts.base, texts.theirs, beside: added[0], texts.ours)
  }

  /// The lines with an old word.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the result; O(1) where there are none.
  func faults(in result: [UInt8]) -> [StructureFault] { missed.faults(in: result) }

  private mutating func find(
    _ replaced: [ReplacedLine], _ base: [UInt8], _ side: [UInt8],
    beside added: [ArraySlice<UInt8>], _ other: [UInt8]
  ) {
    guard replaced.count >= Self.fewest, !added.isEmpty else { return }
    var found: [HeadOfLine: (new: ArraySlice<UInt8>, count: Int)] = [:]
    var various: Set<HeadOfLine> = []
    for line in replaced {
      let (old, new) = (
        HeadOfLine(line.base, in: base), HeadOfLine(line.line.indices, inLine: line.line)
      )
      guard let old, let new, old.word != new.word, old.isKey == new.isKey,
        old.isKey || old.rest == new.rest
      else { continue }
      if let known = found[old], known.new != new.word { various.insert(old) }
      found[old] = (new.word, (found[old]?.count ?? 0) + 1)
    }
    let heads = Set(found.filter { $1.count >= Self.fewest && !various.contains($0) }.keys)
    guard !heads.isEmpty else { return }
    let kept = Set(Lines(side).lazy.map { $0.trimmed.prefix(while: \.isPartOfName) })
    missed.lines.formUnion(
      added.filter { line in
        guard let head = HeadOfLine(line.indices, in: other), heads.contains(head) else {
          return false
        }
        return !kept.contains(head.word)
          && !Self.common.contains(String(decoding: head.word, as: UTF8.self))
      }.map(\.trimmed))
  }
}

/// The first word of a line, and where it stands.
private struct HeadOfLine: Hashable {
  let word: ArraySlice<UInt8>
  let rest: ArraySlice<UInt8>
  let isKey: Bool
  private let indentation: ArraySlice<UInt8>
  /// The key on the line above a key; empty for other words.
  private let above: ArraySlice<UInt8>

  /// Reads a line of a text; `nil` for one that has no such word, or nothing behind it.
  init?(_ line: Range<Int>, in text: [UInt8]) {
    self.init(line, inLine: text[line], above: Self.line(above: line, in: text))
  }

  /// Reads a line; `nil` for one that has no such word, or nothing behind it.
  init?(
    _ line: Range<Int>, inLine text: ArraySlice<UInt8>, above: ArraySlice<UInt8> = []
  ) {
    let content = text.trimmed
    word = content.prefix(while: \.isPartOfName)
    rest = content[word.endIndex...]
    guard !word.isEmpty, !rest.isEmpty else { return nil }
    indentation = text[..<content.startIndex]
    isKey = rest.starts(with: ": ".utf8)
    self.above = isKey ? above.trimmed.prefix { $0 != 0x3A } : []
  }

  private static func line(above line: Range<Int>, in text: [UInt8]) -> ArraySlice<UInt8> {
    guard line.lowerBound > 0 else { return [] }
    let end = line.lowerBound - 1
    let start = text[..<end].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return text[start..<end]
  }

  static func == (one: HeadOfLine, other: HeadOfLine) -> Bool {
    one.word == other.word && one.isKey == other.isKey && one.indentation == other.indentation
      && one.above == other.above
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(word)
    hasher.combine(indentation)
    hasher.combine(above)
  }
}
