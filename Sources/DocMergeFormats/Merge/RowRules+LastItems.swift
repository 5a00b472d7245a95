extension RowRules {
  /// Whether an addition has a place of its own among its siblings: a branch for everything else, the parameters that
  /// take the rest, an entry that ends the list.
  ///
  ///     if a:  ours  else:  theirs  elif b:      f(a,  ours  o=1,  theirs  t
  func hasLastItem(_ ours: [Int], _ theirs: [Int]) -> Bool {
    guard !isProse else { return false }
    let items = (texts(ours, .ours), texts(theirs, .theirs))
    if (items.0 + items.1).contains(where: Self.isLast) { return true }
    guard kind == .items, hasCommas else { return false }
    // Parameters with a value come after those without.
    let hasValues = (items.0.map(Self.hasValue), items.1.map(Self.hasValue))
    return hasValues.0.contains(true) && hasValues.1.contains(false)
      || hasValues.1.contains(true) && hasValues.0.contains(false)
  }

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
    "else default otherwise finally ensure _ NULL nullptr COUNT vararg xsl:otherwise"

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

  /// Whether an item is a name with a value, such as `o=1`.
  private static func hasValue(_ item: ArraySlice<UInt8>) -> Bool {
    let name = item.prefix(while: \.isPartOfName)
    let rest = item[name.endIndex...].drop(while: \.isBlankOrTab)
    return !name.isEmpty && rest.first == UInt8(ascii: "=")
      && rest.dropFirst().first != UInt8(ascii: "=")
  }
}
