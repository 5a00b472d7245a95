import DocMergeCore
import DocMergeLanguage

/// The places where one side divides a container, and the other side adds lines to it.
struct ContainerSplits {
  private typealias Boundary = ContainerNotation.Boundary
  /// Lines that a side inserted, and the line of the base before which they stand.
  private typealias Insertion = (gap: Int, lines: Range<Int>)

  private let notation: ContainerNotation
  private let base: [IndentedLine]
  private let splitter: [IndentedLine]
  private let splits: [Hunk]
  private let adder: [IndentedLine]
  private let additions: [Int: Range<Int>]
  private let headings = ReadOnce<Headings>()
  private let counts = ReadOnce<Counts>()
  /// How far insertions are moved along equal lines, and how many neighbours are searched for a line that stands once.
  private static let (moves, neighbours) = (50, 3)

  init(
    _ notation: ContainerNotation, base: [IndentedLine], splitter: [IndentedLine], _ splits: [Hunk],
    adder: [IndentedLine], _ additions: [Hunk]
  ) {
    self.notation = notation
    (self.base, self.splitter, self.adder, self.splits) = (base, splitter, adder, splits)
    self.additions = additions.reduce(into: [:]) { found, hunk in
      if hunk.base.isEmpty { found[hunk.base.lowerBound] = hunk.other }
    }
  }

  /// How often each key stands in a text.
  private struct Counts: Sendable {
    let base: [ArraySlice<UInt8>: Int]
    let splitter: [ArraySlice<UInt8>: Int]
  }

  private var occurrences: Counts {
    func count(_ lines: [IndentedLine]) -> [ArraySlice<UInt8>: Int] {
      lines.reduce(into: [:]) { $0[$1.key, default: 0] += 1 }
    }
    return counts.value { Counts(base: count(base), splitter: count(splitter)) }
  }

  /// The additions at such places.
  var ambiguousInsertions: [AmbiguousInsertion] {
    guard !additions.isEmpty else { return [] }
    return splits.filter { $0.base.isEmpty }.flatMap { hunk -> [AmbiguousInsertion] in
      let places = places(of: hunk)
      let boundaries = places.map(boundary)
      guard boundaries.allSatisfy({ $0 != nil }) else { return [] }
      return belowModifier(places[0])
        + places.indices.compactMap { index in
          between(places[index])
            ?? (index == 0
              && (boundaries[index] == .named || startsGroup(places[index])
                || notation.dividesConditions(splitter[places[index].lines]))
              ? atEnd(places[index]) : nil)
        }
    }
  }

  // MARK: - Boundaries

  /// All places of an insertion that make the same text of the side.
  private func places(of hunk: Hunk) -> [Insertion] {
    let first: Insertion = (hunk.base.lowerBound, hunk.other)
    var found = [first]
    var (gap, lines) = first
    while found.count < Self.moves, gap > 0, lines.lowerBound > 0,
      splitter[lines.lowerBound - 1].key == splitter[lines.upperBound - 1].key,
      splitter[lines.lowerBound - 1].key == base[gap - 1].key
    {
      (gap, lines) = (gap - 1, lines.lowerBound - 1..<lines.upperBound - 1)
      found.append((gap, lines))
    }
    (gap, lines) = first
    while found.count < Self.moves, gap < base.count, lines.upperBound < splitter.count,
      splitter[lines.upperBound].key == splitter[lines.lowerBound].key,
      splitter[lines.upperBound].key == base[gap].key
    {
      (gap, lines) = (gap + 1, lines.lowerBound + 1..<lines.upperBound + 1)
      found.append((gap, lines))
    }
    return found
  }

  /// The boundary that an insertion makes in one container of the base; `nil` where there is none.
  private func boundary(_ split: Insertion) -> Boundary? {
    let (gap, lines) = split
    guard gap > 0, gap < base.count, lines.lowerBound > 0, lines.upperBound < splitter.count,
      base[gap - 1].indent >= base[gap].indent, base[gap - 1].fence == base[gap].fence
    else { return nil }
    let change = splitter[lines.lowerBound - 1].indent - base[gap - 1].indent
    guard
      let found = notation.boundary(in: splitter, at: lines, level: base[gap].indent + change),
      isSure(of: gap - 1, lines.lowerBound - 1, step: -1, beside: lines),
      isSure(of: gap, lines.upperBound, step: 1, beside: lines)
    else { return nil }
    // If the side has a name no more often than the base, it moved a container.
    let counts = occurrences
    let isNew = splitter[lines].contains {
      $0.hasWord && counts.splitter[$0.key] ?? 0 > counts.base[$0.key] ?? 0
    }
    return found == .named && !isNew ? nil : found
  }

  /// Whether lines of both texts are the same ones, as one of them is there once.
  ///
  /// Up to that one, no line may be equal to an inserted one.
  private func isSure(
    of index: Int, _ other: Int, step: Int, beside inserted: Range<Int>
  ) -> Bool {
    for distance in 0..<Self.neighbours {
      let (index, other) = (index + distance * step, other + distance * step)
      guard base.indices.contains(index), splitter.indices.contains(other) else { return false }
      let line = splitter[other]
      guard base[index].key == line.key,
        !splitter[inserted].contains(where: { $0.key == line.key && $0.indent == line.indent })
      else { return false }
      let counts = occurrences
      if line.hasWord, counts.base[line.key] == 1, counts.splitter[line.key] == 1 { return true }
    }
    return false
  }

