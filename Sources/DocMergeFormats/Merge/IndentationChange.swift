import DocMergeCore

/// Another indentation that one side gave to all children of a container.
struct IndentationChange {
  private let old: [UInt8]
  private let new: [UInt8]

  /// How many children must have the same indentation.
  private static let witnesses = 4

  /// Compares the children that all texts have; `nil` where they have the same indentation as before, or several.
  ///
  /// - Parameters:
  ///   - slots: The children.
  ///   - parents: The container in each text.
  ///   - texts: The texts.
  ///   - side: The side that may have changed the indentation.
  init?(_ slots: [Slot], of parents: Triple<Node?>, in texts: Triple<[UInt8]>, by side: Version) {
    var found: (old: [UInt8], new: [UInt8])?
    let anchors = slots.lazy.filter { $0.isAnchor }
    // The first child can be on a line of its own although the others are not.
    let others = anchors.filter { slot in
      [Version.base, .ours, .theirs].allSatisfy { slot.places[$0] != 0 }
    }
    for slot in Array((others.isEmpty ? anchors : others).prefix(Self.witnesses)) {
      func indentation(_ version: Version) -> [UInt8]? {
        guard let place = slot.places[version], let node = parents[version]?.children[place] else {
          return nil
        }
        return Self.indentation(of: node, in: texts[version])
      }
      guard let old = indentation(.base), old == indentation(side.opposite),
        let new = indentation(side), new != old,
        found.map({ $0.old == old && $0.new == new }) ?? true
      else { return nil }
      found = (old, new)
    }
    guard let found else { return nil }
    (old, new) = found
  }

  /// The blanks before a node; `nil` where other text belongs to it there.
  private static func indentation(of node: Node, in text: [UInt8]) -> [UInt8]? {
    let leading = text[node.leading]
    return leading.allSatisfy(\.isBlankOrTab) ? Array(leading) : nil
  }

  /// The lines of an addition with the new indentation; deeper lines get as much more as the new unit demands.
  ///
  /// Lines within a literal of several lines stay as they are, and so do the differences within a block scalar.
  func applied(to lines: ArraySlice<UInt8>) -> [UInt8] {
    let rows = lines.split(separator: 0x0A, omittingEmptySubsequences: false)
    let hasScalar = rows.dropLast().contains { line in
      let word = line.split(whereSeparator: \.isWhite).last?.first
      return word == UInt8(ascii: "|") || word == UInt8(ascii: ">")
    }
    var bytes: [UInt8] = []
    var literal: [UInt8]?
    for row in rows {
      if row.startIndex > lines.startIndex { bytes.append(0x0A) }
      bytes += literal == nil ? applied(toLine: row, isScaled: !hasScalar) : Array(row)
      literal = Self.literal(open: literal, after: row)
    }
    return bytes
  }

  private func applied(toLine line: ArraySlice<UInt8>, isScaled: Bool) -> [UInt8] {
    let blanks = line.prefix(while: \.isBlankOrTab)
    guard blanks.count < line.count, blanks.starts(with: old) else { return Array(line) }
    let more = blanks.dropFirst(old.count)
    var added = Array(more)
    if isScaled, let unit = new.first, let first = old.first,
      Set(new + old + more).isSubset(of: [unit, first]),
      (more.count * new.count).isMultiple(of: old.count)
    {
      added = Array(repeating: unit, count: more.count * new.count / old.count)
    }
    return new + added + line[blanks.endIndex...]
  }

  private static let literals = ["\"\"\"", "'''", "`"].map { Array($0.utf8) }

  /// The mark of the literal that is open after a line; `nil` where none is.
  private static func literal(open: [UInt8]?, after line: ArraySlice<UInt8>) -> [UInt8]? {
    var open = open
    var rest = line
    while !rest.isEmpty {
      let mark = (open.map { [$0] } ?? literals).first { rest.starts(with: $0) }
      if let mark { open = open == nil ? mark : nil }
      rest = rest.dropFirst(mark?.count ?? 1)
    }
    return open
  }
}
