/// Joins the children of a merged node, in each of the three versions.
///
/// A child that was the last of a list and no longer is gets the mark, and the blanks and line ends between
/// the others; one that has become the last loses the mark.
struct ListPrinter {
  /// A merged child, in text form.
  struct Piece {
    let slot: Slot
    /// The text before it, and the child itself.
    var text: Triple<[UInt8]>
    /// The comment after it on its line.
    var comment: Triple<[UInt8]>
    /// Which versions have it.
    var isThere: Triple<Bool>
    /// Whether the text extends up to the next child: then nothing is put between them.
    var isClosed = false
  }

  /// The node as each text has it.
  private let nodes: Triple<Node?>
  private let children: Triple<[Node]>
  private let texts: Triple<[UInt8]>
  private let pieces: [Piece]

  /// The places of the children that each side added.
  private let additions: Triple<Set<Int>>

  /// The mark between the children; `nil` where there is none.
  private let mark: UInt8?

  init(_ pieces: [Piece], of nodes: Triple<Node?>, in trees: Triple<SyntaxTree>) {
    self.pieces = pieces
    self.nodes = nodes
    children = nodes.map { $0?.children ?? [] }
    let added = pieces.lazy.map(\.slot.places).filter { $0.base == nil }
    additions = Triple(
      base: [], ours: Set(added.compactMap(\.ours)), theirs: Set(added.compactMap(\.theirs)))
    texts = trees.map(\.text)
    mark = nodes.ours?.mark ?? nodes.theirs?.mark ?? nodes.base?.mark
  }

  /// The text of all children.
  var text: Triple<[UInt8]> {
    Triple(base: text(of: .base), ours: text(of: .ours), theirs: text(of: .theirs))
  }

  private func text(of version: Version) -> [UInt8] {
    let present = pieces.indices.filter { pieces[$0].isThere[version] }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(nodes[version]?.inner.count ?? 0)
    for (index, place) in present.enumerated() {
      let piece = pieces[place]
      let next = index + 1 < present.count ? pieces[present[index + 1]] : nil
      if bytes.last == 0x0A, !piece.slot.isOpen { bytes += indentation(of: piece, in: version) }
      if index > 0, areTorn(pieces[present[index - 1]], piece), touch(bytes, piece.text[version]) {
        bytes.append(0x20)
      }
      bytes += relaid(piece, version) ?? piece.text[version][...]
      if piece.isClosed { continue }
      bytes += separator(behind: piece, isLast: next == nil)
      bytes += piece.comment[version]
      let gap = gap(behind: piece, before: next)
      // An open child keeps the blanks that each text has at the end of its line.
      let rest = gap.drop(while: \.isBlankOrTab)
      bytes += piece.slot.isOpen && rest.first == 0x0A ? Array(rest) : gap
    }
    return bytes
  }

  /// The text of an addition with the blanks that the other side put before each child: attributes on lines of their own.
  private func relaid(_ piece: Piece, _ version: Version) -> ArraySlice<UInt8>? {
    guard mark == nil, let side = piece.slot.inserter, let place = piece.slot.places[side],
      let old = leading(ofLast: .base), let new = leading(ofLast: side.opposite),
      old.contains(0x0A) != new.contains(0x0A)
    else { return nil }
    let own = texts[side][children[side][place].leading]
    guard own.elementsEqual(old), piece.text[version].starts(with: own) else { return nil }
    return new + piece.text[version].dropFirst(own.count)
  }

  /// The blanks and line ends before the last child of a text; `nil` where other text is among them.
  private func leading(ofLast version: Version) -> ArraySlice<UInt8>? {
    guard let last = children[version].last else { return nil }
    let leading = texts[version][last.leading]
    return !leading.isEmpty && leading.allSatisfy(\.isWhite) ? leading : nil
  }

  /// Whether two adjacent children are additions of different sides, without a mark between them.
  private func areTorn(_ one: Piece, _ next: Piece) -> Bool {
    guard mark == nil, let side = one.slot.inserter else { return false }
    return next.slot.inserter == side.opposite
  }

