import DocMergeCore
import Synchronization

/// A text as a tree of nodes that own all its bytes.
package struct SyntaxTree: Sendable {
  /// The text: UTF-8, with `\n` at the end of each line.
  package let text: [UInt8]
  /// The node of the whole text.
  package private(set) var root: Node

  /// Whether the nodes own all bytes, each once; nothing can be merged by a tree that is not sound.
  package let isSound: Bool

  /// The words of the whole text, hashed; found once, when they are first asked for.
  var words: Set<UInt64> { foundWords.value(of: text) }

  /// Where the text breaks the rules of the format, in a format that reads such texts all the same.
  package var brokenPlaces: [Range<Int>] = []

  private let foundWords = FoundWords()

  /// Makes a tree of a text and what a format found in it.
  package init(text: [UInt8], root: consuming Node) {
    self.text = text
    isSound = root.range == text.indices && root.isSoundInside
    if isSound { text.withUnsafeBufferPointer { root.fillContent(from: $0) } }
    self.root = root
  }

  /// Gives nodes other keys or kinds; what they say stays what it is, and so do their places.
  mutating func mendKeys(_ body: (inout Node, [UInt8]) -> Void) { body(&root, text) }

  /// The first node that breaks a rule of ``Node``; `nil` when the tree is sound.
  ///
  /// The nodes of a sound tree put together again are the text, byte for byte.
  ///
  /// - Complexity: O(*n*), *n* being the number of nodes.
  package var unsoundNode: Node? {
    root.range == text.indices ? root.firstUnsound : root
  }
}

/// The words of a text, which many lists of one merge ask for.
private final class FoundWords: Sendable {
  private let words = Mutex<Set<UInt64>?>(nil)

  func value(of text: [UInt8]) -> Set<UInt64> {
    words.withLock { known in
      if let known { return known }
      var found: Set<UInt64> = []
      Likeness.forEachWord(of: text.indices, in: text, limit: text.count) { found.insert($0) }
      known = found
      return found
    }
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

  /// Whether neither the node nor one in it breaks a rule.
  fileprivate var isSoundInside: Bool {
    guard isSound else { return false }
    for index in children.indices where !children[index].isSoundInside { return false }
    return true
  }

  /// Whether the ranges of the node hold each other, and its children fill its inner range.
  private var isSound: Bool {
    guard
      range.lowerBound <= body.lowerBound, body.lowerBound <= inner.lowerBound,
      inner.upperBound <= body.upperBound, body.upperBound <= separator.lowerBound,
      separator.upperBound <= range.upperBound, isContainer || children.isEmpty
    else { return false }
    guard !children.isEmpty else { return inner.isEmpty }
    var end = inner.lowerBound
    for index in children.indices {
      guard children[index].range.lowerBound == end else { return false }
      end = children[index].range.upperBound
    }
    return end == inner.upperBound
  }
}

extension Node {
  /// Hashes what the node and its children say.
  fileprivate mutating func fillContent(from text: UnsafeBufferPointer<UInt8>) {
    guard content == 0 else { return }
    var hash = ContentHash()
    hash.add(kind.rawValue)
    if !isContainer {
      let words = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: text[body]))
      hash.add(hash: ByteRuns.hash(words))
    } else {
      hash.add(wordsOf: text, head)
      for index in children.indices {
        children[index].fillContent(from: text)
        hash.add(hash: children[index].content)
      }
      hash.add(wordsOf: text, tail)
    }
    content = hash.value
  }
}

/// A hash of 64 bits, the same in every run (FNV-1a).
struct ContentHash {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

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
