import DocMergeCore
import DocMergeLanguage

/// An item with a number or a letter: of a list, of the headings, or of things with a name such as `Figure 4`.
struct NumberedItem {
  /// What numbers belong together.
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

/// How a text writes its items.
enum ItemNotation {
  /// Programs number the items of a list anew.
  case markdown
  /// `#. text`
  case reStructuredText
  /// `. text`
  case asciiDoc
  /// `\item text`
  case latex
  case plain
  /// Items are comments of program code or of data.
  case comments

  /// The notation of a format; `nil` for formats whose texts have no remarks for readers.
  init?(_ known: KnownFormat, isPlain: Bool) {
    switch known.format {
    case let prose as ProseFormat:
      switch prose.dialect {
      case .markdown: self = .markdown
      case .reStructuredText: self = .reStructuredText
      case .asciiDoc: self = .asciiDoc
      case .latex: self = .latex
      case .org, .plainText: self = .plain
      }
    case is OutlineFormat where isPlain: self = .plain
    case is OutlineFormat, is YAMLFormat, is TOMLFormat, is SQLFormat, is DockerfileFormat,
      is MakefileFormat, is CMakeFormat, is CodeFormat:
      self = .comments
    default: return nil
    }
  }
}

/// The numbered items of a text.
struct NumberedItems {
  private(set) var items: [NumberedItem] = []
  /// The number of the section of each of some lines.
  private(set) var sections: [ArraySlice<UInt8>: Int] = [:]

  private let notation: ItemNotation
  private var section = 0
  private var list: OpenList?
  /// The items of the lists of LaTeX that are open, with `nil` for those without numbers.
  private var environments: [Int?] = []

  /// A list that may go on.
  private struct OpenList {
    let indentation: Int
    /// The places of its items among all.
    var places: [Int] = []
    var isInterrupted = false
  }

  /// Reads a text, and the sections of some lines.
  init(_ text: [UInt8], _ notation: ItemNotation, sectionsOf wanted: Set<ArraySlice<UInt8>> = []) {
    self.notation = notation
    var (before, isInFence): (ArraySlice<UInt8>, Bool) = ([], false)
    let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let next = index + 1 < lines.count ? lines[index + 1] : []
      if notation == .markdown, line.trimmed.starts(with: "```".utf8) { isInFence.toggle() }
      if !isInFence { read(line, after: before, before: next) }
      if wanted.contains(line), sections[line] == nil { sections[line] = section }
      before = line
    }
    closeList()
  }

  /// The only item with a label, in a section or, for series that count through the text, anywhere.
  func item(
    _ label: [UInt8], in series: NumberedItem.Series, section: Int?, isOfText: Bool
  ) -> NumberedItem? {
    let found = items.filter { $0.series == series && $0.label == label }
    let near = found.filter { $0.section == section }
    if near.count == 1 { return near[0] }
    // Lists of other sections have numbers of their own.
    return isOfText && found.count == 1 ? found[0] : nil
  }

  /// The only item with the text of another.
  func item(like other: NumberedItem) -> NumberedItem? {
    let found = items.filter { $0.series == other.series && $0.title == other.title }
    return found.count == 1 ? found[0] : nil
  }

  // MARK: Lines

  private mutating func read(
    _ line: ArraySlice<UInt8>, after before: ArraySlice<UInt8>, before next: ArraySlice<UInt8>
  ) {
    let indentation = line.prefix(while: \.isBlankOrTab).count
    var content = line.trimmed
    guard !content.isEmpty else { return }
    if notation == .latex, readCommand(content) { return }
    var isHeading = false
    if notation == .comments {
      guard let comment = content.withoutCommentMark else {
        // A statement at the left margin starts another part of the code.
        if indentation == 0, content.first?.isPartOfName == true { startSection() }
        return
      }
      content = comment
    } else if let title = headingTitle(content) {
      (content, isHeading) = (title, true)
    } else if next.isUnderline, content.count > 2, !content.isUnderline {
      isHeading = true
    } else if notation == .plain, let comment = content.withoutCommentMark {
      content = comment
    }
    if isHeading { startSection() }
    let isKnown = add(content.withoutEmphasis, indentation, isHeading: isHeading)
    if !isKnown, !isHeading, let open = list, indentation <= open.indentation,
      before.trimmed.isEmpty
    {
      closeList()
    }
  }

  private mutating func startSection() {
    closeList()
    section += 1
  }

  /// The title of a heading, without the marks before it.
  private func headingTitle(_ content: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard let mark = content.first, "#=*".utf8.contains(mark) else { return nil }
    guard mark != UInt8(ascii: "*") || notation == .plain else { return nil }
    let marks = content.prefix { $0 == mark }
    let rest = content[marks.endIndex...]
    return marks.count <= 6 && rest.first == 0x20 ? rest.trimmed : nil
  }

  /// Adds the item that a line starts, if it starts one.
  private mutating func add(
    _ content: ArraySlice<UInt8>, _ indentation: Int, isHeading: Bool
  ) -> Bool {
    if let named = NumberedItem.named(content, section, isHeading: isHeading) {
      items.append(named)
      return true
    }
    if let label = automaticLabel(content) {
      addListed(label.label, label.title, indentation)
      return true
    }
    guard let mark = ItemMark(content) else { return false }
    switch mark.kind {
    case .dotted:
      items.append(item(.headings, mark))
    case .letter: items.append(item(.letters, mark))
    case .number where isHeading: items.append(item(.headings, mark))
    case .bare where isHeading: items.append(item(.headings, mark))
    case .bare: return false
    case .number: addListed(Array(mark.label), mark.title, indentation)
    }
    return true
  }