  /// Whether a name would follow a name or a closing bracket directly.
  private func touch(_ bytes: [UInt8], _ next: [UInt8]) -> Bool {
    guard let last = bytes.last, let first = next.first, first.isPartOfName else { return false }
    return last.isPartOfName || [0x29, 0x5D, 0x3E].contains(last)
  }

  /// The blanks before a child that starts a line in the result, and not in the text that it is from.
  private func indentation(of piece: Piece, in version: Version) -> ArraySlice<UInt8> {
    guard piece.text[version].first?.isBlankOrTab == false else { return [] }
    if let leading = indentation(behindFirst: piece) { return leading }
    guard mark != nil || nodes[version]?.kind == .set else { return [] }
    for version in [Version.ours, .theirs, .base] {
      guard let place = piece.slot.places[version] else { continue }
      let leading = texts[version][children[version][place].leading]
      if !leading.isEmpty, leading.allSatisfy(\.isBlankOrTab) { return leading }
    }
    return mark == nil ? indentationOfSet : []
  }

  /// The blanks before the second child of a side, for its first one, which it put on the line of the container.
  private func indentation(behindFirst piece: Piece) -> ArraySlice<UInt8>? {
    guard let side = piece.slot.inserter, piece.slot.places[side] == 0, children[side].count > 1
    else { return nil }
    let next = children[side][1]
    let leading = texts[side][next.leading]
    return texts[side][..<next.range.lowerBound].last == 0x0A && !leading.isEmpty
      && leading.allSatisfy(\.isBlankOrTab) ? leading : nil
  }

  /// The blanks before a child of a set that is not the first one and starts a line: those of an annotation below others.
  private var indentationOfSet: ArraySlice<UInt8> {
    for version in [Version.ours, .theirs, .base] {
      for child in children[version].dropFirst() {
        let leading = texts[version][child.leading]
        let isLineStart = texts[version][..<child.range.lowerBound].last == 0x0A
        if isLineStart, leading.allSatisfy(\.isBlankOrTab) { return leading }
      }
    }
    return []
  }

  // MARK: - Separators

  /// The mark with the blanks before it.
  private func separator(behind piece: Piece, isLast: Bool) -> [UInt8] {
    guard let mark else { return ownSeparator(of: piece) ?? [] }
    if isLast, !hasFinalMark { return [] }
    return ownSeparator(of: piece) ?? sample ?? [mark]
  }

  /// The mark that a text has after the child.
  private func ownSeparator(of piece: Piece) -> [UInt8]? {
    for version in [Version.ours, .theirs, .base] {
      guard let place = piece.slot.places[version] else { continue }
      let start = children[version][place].body.upperBound
      let end = children[version][place].separator.upperBound
      if start < end { return Array(texts[version][start..<end]) }
    }
    return nil
  }

  /// The mark that some other child has.
  private var sample: [UInt8]? {
    for version in [Version.ours, .theirs, .base] {
      guard let node = nodes[version]?.children.first(where: { !$0.separator.isEmpty }) else {
        continue
      }
      return Array(texts[version][node.body.upperBound..<node.separator.upperBound])
    }
    return nil
  }

  /// Whether the last child has the mark: as the sides have it, by the three-way rule.
  private var hasFinalMark: Bool {
    guard nodes.ours?.allowsFinalMark ?? nodes.theirs?.allowsFinalMark ?? false else {
      return false
    }
    let final = nodes.map { node in node?.children.last.map { !$0.separator.isEmpty } }
    guard let ours = final.ours else { return final.theirs ?? final.base ?? false }
    guard let theirs = final.theirs else { return ours }
    guard let base = final.base else { return ours || theirs }
    return Triple<Bool>(base: base, ours: ours, theirs: theirs).settled ?? ours
  }

  // MARK: - Gaps

