/// The lines from the marker that starts a conflict to the one that ends it.
struct ConflictSection {
  let lines: Lines
  let opening: MarkerLine
  /// The markers in between with the length of the first one.
  let inner: [MarkerLine]
  let closing: MarkerLine

  typealias Part = MarkedConflict.Part

  /// Finds the style and reads the parts of the conflict.
  func read() throws(BrokenConflict) -> MarkedConflict {
    let first = inner.first.flatMap { $0.index == opening.index + 1 ? $0 : nil }
    switch first?.byte {
    case .percent, .plus, .minus:
      if let conflict = try readMercurial(first) { return conflict }
      do throws(BrokenConflict) {
        return try readSnapshots()
      } catch {
        // Ours may begin with such a line in git's styles, too.
        guard inner.contains(where: { $0.byte == .separator }) else { throw error }
        return try readGit()
      }
    case .separator:
      if let conflict = try readMercurial(first) { return conflict }
      return try readGit()
    default: return try readGit()
    }
  }

  // MARK: Git, and fossil

  /// The part that a marker within git's or fossil's conflict starts.
  private enum Role {
    case base, theirs, suggestion
  }

  private var isFossil: Bool { opening.label?.starts(withWords: "begin merge conflict") == true }

  private func role(of line: MarkerLine) -> Role? {
    guard isFossil else {
      return line.byte == .base ? .base : line.byte == .separator ? .theirs : nil
    }
    guard let label = line.label else { return nil }
    // Until 2019, fossil had `=` before the base, too.
    if label.starts(withWords: "common ancestor") { return .base }
    if label.starts(withWords: "merged in") { return .theirs }
    return label.starts(withWords: "suggested") ? .suggestion : nil
  }

  private func readGit() throws(BrokenConflict) -> MarkedConflict {
    let marks = inner.compactMap { line in role(of: line).map { (line: line, role: $0) } }
    let base = try single(marks.filter { $0.role == .base }.map(\.line))
    var separators = marks.filter { $0.role == .theirs }.map(\.line)
    // A marker of the base within ours may be a heading with a line of `=` below it.
    if let base, separators.contains(where: { $0.index > base.index }) {
      separators.removeAll { $0.index < base.index }
    }
    guard let separator = try single(separators) else {
      throw BrokenConflict(opening, .unfinished(missing: .separator))
    }
    if let base, base.index > separator.index {
      throw BrokenConflict(base, .misplaced(after: separator.byte))
    }
    let suggestion = marks.first { $0.role == .suggestion }?.line
    let oursEnd = [suggestion, base, separator].compactMap { $0?.index }.min() ?? separator.index
    var conflict = conflict(base == nil ? .merge : .diff3)
    if isFossil { conflict.style = .fossil }
    conflict.sides = [
      part(opening, opening.index + 1..<oursEnd),
      part(closing, separator.index + 1..<closing.index),
    ]
    conflict.bases = base.map { [part($0, $0.index + 1..<separator.index)] } ?? []
    return conflict
  }

  /// The only one of the markers; of several, the only one with, or without, a label as usual.
  private func single(_ marks: [MarkerLine]) throws(BrokenConflict) -> MarkerLine? {
    guard marks.count > 1 else { return marks.first }
    // Git writes a label after `|||||||`, and none after `=======`.
    let usual = marks.filter { ($0.label != nil) == ($0.byte == .base || isFossil) }
    guard usual.count == 1 else { throw BrokenConflict(marks[1], .repeated) }
    return usual[0]
  }

  // MARK: Mercurial's mergediff

  /// One side as a whole, the other as changes, in either order; `nil` if it is not that.
  private func readMercurial(_ first: MarkerLine?) throws(BrokenConflict) -> MarkedConflict? {
    guard let first, !inner.contains(where: { $0.byte == .percent }) else { return nil }
    let heads = zip(inner, inner.dropFirst()).filter { minus, plus in
      minus.byte == .minus && plus.byte == .plus && plus.index == minus.index + 1
    }
    let isWholeFirst = first.byte == .separator
    let head = isWholeFirst ? heads.last : heads.first { $0.0.index == first.index }
    let whole = isWholeFirst ? first : inner.first { $0.byte == .separator }
    guard let (base, changed) = head, let whole, whole.label != nil else { return nil }
    let wholeEnd = isWholeFirst ? base.index : closing.index
    let changesEnd = isWholeFirst ? closing.index : whole.index
    guard changed.index < changesEnd else { return nil }
    try checkLastDeletion(in: changed.index + 1..<changesEnd)
    let terms = try terms(of: changed.index + 1..<changesEnd)
    var conflict = conflict(.mergediff)
    let wholePart = part(whole, whole.index + 1..<wholeEnd)
    let changedPart = part(changed, terms.side[...])
    conflict.sides = isWholeFirst ? [wholePart, changedPart] : [changedPart, wholePart]
    conflict.bases = [part(base, terms.base[...])]
    return conflict
  }

  /// Rejects what Mercurial writes where the base does not end in a newline: `-x+y`, for two lines.
  private func checkLastDeletion(in range: Range<Int>) throws(BrokenConflict) {
    guard closing.index + 1 == lines.count,
      let last = range.last(where: { lines[$0].first != .plus }), lines[last].first == .minus,
      lines[last].contains(.plus)
    else { return }
    throw unreadable(last)
  }

  private func unreadable(_ line: Int) -> BrokenConflict {
    var broken = BrokenConflict(opening, .unreadable)
    broken.finding.line = line + 1
    return broken
  }

  // MARK: Parts

  /// The conflict without its parts.
  func conflict(_ style: MarkerStyle) -> MarkedConflict {
    let isJoined = opening.notes.contains(.noNewlineBefore)
    let ending = opening.ending ?? .lineFeed
    var start = lines.starts[opening.index]
    if isJoined { start = lines.bytes[..<start].without(final: ending).endIndex }
    return MarkedConflict(
      style: style, markerSize: opening.size, lineEnding: ending, sides: [], bases: [],
      lines: opening.index + 1..<closing.index + 2,
      source: lines.bytes[start..<lines.starts[closing.index + 1]], followsOpenLine: isJoined)
  }

  func part(_ mark: MarkerLine, _ range: Range<Int>) -> Part {
    part(mark, lines.text(of: range))
  }

  private func part(_ mark: MarkerLine, _ bytes: ArraySlice<UInt8>) -> Part {
    let isUnfinished = mark.notes.contains(.noFinalNewline)
    return Part(
      label: mark.label.map(Array.init),
      bytes: isUnfinished ? bytes.without(final: opening.ending ?? .lineFeed) : bytes)
  }

  /// The two texts that a list of changes leads from and to.
  func terms(of range: Range<Int>) throws(BrokenConflict) -> (base: [UInt8], side: [UInt8]) {
    var (base, side): ([UInt8], [UInt8]) = ([], [])
    for index in range {
      let line = lines[index]
      switch line.first {
      case .minus: base += line.dropFirst()
      case .plus: side += line.dropFirst()
      case .blank:
        base += line.dropFirst()
        side += line.dropFirst()
      // Editors remove the blank from an empty line.
      case .newline, .carriageReturn:
        base += line
        side += line
      default:
        throw unreadable(index)
      }
    }
    return (base, side)
  }
}

extension ArraySlice<UInt8> {
  /// The bytes without the line ending at their end, if they have it.
  func without(final ending: LineEnding) -> ArraySlice<UInt8> {
    suffix(ending.bytes.count).elementsEqual(ending.bytes) ? dropLast(ending.bytes.count) : self
  }
}