  // MARK: - Additions

  /// The addition at the place of a split.
  private func between(_ split: Insertion) -> AmbiguousInsertion? {
    guard let lines = additions[split.gap], lines.upperBound < adder.count,
      isChild(lines, beside: split.gap, boundary: splitter[split.lines])
    else { return nil }
    let (last, next) = (adder[lines.lowerBound - 1], adder[lines.upperBound])
    let first = adder[lines.lowerBound]
    guard last.key == base[split.gap - 1].key, next.key == base[split.gap].key,
      next.indent == first.indent,
      notation.boundary(in: adder, at: lines, level: next.indent) == nil
    else { return nil }
    guard let place = place(of: lines, before: next) else { return nil }
    return insertion(
      place, lines, split, previous: base[split.gap - 1].key, next: base[split.gap].key)
  }

  /// Where added lines would be wrong: they belong to the neighbour that they are alike, or that is nearer.
  private func place(of lines: Range<Int>, before next: IndentedLine) -> AmbiguousInsertion.Place? {
    let first = adder[lines.lowerBound]
    let headings = lines.map { notation.level(of: $0, in: adder) }
    if let level = notation.level(of: lines.upperBound, in: adder) {
      return headings.first == level ? .between : headings.first == .some(nil) ? .behind : nil
    }
    guard headings.allSatisfy({ $0 == nil }) else { return nil }
    if case .headings = notation.style, first.fence == 0 {
      let isLikeLast = first.form == Self.head(above: lines.lowerBound, in: adder).form
      if isLikeLast != (first.form == next.form) { return isLikeLast ? .behind : .before }
    }
    if first.isBehindBlank == next.isBehindBlank { return .between }
    return first.isBehindBlank ? .before : .behind
  }

  /// The members that the adder put below a modifier of the splitter, such as `private`, up to the next one.
  private func belowModifier(_ split: Insertion) -> [AmbiguousInsertion] {
    let column = base[split.gap].indent
    let modifier = splitter[split.lines].last { $0.isModifier && $0.indent <= column }
    guard let modifier else { return [] }
    let end = base[split.gap...].firstIndex { line in
      line.indent < column || line.isModifier && line.indent == column
    }
    return additions.filter { $0.key > split.gap && $0.key <= end ?? base.count }
      .sorted { $0.key < $1.key }.compactMap { gap, lines in
        let hasMember = adder[lines].contains { line in
          line.indent == column && !notation.isComment(line) && modifier.applies(to: line)
        }
        guard hasMember, !adder[lines].contains(where: \.isModifier) else { return nil }
        return insertion(.end, lines, split, previous: base[gap - 1].key, next: nil)
      }
  }

  /// The addition at the end of a container whose last children are below a new name.
  private func atEnd(_ split: Insertion) -> AmbiguousInsertion? {
    // The last lines of a Dockerfile belong to its last stage.
    guard !notation.hasStages,
      let end = closesSection(split)
        ? end(ofSectionAt: split.gap)
        : end(ofContainerAt: split.gap, isGroup: startsGroup(split)),
      !splits.contains(where: { $0.base.upperBound > split.gap && $0.base.lowerBound < end }),
      let lines = additions[end],
      isChild(lines, beside: split.gap, boundary: splitter[split.lines]),
      adder[lines.lowerBound - 1].key == base[end - 1].key,
      adder[lines.lowerBound].indent == base[split.gap].indent,
      !adder[lines].contains(where: { isOutside($0, base[split.gap].indent) })
    else { return nil }
    // A new chapter at the end of a book belongs to its last part, whatever that is called.
    if notation.level(of: split.gap, in: base) != nil { return nil }
    if case .headings = notation.style, !continues(split, to: end, lines) { return nil }
    return insertion(.end, lines, split, previous: base[end - 1].key, next: nil)
  }

  /// Whether lines of prose that were added at the end of a part continue the lines below the inserted ones.
  private func continues(_ split: Insertion, to end: Int, _ added: Range<Int>) -> Bool {
    let (form, column) = (base[split.gap].form, base[split.gap].indent)
    let isSure = form != 0x61 || isOneBlock(split.gap..<end, added) || closesSection(split)
    return isSure && form != UInt8(ascii: ">")
      && adder[added].allSatisfy { $0.form == form || $0.indent > column }
  }

  /// Whether inserted lines end with the comment of a new group of entries.
  private func startsGroup(_ split: Insertion) -> Bool {
    guard notation.hasGroups else { return false }
    return splitter[split.lines].last.map(notation.isComment) ?? false
  }

  /// Whether a paragraph stands behind inserted lines with a heading that ends the section around it.
  private func closesSection(_ split: Insertion) -> Bool {
    guard case .headings = notation.style, base[split.gap].form == 0x61,
      notation.level(of: split.gap, in: base) == nil, let level = level(above: split.gap)
    else { return false }
    return split.lines.contains { index in
      notation.level(of: index, in: splitter).map { $0 <= level } ?? false
    }
  }

