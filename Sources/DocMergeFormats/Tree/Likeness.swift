import DocMergeCore

/// The similarity of two nodes.
enum Likeness {
  /// The part that two nodes must have in common to be one node that was changed.
  private static let least = 0.5
  /// The number of bytes up to which longer nodes are compared.
  static let byteLimit = 2000

  /// From 0 to 1; 0 for nodes that have less than half in common, or are of different kinds.
  static func of(
    _ one: Node, in text: [UInt8], _ other: Node, in otherText: [UInt8]
  ) -> Double {
    guard one.isContainer == other.isContainer else { return 0 }
    let (shared, total, otherTotal) = words(one, text, other, otherText)
    guard total > 0, otherTotal > 0 else { return 0 }
    let likeness = Double(2 * shared) / Double(total + otherTotal)
    return likeness >= least ? likeness : 0
  }

  /// Whether at least half of the words of the shorter of two nodes are in the other one.
  static func isRewritten(
    _ old: Node, in text: [UInt8], as new: Node, in newText: [UInt8]
  ) -> Bool {
    let (shared, total, otherTotal) = words(old, text, new, newText)
    return shared > 0 && Double(shared) >= least * Double(min(total, otherTotal))
      || extends(text[old.gist], newText[new.gist])
  }

  /// Whether the shorter of two texts is the start of the other one, or at least half of that: `beta`, `beta2`.
  private static func extends(_ one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>) -> Bool {
    let (one, other) = (one.filter(\.isPartOfName), other.filter(\.isPartOfName))
    let common = zip(one, other).prefix { $0 == $1 }.count
    return common > 0
      && (common == min(one.count, other.count) || 2 * common >= max(one.count, other.count))
  }

  /// How many words two nodes share, and how many each has.
  private static func words(
    _ one: Node, _ text: [UInt8], _ other: Node, _ otherText: [UInt8]
  ) -> (shared: Int, total: Int, otherTotal: Int) {
    var counts: [UInt64: Int] = [:]
    var (total, otherTotal, shared) = (0, 0, 0)
    forEachWord(of: one.gist, in: text) { word in
      counts[word, default: 0] += 1
      total += 1
    }
    forEachWord(of: other.gist, in: otherText) { word in
      otherTotal += 1
      guard let count = counts[word], count > 0 else { return }
      counts[word] = count - 1
      shared += 1
    }
    return (shared, total, otherTotal)
  }

  static func forEachWord(
    of range: Range<Int>, in text: [UInt8], limit: Int = byteLimit, _ body: (UInt64) -> Void
  ) {
    var hash = ContentHash()
    var isInWord = false
    for index in range.prefix(limit) {
      let byte = text[index]
      if byte.isPartOfName {
        hash.add(byte)
        isInWord = true
      } else if isInWord {
        body(hash.value)
        hash = ContentHash()
        isInWord = false
      }
    }
    if isInWord { body(hash.value) }
  }
}

extension UInt8 {
  /// Whether it can be part of a name: ASCII letters, digits and `_`, and all bytes beyond ASCII.
  var isPartOfName: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x80...: true
    default: false
    }
  }
}
