/// One side of a merge, to find its changes behind parts that the other side added.
struct ChangedSide {
  let side: Lines
  let hunks: [Hunk]
  let other: Lines
  let otherHunks: [Hunk]
  /// How the headings look; read when a change may be under another one.
  let headings: () -> HeadingForm?

  /// The most lines between a change and the part that the other side added.
  private static let reach = 64
  /// The most lines by which two parts are distinguished.
  private static let signatureLimit = 8

  /// The changes that a line merge puts into a part that the other side added.
  var suspects: [MisplacedChanges.Suspect] {
    var suspects: [MisplacedChanges.Suspect] = []
    var next = 0
    let own = Set(hunks.without(otherHunks, isTheSame).map(\.base.lowerBound))
    let others = otherHunks.without(hunks) { isTheSame($1, $0) }
    for (index, hunk) in hunks.enumerated() {
      while next < others.count, others[next].base.upperBound <= hunk.base.lowerBound {
        next += 1
      }
      guard own.contains(hunk.base.lowerBound), let change = Change(hunk, at: index, in: self)
      else { continue }
      for added in others[..<next].reversed() {
        guard hunk.base.lowerBound - added.base.upperBound <= Self.reach else { break }
        guard let suspect = suspect(change, behind: added) else { continue }
        suspects.append(suspect)
        break
      }
    }
    return suspects
  }

  /// Whether both sides made a change alike: each of them has it where it belongs.
  private func isTheSame(_ hunk: Hunk, _ otherHunk: Hunk) -> Bool {
    side.text(of: hunk.other) == other.text(of: otherHunk.other)
  }

  /// A change, as the first line with text that it adds.
  private struct Change {
    let index: Int
    let hunk: Hunk
    let line: ArraySlice<UInt8>

    init?(_ hunk: Hunk, at index: Int, in side: ChangedSide) {
      (self.index, self.hunk) = (index, hunk)
      guard let first = hunk.other.first(where: { side.side[$0].holdsText }) else { return nil }
      line = side.side[first]
    }
  }

  /// The first line of the part that holds a change, and that of the part which the other side added.
  private typealias Heads = (own: Int, added: Int)

  private func suspect(_ change: Change, behind added: Hunk) -> MisplacedChanges.Suspect? {
    guard !added.other.isEmpty,
      let start = sideLine(at: added.base.upperBound, before: change.index)
    else { return nil }
    let between = start..<change.hunk.other.lowerBound
    guard
      let heads = indented(change, between, added) ?? paragraphs(change, between, added)
        ?? headed(between, added),
      let (own, other) = signatures(heads, upTo: change.hunk.other.lowerBound)
    else { return nil }
    return MisplacedChanges.Suspect(line: change.line, own: own, added: other)
  }

  /// The line of this side at a line of the base before one of its hunks; `nil` where a hunk holds it.
  private func sideLine(at line: Int, before index: Int) -> Int? {
    var excess = hunks[index].other.lowerBound - hunks[index].base.lowerBound
    for hunk in hunks[..<index].reversed() {
      guard hunk.base.upperBound > line else { break }
      guard hunk.base.lowerBound > line else { return nil }
      excess = hunk.other.lowerBound - hunk.base.lowerBound
    }
    return line + excess
  }

  /// The lines of this side before one, the nearest first.
  private func lines(before line: Int) -> ReversedCollection<Range<Int>> {
    (max(0, line - MisplacedChanges.partLimit)..<line).reversed()
  }

  /// The first lines of two parts, up to one that differs; `nil` where they are the same.
  private func signatures(
    _ heads: Heads, upTo end: Int
  ) -> (own: [ArraySlice<UInt8>], added: [ArraySlice<UInt8>])? {
    let count = min(Self.signatureLimit, end - heads.own, other.count - heads.added)
    guard let first = (0..<count).first(where: { side[heads.own + $0] != other[heads.added + $0] })
    else { return nil }
    return (
      (0...first).map { side[heads.own + $0] }, (0...first).map { other[heads.added + $0] }
    )
  }

  /// Whether the other side's hunk replaces a line of this side, which has `end` after its text.
  private func isReplaced(_ own: Int, by added: Hunk, _ end: Int) -> Bool {
    end - own <= added.base.count
  }

  // MARK: - Parts

  /// The lines that are indented less than the change.
  private func indented(_ change: Change, _ between: Range<Int>, _ added: Hunk) -> Heads? {
    let indent = change.line.indentation
    guard indent > 0 else { return nil }
    func isOuter(_ line: ArraySlice<UInt8>) -> Bool { line.holdsText && line.indentation < indent }
    guard !between.contains(where: { isOuter(side[$0]) }),
      let head = added.other.last(where: { isOuter(other[$0]) }), other[head].opensPart,
      let own = lines(before: between.lowerBound).first(where: { isOuter(side[$0]) }),
      !isReplaced(own, by: added, between.lowerBound)
    else { return nil }
    return (own, head)
  }