  private func item(_ series: NumberedItem.Series, _ mark: ItemMark) -> NumberedItem {
    NumberedItem(
      series: series, label: mark.label.map(\.lowercased), title: mark.title, section: section)
  }

  // MARK: Lists

  /// The label of an item that programs number.
  private func automaticLabel(_ content: ArraySlice<UInt8>) -> (label: [UInt8], title: [UInt8])? {
    let mark =
      switch notation {
      case .reStructuredText: "#. "
      case .asciiDoc: ". "
      default: ""
      }
    guard !mark.isEmpty, content.starts(with: mark.utf8) else { return nil }
    let count = (list?.places.count ?? 0) + 1
    return (Array("\(count)".utf8), content.dropFirst(mark.utf8.count).title)
  }

  private mutating func addListed(_ label: [UInt8], _ title: [UInt8], _ indentation: Int) {
    // Items of a list within an item are not meant by `step 3`.
    if let open = list, indentation > open.indentation { return }
    if let open = list, indentation < open.indentation { closeList() }
    if list == nil { list = OpenList(indentation: indentation) }
    list?.places.append(items.count)
    items.append(NumberedItem(series: .list, label: label, title: title, section: section))
  }

  /// Gives the items of a list the numbers that readers see.
  private mutating func closeList() {
    defer { list = nil }
    guard notation == .markdown, let places = list?.places,
      let first = places.first.flatMap({ Int(String(decoding: items[$0].label, as: UTF8.self)) })
    else { return }
    for (index, place) in places.enumerated() {
      items[place].label = Array("\(first + index)".utf8)
    }
  }

  /// Reads a command of LaTeX: whether it starts an item or a list.
  private mutating func readCommand(_ content: ArraySlice<UInt8>) -> Bool {
    if content.starts(with: "\\begin{".utf8) {
      environments.append(content.starts(with: "\\begin{enumerate}".utf8) ? 0 : nil)
      return true
    }
    if content.starts(with: "\\end{".utf8) {
      _ = environments.popLast()
      return true
    }
    if ["\\section", "\\chapter", "\\subsection"].contains(where: { content.starts(with: $0.utf8) })
    {
      startSection()
      return true
    }
    guard content.starts(with: "\\item ".utf8) else { return false }
    guard let last = environments.indices.last, let count = environments[last] else { return true }
    environments[last] = count + 1
    guard environments.count(where: { $0 != nil }) == 1 else { return true }
    items.append(
      NumberedItem(
        series: .list, label: Array("\(count + 1)".utf8), title: content.dropFirst(6).title,
        section: section))
    return true
  }
}

/// The number or letter that starts an item.
private struct ItemMark {
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
    title = rest.title
    guard title.contains(where: \.isLetter) else { return nil }
  }
}

extension NumberedItem {
  /// The item with a named number that a line starts, such as `Figure 4: The lake`.
  fileprivate static func named(
    _ content: ArraySlice<UInt8>, _ section: Int, isHeading: Bool
  ) -> NumberedItem? {
    guard let found = NumberedName(at: content.startIndex, in: content) else { return nil }
    let rest = content[found.label.endIndex...]
    let gap = rest.first ?? 0x0A
    let title = rest.title
    let isSign = found.word == "§"
    let isMarked =
      ":.)".utf8.contains(gap) && (rest.dropFirst().first?.isWhite ?? true)
      || rest.drop(while: \.isBlankOrTab).starts(with: "–".utf8)
      || rest.drop(while: \.isBlankOrTab).starts(with: "—".utf8) || rest.starts(with: " - ".utf8)
    let isTitled = isSign && title.first.map { (0x41...0x5A).contains($0) || $0 == 0x28 } ?? false
    guard isMarked || isHeading || isTitled, title.contains(where: \.isLetter) else { return nil }
    return NumberedItem(
      series: .named(found.word), label: found.label.map(\.lowercased), title: title,
      section: section)
  }
}

extension ArraySlice<UInt8> {
  /// The text behind the number of an item, without marks around it.
  fileprivate var title: [UInt8] {
    let marks = Set(":.)*_–—-|#= \t".utf8)
    let start = drop { marks.contains($0) }
    guard let last = start.lastIndex(where: { !marks.contains($0) }) else { return [] }
    return Array(start[...last].split(whereSeparator: \.isBlankOrTab).joined(separator: [0x20]))
  }

  /// The text without marks of emphasis and of quotes at its start.
  fileprivate var withoutEmphasis: ArraySlice<UInt8> {
    drop { "*_>![".utf8.contains($0) || $0 == 0x20 }
  }

  /// The text of a comment; `nil` where the line is none.
  fileprivate var withoutCommentMark: ArraySlice<UInt8>? {
    for mark in ["//", "/*", "--", "#", ";", "%", "*", "'"] where starts(with: mark.utf8) {
      return drop { mark.utf8.contains($0) || $0 == UInt8(ascii: "!") }.trimmed
    }
    return nil
  }

  /// Whether it is a line of one sign under a title.
  fileprivate var isUnderline: Bool {
    let line = trimmed
    guard line.count > 2, let mark = line.first, "=-~^\"".utf8.contains(mark) else { return false }
    return line.allSatisfy { $0 == mark }
  }
}
