import DocMergeCore
import DocMergeLanguage

/// An item with a number or a letter: of a list, of the headings, or of things with a name such as `Figure 4`.
struct NumberedItem {
  /// The numbers that belong together.
  enum Series: Hashable {
    /// `3. text`
    case list
    /// `## 3.2 Title`
    case headings
    /// `(c) text`, `c) text`
    case letters
    /// `Figure 4: text`, by the usual form of the word
    case named(String)
  }

  let series: Series
  /// The number or letter: `3`, `3.2`, `c`.
  var label: [UInt8]
  /// The text behind the number.
  let title: [UInt8]
  /// The number of the section that it stands in.
  let section: Int
}

extension NumberedItem {
  /// The item with a named number that a line starts, such as `Figure 4: The lake`.
  static func named(
    _ content: ArraySlice<UInt8>, _ section: Int, isHeading: Bool
  ) -> NumberedItem? {
    guard let found = NumberedName(at: content.startIndex, in: content) else { return nil }
    let rest = content[found.label.endIndex...]
    let gap = rest.first ?? 0x0A
    let title = rest.itemTitle
    let isSign = found.word == "§"
    let isMarked =
      ":.)".utf8.contains(gap) && (rest.dropFirst().first?.isWhite ?? true)
      || rest.drop(while: \.isBlankOrTab).starts(with: "–".utf8)
      || rest.drop(while: \.isBlankOrTab).starts(with: "—".utf8) || rest.starts(with: " - ".utf8)
    let isTitled = isSign && title.first.map { $0.isCapital || $0 == 0x28 } ?? false
    guard isMarked || isHeading || isTitled, title.contains(where: \.isLetter) else { return nil }
    return NumberedItem(
      series: .named(found.word), label: found.label.map(\.lowercased), title: title,
      section: section)
  }
}

/// The number or letter that starts an item.
struct ItemMark {
  enum Kind {
    /// `3. `, `3) `
    case number
    /// `3.2 `
    case dotted
    /// `c) `, `(c) `, `(3) `
    case letter
    /// `3 `, as headings can start
    case bare
  }

  let kind: Kind
  let label: ArraySlice<UInt8>
  let title: [UInt8]

  init?(_ content: ArraySlice<UInt8>) {
    let isOpened = content.first == 0x28 || content.first == UInt8(ascii: "|")
    let isCell = content.first == UInt8(ascii: "|")
    let start = isOpened ? content.dropFirst().drop(while: \.isBlankOrTab) : content
    var label = start.prefix { $0.isDecimalDigit || $0 == 0x2E }
    if label.isEmpty {
      label = start.prefix(1)
      guard label.first.map({ (0x61...0x7A).contains($0) }) ?? false else { return nil }
    }
    var rest = start[label.endIndex...]
    let isDotEnded = label.last == 0x2E
    if isDotEnded { label = label.dropLast() }
    let isLetter = label.first?.isDecimalDigit == false
    let isClosed = rest.first == 0x29
    if isCell {
      rest = rest.drop(while: \.isBlankOrTab)
      guard rest.first == UInt8(ascii: "|"), !isLetter else { return nil }
    }
    if isClosed || isCell { rest = rest.dropFirst() }
    guard !label.isEmpty, label.count <= 8, rest.first?.isBlankOrTab == true,
      isClosed || !isOpened || isCell
    else { return nil }
    if isLetter || isOpened && !isCell {
      guard isClosed else { return nil }
      kind = .letter
    } else if label.contains(0x2E) {
      kind = .dotted
    } else {
      guard label.count <= 3 else { return nil }
      kind = isDotEnded || isClosed || isCell ? .number : .bare
    }
    self.label = label
    title = rest.itemTitle
    guard title.contains(where: \.isLetter) else { return nil }
  }
}

extension ArraySlice<UInt8> {
  /// The text behind the number of an item, without marks around it.
  var itemTitle: [UInt8] {
    let marks = Set(":.)*_–—-|#= \t".utf8)
    let start = drop { marks.contains($0) }
    guard let last = start.lastIndex(where: { !marks.contains($0) }) else { return [] }
    return Array(start[...last].split(whereSeparator: \.isBlankOrTab).joined(separator: [0x20]))
  }
}
