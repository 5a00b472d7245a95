import DocMergeCore
import DocMergeLanguage

/// The numbered items of a text.
struct NumberedItems {
  private(set) var items: [NumberedItem] = []
  private var labels: [Key: [NumberedItem]] = [:]
  private var titles: [Key: [NumberedItem]] = [:]
  private var allTitles: Set<[UInt8]> = []
  private var allSeries: Set<NumberedItem.Series> = []
  /// The number of the section of each of some lines.
  private(set) var sections: [ArraySlice<UInt8>: Int] = [:]

  /// The label or the title of an item, among those of its series.
  private struct Key: Hashable {
    let series: NumberedItem.Series
    let text: [UInt8]
  }

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
    for item in items {
      labels[Key(series: item.series, text: item.label), default: []].append(item)
      titles[Key(series: item.series, text: item.title), default: []].append(item)
    }
    allTitles = Set(items.map(\.title))
    allSeries = Set(items.map(\.series))
  }

  /// Whether there are items of a series.
  func has(_ series: NumberedItem.Series) -> Bool { allSeries.contains(series) }

  /// Whether an item of any series has a title.
  func has(title: [UInt8]) -> Bool { allTitles.contains(title) }

  /// The items with a label.
  func labelled(_ label: [UInt8], in series: NumberedItem.Series) -> [NumberedItem] {
    labels[Key(series: series, text: label)] ?? []
  }

  /// The only item with a label, in a section or, for series that count through the text, anywhere.
  func item(
    _ label: [UInt8], in series: NumberedItem.Series, section: Int?, isOfText: Bool
  ) -> NumberedItem? {
    let found = labelled(label, in: series)
    let near = found.filter { $0.section == section }
    if near.count == 1 { return near[0] }
    // Lists of other sections have numbers of their own.
    return isOfText && found.count == 1 ? found[0] : nil
  }

  /// The only item with the text of another.
  func item(like other: NumberedItem) -> NumberedItem? {
    let found = titles[Key(series: other.series, text: other.title)] ?? []
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
    return (Array("\(count)".utf8), content.dropFirst(mark.utf8.count).itemTitle)
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
        series: .list, label: Array("\(count + 1)".utf8), title: content.dropFirst(6).itemTitle,
        section: section))
    return true
  }
}

extension ArraySlice<UInt8> {
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
