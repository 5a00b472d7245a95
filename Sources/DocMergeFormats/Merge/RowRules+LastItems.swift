import DocMergeCore

extension RowRules {
  /// Whether an addition has a place of its own among its siblings: a branch for everything else, the parameters that
  /// take the rest, an entry that ends the list.
  ///
  ///     if a:  ours  else:  theirs  elif b:      f(a,  ours  o=1,  theirs  t
  func hasLastItem(_ ours: [Int], _ theirs: [Int]) -> Bool {
    let items = (texts(ours, .ours), texts(theirs, .theirs))
    if isProse {
      let before = (ours + theirs).min().map { [$0 - 1] }?.filter { $0 >= 0 } ?? []
      let all = items.0 + items.1 + texts(before, .ours) + texts(before, .theirs)
      return all.contains(where: Self.isBeforeLast)
    }
    if (items.0 + items.1).contains(where: Self.isLast) { return true }
    // The entries of a mapping have no order, those of a file of SQL do.
    let isMapping = kind == .members
    if (items.0 + items.1).contains(where: {
      Self.isOrdered($0) && (!isMapping || $0.first.map { $0 < 0x61 } == true)
    }) {
      return true
    }
    guard kind == .items, hasCommas else { return false }
    // Parameters with a value come after those without.
    let hasValues = (items.0.map(Self.hasValue), items.1.map(Self.hasValue))
    return hasValues.0.contains(true) && hasValues.1.contains(false)
      || hasValues.1.contains(true) && hasValues.0.contains(false)
  }

  /// Whether the end of the container is a part of its last child, so that the additions of both sides carry it.
  ///
  ///     name="two" />      ours  name="two"      theirs  name="two"
  ///                              size="big" />           color="red" />
  func holdsEnd(of gap: Range<Int>, _ ours: [Int], _ theirs: [Int]) -> Bool {
    guard gap.lowerBound > 0, let old = text(gap.lowerBound - 1, .base),
      let new = text(gap.lowerBound - 1, .ours), new == text(gap.lowerBound - 1, .theirs),
      old != new, let last = (ours.last.flatMap { text($0, .ours) }),
      let other = (theirs.last.flatMap { text($0, .theirs) })
    else { return false }
    let common = zip(old, new).prefix { $0 == $1 }.count
    let (end, mark) = (old.dropFirst(common), new.dropFirst(common))
    guard common > 0, !(end + mark).contains(where: \.isPartOfName) else { return false }
    return [last, other].allSatisfy { added in
      end.isEmpty ? added.suffix(mark.count) != mark : added.suffix(end.count) == end
    }
  }

  private func text(_ index: Int, _ version: Version) -> ArraySlice<UInt8>? {
    node(slots[index], version).map { trees[version].text[$0.body] }
  }

  /// Whether one side removed the jump at the end of a child, and the other side added a child behind it.
  ///
  /// The first child would then go on to the added one.
  ///
  ///     case 1: a(); break;      ours  case 1: a();      theirs  case 1: a(); break; case 2: b();
  func leadsOn(from one: Int, to other: Int) -> Bool {
    guard let side = slots[other].inserter, kind == .blocks,
      let added = node(slots[other], side), let base = node(slots[one], .base),
      Self.endsInJump(trees.base.text[base.body])
    else { return false }
    // Nothing runs on from one declaration to the next.
    let isDeclared = base.key != nil && added.key != nil
    guard !isDeclared || CaseLabel(of: added.body, in: trees[side].text) != nil else {
      return false
    }
    return [Version.ours, .theirs].contains { side in
      guard let node = node(slots[one], side) else { return true }
      return !Self.endsInJump(trees[side].text[node.body])
    }
  }

  private static func endsInJump(_ text: ArraySlice<UInt8>) -> Bool {
    if text.trimmed.suffix(2).elementsEqual(";;".utf8) { return true }
    let statements = text.split { "\n:;{".utf8.contains($0) }.map(\.trimmed)
    let last = statements.last { !$0.isEmpty && $0 != [UInt8(ascii: "}")] } ?? []
    return jumps.contains(String(decoding: last.prefix(while: \.isPartOfName), as: UTF8.self))
  }

  private static let jumps: WordList = "break return continue goto throw raise exit"

  /// Whether commas separate the children.
  private var hasCommas: Bool {
    families.ours.children.contains { child in
      !child.separator.isEmpty
        && trees.ours.text[child.separator.lowerBound] == UInt8(ascii: ",")
    }
  }

  private func texts(_ indices: [Int], _ version: Version) -> [ArraySlice<UInt8>] {
    indices.compactMap { index in
      node(slots[index], version).map { trees[version].text[$0.body].drop(while: \.isWhite) }
    }
  }

  private static let lastWords: WordList =
    """
    else default otherwise finally ensure _ NULL nullptr COUNT vararg xsl:otherwise
    """

  /// The first words of statements whose order matters.
  private static let orderedWords: WordList =
    "update delete grant revoke call select set alter truncate drop"

  /// The first words of rules for access, whose order matters, and of statements that leave a block.
  private static let endingWords: WordList =
    "deny allow rewrite return break throw raise exit"

  /// The last words of rules of which the first one counts.
  private static let decidingWords: WordList = "drop accept reject masquerade"

  private static func isLast(_ item: ArraySlice<UInt8>) -> Bool {
    var text = item
    while let mark = text.first, "|<}".utf8.contains(mark) || mark.isWhite {
      text = text.dropFirst()
    }
    if [".", "*"].contains(where: { text.starts(with: ($0 + $0).utf8) }) { return true }
    let word = text.prefix { $0.isPartOfName || $0 == UInt8(ascii: ":") }
    let name = String(decoding: word, as: UTF8.self).split(
      separator: ":", omittingEmptySubsequences: false)
    return lastWords.contains(String(decoding: word, as: UTF8.self))
      || name.count > 1 && lastWords.contains(String(name[0]))
  }

  /// Whether an item is a statement of SQL that changes something, or a rule of a firewall.
  private static func isOrdered(_ item: ArraySlice<UInt8>) -> Bool {
    let words = item.trimmed.split(whereSeparator: \.isWhite)
    guard let first = words.first, let last = words.last else { return false }
    let name = String(decoding: first.filter { $0 != UInt8(ascii: ";") }, as: UTF8.self)
    if endingWords.contains(name)
      || words.count > 1
        && decidingWords.contains(
          String(decoding: last, as: UTF8.self))
    {
      return true
    }
    return words.count > 1 && orderedWords.contains(name.lowercased())
      && !item.contains(UInt8(ascii: "{"))
  }

  private static let conjunctions: WordList =
    "and or und oder et ou e o y og eller och en of i oraz"

  /// Whether an item of prose announces the last one: `- cash, or`.
  private static func isBeforeLast(_ item: ArraySlice<UInt8>) -> Bool {
    let words = item.trimmed.split { $0 == 0x20 || $0 == 0x2C || $0 == 0x3B }
    return words.count > 1
      && conjunctions.contains(String(decoding: words[words.count - 1], as: UTF8.self))
  }

  /// Whether an item is a name with a value, such as `o=1`.
  private static func hasValue(_ item: ArraySlice<UInt8>) -> Bool {
    let name = item.prefix(while: \.isPartOfName)
    let rest = item[name.endIndex...].drop(while: \.isBlankOrTab)
    return !name.isEmpty && rest.first == UInt8(ascii: "=")
      && rest.dropFirst().first != UInt8(ascii: "=")
  }
}