  /// The heads of the paragraphs, where their lines are fields.
  private func paragraphs(_ change: Change, _ between: Range<Int>, _ added: Hunk) -> Heads? {
    guard change.line.fieldName != nil, !between.contains(where: { !side[$0].holdsText }),
      let own = lines(before: between.lowerBound).prefix(while: { side[$0].holdsText }).last,
      let name = side[own].fieldName,
      let head = added.other.last(where: { other[$0].fieldName == name }),
      // The first line of a record, not one of several such lines.
      ![head - 1, head + 1].contains(where: {
        other.indices.contains($0) && other[$0].fieldName == name
      }),
      !isReplaced(own, by: added, between.lowerBound)
    else { return nil }
    return (own, head)
  }

  /// The headings.
  private func headed(_ between: Range<Int>, _ added: Hunk) -> Heads? {
    guard let form = headings() else { return nil }
    func title(_ lines: Lines, _ line: Int) -> ArraySlice<UInt8>? {
      form.title(of: lines[line], next: line + 1 < lines.count ? lines[line + 1] : [])
    }
    if let released = released(between, added, title) { return released }
    guard !between.contains(where: { title(side, $0) != nil }),
      let head = added.other.last(where: { title(other, $0) != nil }),
      !isClosed(head, in: added.other),
      let own = lines(before: between.lowerBound).first(where: { title(side, $0) != nil }),
      // Text before the new heading shows that the lines after it were matched by chance.
      added.other.first(where: { other[$0].holdsText }) != head,
      !isReplaced(own, by: added, between.lowerBound)
    else { return nil }
    return (own, head)
  }

  /// Whether an addition ends what a line of it starts, or the line is code between fences.
  private func isClosed(_ head: Int, in added: Range<Int>) -> Bool {
    if other[head].starts(with: "\\begin{".utf8) {
      return (head..<added.upperBound).contains { other[$0].starts(with: "\\end{".utf8) }
    }
    func isFence(_ line: Int) -> Bool {
      let text = other[line].drop(while: \.isWhitespace)
      return ["```", "~~~", "----"].contains { text.starts(with: $0.utf8) }
    }
    return !(added.lowerBound..<head).count(where: isFence).isMultiple(of: 2)
  }

  /// The heading of changes that are not released, and that of the release which the other side made of them.
  private func released(
    _ between: Range<Int>, _ added: Hunk, _ title: (Lines, Int) -> ArraySlice<UInt8>?
  ) -> Heads? {
    func isRelease(_ title: ArraySlice<UInt8>) -> Bool {
      title.contains(where: \.isDigit) && !title.isOfNextRelease
    }
    guard let head = added.other.last(where: { title(other, $0).map(isRelease) ?? false }),
      let own = lines(before: between.upperBound).first(where: { line in
        title(side, line).map { isRelease($0) || $0.isOfNextRelease } ?? false
      }),
      own < between.lowerBound, title(side, own)?.isOfNextRelease == true
    else { return nil }
    return (own, head)
  }
}

extension ArraySlice<UInt8> {
  /// Whether a line can start a part: not a comment, a directive for the preprocessor, the end of a string or of a text
  /// in a script.
  fileprivate var opensPart: Bool {
    let text = trimmed
    if let first = text.first, let last = text.last, "\"'`#".utf8.contains(first),
      "{[(".utf8.contains(last) || first != UInt8(ascii: "#") && last == UInt8(ascii: ":")
    {
      return true
    }
    let marks = ["#", "//", "/*", "*/", "<!--", "-->", "\"\"\"", "'''", "`", "\"", "</", "--"]
    if marks.contains(where: { text.starts(with: $0.utf8) }) { return false }
    let isEnd = ["EOF", "EOT", "END", "EOS", "SQL", "HEREDOC"].contains {
      text.elementsEqual($0.utf8)
    }
    return !isEnd
  }

  /// The name before the colon of a line such as `Name: Ann`; `nil` for other lines.
  fileprivate var fieldName: ArraySlice<UInt8>? {
    let name = prefix { $0.isWordByte || $0 == UInt8(ascii: "-") }
    guard !name.isEmpty, self[name.endIndex...].first == UInt8(ascii: ":") else { return nil }
    return name
  }

  /// Whether a heading is that of changes which are not released yet.
  fileprivate var isOfNextRelease: Bool {
    let title = String(decoding: self, as: UTF8.self).lowercased()
    return ["unreleased", "upcoming", "next release", "next version", "in development"]
      .contains { title.contains($0) }
  }
}