  /// The last heading above each line of the base, and the first one from it on, by the numbers of their lines.
  private struct Headings: Sendable {
    var above: [Int?] = []
    var below: [Int]

    init(_ notation: ContainerNotation, _ lines: [IndentedLine]) {
      let levels = lines.indices.map { notation.level(of: $0, in: lines) }
      for index in lines.indices {
        above.append(index > 0 && levels[index - 1] != nil ? index - 1 : above.last ?? nil)
      }
      below = Array(repeating: lines.count, count: lines.count)
      for index in lines.indices.reversed() {
        below[index] =
          levels[index] != nil ? index : index + 1 < lines.count ? below[index + 1] : lines.count
      }
    }
  }

  private var headingsOfBase: Headings { headings.value { Headings(notation, base) } }

  /// The level of the heading above a line of the base.
  private func level(above index: Int) -> Int? {
    headingsOfBase.above[index].flatMap { notation.level(of: $0, in: base) }
  }

  /// Behind the last line of the section that holds a line of the base.
  private func end(ofSectionAt gap: Int) -> Int? { headingsOfBase.below[gap] }

  /// Whether lines of the base, and those added behind them, stand without blank lines between them.
  private func isOneBlock(_ lines: Range<Int>, _ added: Range<Int>) -> Bool {
    !base[lines].contains(where: \.isBehindBlank) && !adder[added].contains(where: \.isBehindBlank)
  }

  private func insertion(
    _ place: AmbiguousInsertion.Place, _ lines: Range<Int>, _ split: Insertion,
    previous: ArraySlice<UInt8>,
    next: ArraySlice<UInt8>?
  ) -> AmbiguousInsertion {
    AmbiguousInsertion(
      place: place, added: adder[lines].map(\.key), boundary: splitter[split.lines].map(\.key),
      previous: previous, next: next)
  }

  /// Whether added lines are children of the container, and nothing that only its neighbours need.
  private func isChild(
    _ lines: Range<Int>, beside gap: Int, boundary: ArraySlice<IndentedLine>
  ) -> Bool {
    guard lines.lowerBound > 0, let first = adder[lines].first, let last = adder[lines].last else {
      return false
    }
    return !boundary.contains { $0.key == first.key }
      && (first.fence > 0 || notation.isComplete(first, last))
      && !adder[lines].allSatisfy(notation.isComment)
  }

  /// Whether a line starts another container, or is none of the children at a column.
  private func isOutside(_ line: IndentedLine, _ column: Int) -> Bool {
    notation.isSectionHead(line) || line.indent < column
  }

  /// The line that starts the child above a line.
  private static func head(above index: Int, in lines: [IndentedLine]) -> IndentedLine {
    let limit = lines[index].indent
    return lines[..<index].suffix(200).last { $0.indent <= limit } ?? lines[index - 1]
  }

  /// Behind the last line of the container whose children are those before and behind a line of the base.
  private func end(ofContainerAt gap: Int, isGroup: Bool) -> Int? {
    let column = base[gap].indent
    var end = gap + 1
    if notation.directive(base[gap - 1]) == nil, let other = self.end(ofBranchAt: gap, column) {
      return other
    }
    switch notation.style {
    case .headings:
      if let level = notation.level(of: gap, in: base) {
        return base.indices[end...].first {
          notation.level(of: $0, in: base).map { $0 < level } ?? false
        }
          ?? base.count
      }
      let form = base[gap].form
      guard Self.head(above: gap, in: base).form == form else { return nil }
      // Paragraphs are divided by blank lines.
      while end < base.count, base[end].form == form || base[end].indent > column,
        form != 0x61 || !base[end].isBehindBlank
      {
        end += 1
      }
    case _ where isGroup || notation.hasSections:
      while end < base.count, !isOutside(base[end], column), !isGroup || !base[end].isBehindBlank {
        end += 1
      }
      while end > gap + 1, end < base.count, notation.isComment(base[end - 1]) { end -= 1 }
    case .sections, .groups, .colons, .targets, .brackets, .tags:
      let isItem = base[gap].starts(with: "- ")
      while end < base.count,
        base[end].indent > column
          || base[end].indent == column && !base[end].isCloser
            && base[end].starts(with: "- ") == isItem
      {
        end += 1
      }
    }
    return end
  }

  /// The line that ends the branch of a condition, such as `#endif`; `nil` where another end comes first.
  private func end(ofBranchAt gap: Int, _ column: Int) -> Int? {
    var depth = 0
    for index in gap..<base.count {
      guard let word = notation.directive(base[index]) else {
        if base[index].isCloser, base[index].indent < column { return nil }
        continue
      }
      let isEnd = word.starts(with: "end".utf8)
      if depth == 0, isEnd || word.starts(with: "el".utf8) { return index }
      depth += isEnd ? -1 : word.starts(with: "el".utf8) ? 0 : 1
    }
    return nil
  }
}
