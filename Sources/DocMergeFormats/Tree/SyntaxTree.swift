import DocMergeCore

/// The words of a text, hashed.
///
/// A type of its own: the Swift runtime looks up the conformances of the elements of a set that is the parameter of
/// another type, at the start of each program.
private struct WordHashes: Sendable {
  let hashes: Set<UInt64>

  init(of text: [UInt8]) {
    var found: Set<UInt64> = []
    Likeness.forEachWord(of: text.indices, in: text, limit: text.count) { found.insert($0) }
    hashes = found
  }
}

/// A text as a tree of nodes that own all its bytes.
package struct SyntaxTree: Sendable {
  /// The text: UTF-8, with `\n` at the end of each line.
  package let text: [UInt8]
  /// The node of the whole text.
  package private(set) var root: Node

  /// Whether the nodes own all bytes, each once; only a sound tree can be merged.
  package let isSound: Bool

  /// The words of the whole text, hashed; computed on first use.
  var words: Set<UInt64> { foundWords.value { WordHashes(of: text) }.hashes }

  /// The places where the text breaks the rules of the format, in a format that reads such texts anyway.
  package var brokenPlaces: [Range<Int>] = []

  /// Further results of reading the text, for the guards of the format.
  var reading: (any Sendable)?

  private let foundWords = ReadOnce<WordHashes>()

  /// Makes a tree of a text and the nodes that a format found in it.
  package init(text: [UInt8], root: consuming Node) {
    self.text = text
    let isWhole = root.range == text.indices
    // Moved, not copied: its lists would be copied when they are changed.
    self.root = consume root
    isSound = isWhole && withUnsafePointer(to: self.root) { Node.isSoundInside($0) }
    if isSound {
      text.withUnsafeBufferPointer { text in
        _ = withUnsafeMutablePointer(to: &self.root) { Node.fillContent(of: $0, from: text) }
      }
    }
  }

  /// Gives nodes other keys or kinds; their contents and places stay the same.
  mutating func mendKeys(_ body: (inout Node, [UInt8]) -> Void) { body(&root, text) }

  /// The first node that breaks a rule of ``Node``; `nil` when the tree is sound.
  ///
  /// The nodes of a sound tree, joined together, are the text, byte for byte.
  ///
  /// - Complexity: O(*n*), *n* being the number of nodes.
  package var unsoundNode: Node? {
    root.range == text.indices ? root.firstUnsound : root
  }
}

extension Node {
  /// The node itself, or the first one in it, that breaks a rule.
  fileprivate var firstUnsound: Node? {
    guard isSound else { return self }
    for index in children.indices {
      if let unsound = children[index].firstUnsound { return unsound }
    }
    return nil
  }

  /// Whether neither the node nor any node in it breaks a rule.
  fileprivate static func isSoundInside(_ node: UnsafePointer<Node>) -> Bool {
    guard isSound(node) else { return false }
    var isSound = true
    node.pointee.children.forEachInPlace { child in
      if isSound { isSound = isSoundInside(child) }
    }
    return isSound
  }

  /// Whether the ranges of the node contain each other, and its children fill its inner range.
  private static func isSound(_ node: UnsafePointer<Node>) -> Bool {
    let (range, body, inner) = (node.pointee.range, node.pointee.body, node.pointee.inner)
    let separator = node.pointee.separator
    guard
      range.lowerBound <= body.lowerBound, body.lowerBound <= inner.lowerBound,
      inner.upperBound <= body.upperBound, body.upperBound <= separator.lowerBound,
      separator.upperBound <= range.upperBound,
      node.pointee.kind.isContainer || node.pointee.children.isEmpty
    else { return false }
    guard !node.pointee.children.isEmpty else { return inner.isEmpty }
    var (end, isGapless) = (inner.lowerBound, true)
    node.pointee.children.forEachInPlace { child in
      isGapless = isGapless && child.pointee.range.lowerBound == end
      end = child.pointee.range.upperBound
    }
    return isGapless && end == inner.upperBound
  }

  private var isSound: Bool { withUnsafePointer(to: self) { Node.isSound($0) } }
}

extension Node {
  /// Hashes the contents of a node and its children, and returns the hash.
  fileprivate static func fillContent(
    of node: UnsafeMutablePointer<Node>, from text: UnsafeBufferPointer<UInt8>
  ) -> UInt64 {
    guard node.pointee.content == 0 else { return node.pointee.content }
    var hash = ContentHash()
    hash.add(node.pointee.kind.rawValue)
    let (body, inner) = (node.pointee.body, node.pointee.inner)
    if !node.pointee.kind.isContainer {
      let words = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: text[body]))
      hash.add(hash: ByteRuns.hash(words))
    } else {
      hash.add(wordsOf: text, body.lowerBound..<inner.lowerBound)
      // `A | B` and `A & B` differ, unlike lists with commas and without.
      if let mark = node.pointee.mark, mark == 0x7C || mark == 0x26 { hash.add(mark) }
      let hasTokens = node.pointee.hasTokens
      node.pointee.children.changeInPlace { child in
        if hasTokens { hash.add(wordsOf: text, child.pointee.leading) }
        hash.add(hash: fillContent(of: child, from: text))
      }
      hash.add(wordsOf: text, inner.upperBound..<body.upperBound)
    }
    node.pointee.content = hash.value
    return hash.value
  }
}

/// A hash of 64 bits, the same in every run (FNV-1a).
struct ContentHash {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// The hash of some bytes.
  static func of(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var hash = ContentHash()
    for byte in bytes { hash.add(byte) }
    return hash.value
  }

  @inline(__always)
  mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }

  mutating func add(hash other: UInt64) {
    value = (value ^ other) &* 0x9E37_79B9_7F4A_7C15
    value ^= value >> 29
  }

  /// Adds bytes, runs of white space as one blank, and none at either end.
  mutating func add(wordsOf text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
    var isAfterWhite = false
    var isAtStart = true
    for index in range {
      let byte = text[index]
      if byte.isWhite {
        isAfterWhite = true
        continue
      }
      if isAfterWhite, !isAtStart { add(0x20) }
      (isAfterWhite, isAtStart) = (false, false)
      add(byte)
    }
    add(0xFF)
  }
}
