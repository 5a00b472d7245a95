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
    for slot in slots.lazy.filter(\.isAnchor).prefix(Self.witnesses) {
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
  func applied(to lines: ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    for line in lines.split(separator: 0x0A, omittingEmptySubsequences: false) {
      if line.startIndex > lines.startIndex { bytes.append(0x0A) }
      let blanks = line.prefix(while: \.isBlankOrTab)
      guard blanks.count < line.count, blanks.starts(with: old) else {
        bytes += line
        continue
      }
      bytes += new
      let more = blanks.dropFirst(old.count)
      if let unit = new.first, !old.isEmpty, Set(new + old + more).isSubset(of: [unit, old[0]]) {
        bytes += Array(repeating: unit, count: more.count * new.count / old.count)
      } else {
        bytes += more
      }
      bytes += line[blanks.endIndex...]
    }
    return bytes
  }
}