  /// The gap between a child and the next one: blanks, the end of its line, blank lines.
  private func gap(behind piece: Piece, before next: Piece?) -> [UInt8] {
    if let changed = changedGap(behind: piece, before: next) { return changed }
    if let next, !next.slot.isSharedAddition, let own = ownGap(of: piece, before: next) {
      return own
    }
    let beside = Triple(
      base: gap(behind: piece, before: next, in: .base),
      ours: gap(behind: piece, before: next, in: .ours),
      theirs: gap(behind: piece, before: next, in: .theirs))
    if let ours = beside.ours, let theirs = beside.theirs {
      let base = beside.base ?? (next?.slot.isSharedAddition == true ? [] : ours)
      let settled = Triple<[UInt8]>(base: base, ours: ours, theirs: theirs).settled
      return settled ?? ([ours, theirs].last(where: Self.hasBlankLine) ?? ours)
    }
    if let found = beside.ours ?? beside.theirs ?? beside.base { return found }
    return newGap(behind: piece, before: next)
  }

  /// The gap beside an addition where the other side wrapped the list in another way.
  private func changedGap(behind piece: Piece, before next: Piece?) -> [UInt8]? {
    guard mark != nil || nodes.ours?.kind != .blocks, !piece.slot.isOpen,
      next?.slot.isOpen != true
    else { return nil }
    for side in [piece.slot.inserter, next?.slot.inserter].compactMap(\.self) {
      guard let old = firstGap(.base), let new = firstGap(side.opposite), new != old,
        old == firstGap(side) || new == [0x0A] && isLaidOnLineOfOne(side),
        // An only item on the line of its list says nothing about blanks between items.
        children[side.opposite].count > 1 || new.contains(0x0A)
      else { continue }
      let other = texts[side.opposite]
      let gap =
        next == nil ? children[side.opposite].last.map { Array(other[$0.gap(in: other)]) } : new
      // A comment ends with its line.
      let hasComment = [Version.ours, .theirs].contains { !piece.comment[$0].isEmpty }
      return hasComment && gap?.contains(0x0A) != true ? nil : gap
    }
    return nil
  }

  /// Whether a side added to a list of one child on the line of the list, and stayed on it.
  private func isLaidOnLineOfOne(_ side: Version) -> Bool {
    children.base.count == 1 && firstGap(.base) == [] && firstGap(side)?.contains(0x0A) == false
  }

  /// The gap after the first child of a text, or before the only one.
  private func firstGap(_ version: Version) -> [UInt8]? {
    guard let first = children[version].first else { return nil }
    if children[version].count > 1 { return Array(texts[version][first.gap(in: texts[version])]) }
    return texts[version][..<first.range.lowerBound].last == 0x0A ? [0x0A] : []
  }

  /// Whether a gap is exactly one blank line.
  private static func hasBlankLine(_ gap: [UInt8]) -> Bool { gap.count { $0 == 0x0A } == 2 }

  /// The gap after a child that all texts have and that is the last in none, by the three-way rule.
  private func ownGap(of piece: Piece, before next: Piece) -> [UInt8]? {
    func gap(_ version: Version, base: [UInt8]? = nil) -> [UInt8]? {
      guard let place = piece.slot.places[version], place < children[version].count - 1 else {
        return nil
      }
      let first = Array(texts[version][children[version][place].gap(in: texts[version])])
      guard let last = lastAddition(behind: place, before: next, in: version), first != base else {
        return first
      }
      // Additions stand on one side of the gap that was there: it is the one before them, or the one behind.
      return self.gap(behind: piece, asBehind: children[version][last], in: version)
    }
    guard let base = gap(.base), let ours = gap(.ours, base: base),
      let theirs = gap(.theirs, base: base)
    else { return nil }
    return Triple<[UInt8]>(base: base, ours: ours, theirs: theirs).settled
  }

  /// The last of the children that only stand between two others in a text because it added them, and that are
  /// elsewhere in the result; `nil` where there are none.
  private func lastAddition(behind place: Int, before next: Piece, in version: Version) -> Int? {
    guard version != .base, let end = next.slot.places[version], end > place + 1 else { return nil }
    return (place + 1..<end).allSatisfy(additions[version].contains) ? end - 1 : nil
  }

  /// The gap of a text in which the two are adjacent; `nil` when they are not.
  private func gap(behind piece: Piece, before next: Piece?, in version: Version) -> [UInt8]? {
    guard let place = piece.slot.places[version] else { return nil }
    if let next {
      guard next.slot.places[version] == place + 1 else { return nil }
    } else {
      guard place == children[version].count - 1 else { return nil }
    }
    return Array(texts[version][children[version][place].gap(in: texts[version])])
  }

  /// The gap between two children that are adjacent in no text.
  private func newGap(behind piece: Piece, before next: Piece?) -> [UInt8] {
    guard let next else {
      for version in [Version.ours, .theirs, .base] {
        if let last = nodes[version]?.children.last {
          return gap(behind: piece, asBehind: last, in: version)
        }
      }
      return []
    }
    for version in [Version.ours, .theirs, .base] {
      guard let children = nodes[version]?.children, let place = next.slot.places[version],
        place > 0
      else { continue }
      return gap(behind: piece, asBehind: children[place - 1], in: version)
    }
    for version in [Version.ours, .theirs, .base] {
      guard let children = nodes[version]?.children, let place = piece.slot.places[version],
        place < children.count - 1
      else { continue }
      return gap(behind: piece, asBehind: children[place], in: version)
    }
    for version in [Version.ours, .theirs, .base] {
      guard let children = nodes[version]?.children, children.count > 1 else { continue }
      return gap(behind: piece, asBehind: children[0], in: version)
    }
    if mark == nil, let around = gapAroundSet(before: next) { return around }
    if [nodes.ours, nodes.theirs].contains(where: { $0?.isOneLine == true }) { return [] }
    return mark == nil ? [0x0A] : lineEnd ?? [0x20]
  }

  /// The gap after the only child of a set without brackets in its text, such as the blank after `public`;
  /// without the indentation that the next child has itself.
  private func gapAroundSet(before next: Piece) -> [UInt8]? {
    for version in [Version.ours, .theirs, .base] {
      guard let node = nodes[version], node.kind == .set, node.tail.isEmpty,
        let child = node.children.last
      else { continue }
      let white = texts[version][child.range.upperBound...].prefix(while: \.isWhite)
      let isIndented = [Version.ours, .theirs, .base].contains {
        next.text[$0].first?.isBlankOrTab == true
      }
      guard isIndented, let newline = white.lastIndex(of: 0x0A) else { return Array(white) }
      return Array(white[...newline])
    }
    return nil
  }

  /// The end of the line of a child that is alone in its text; `nil` where none ends a line.
  private var lineEnd: [UInt8]? {
    for version in [Version.ours, .theirs, .base] {
      guard let child = nodes[version]?.children.last else { continue }
      let gap = texts[version][child.gap(in: texts[version])]
      if let end = gap.firstIndex(of: 0x0A) { return Array(gap[...end]) }
    }
    return nil
  }

  /// The gap after another child, adapted where one of the two ends its line by itself.
  private func gap(behind piece: Piece, asBehind child: Node, in version: Version) -> [UInt8] {
    let text = texts[version]
    var gap = Array(text[child.gap(in: text)])
    let last = [Version.ours, .theirs, .base].lazy.compactMap { piece.text[$0].last }.first
    switch (text[child.body].last == 0x0A, last == 0x0A) {
    case (true, false): gap.insert(0x0A, at: 0)
    case (false, true): if gap.first == 0x0A { gap.removeFirst() }
    default: break
    }
    return gap
  }
}

extension Node {
  /// The comment that follows the node on its line, after the separator; empty where there is none.
  func comment(in text: [UInt8]) -> Range<Int> {
    let rest = separator.upperBound..<range.upperBound
    let end = text[rest].firstIndex(of: 0x0A) ?? rest.upperBound
    guard text[rest.lowerBound..<end].contains(where: { !$0.isWhite }) else {
      return rest.lowerBound..<rest.lowerBound
    }
    return rest.lowerBound..<end
  }

  /// The comment with the blanks up to the end of the line.
  func restOfLine(in text: [UInt8]) -> Range<Int> {
    let comment = comment(in: text)
    let rest = text[comment.upperBound..<range.upperBound].drop(while: \.isBlankOrTab)
    return rest.first == 0x0A ? comment.lowerBound..<rest.startIndex : comment
  }

  /// The gap between the node and the next one, after the comment.
  func gap(in text: [UInt8]) -> Range<Int> { comment(in: text).upperBound..<range.upperBound }
}
