import DocMergeFormats
import Testing

/// All texts of so many pieces and fewer.
func pieceTexts(_ pieces: [String], upTo count: Int) -> [[UInt8]] {
  var all: [[UInt8]] = [[]]
  var longest = all
  for _ in 0..<count {
    longest = longest.flatMap { text in pieces.map { text + Array($0.utf8) } }
    all += longest
  }
  return all
}

/// Texts of pieces by chance, the same ones in every run.
func chanceTexts(_ pieces: [String], length: Int, count: Int) -> [[UInt8]] {
  var chance = SeededChance(state: 7)
  return (0..<count).map { _ in
    (0..<Int.random(in: 0...length, using: &chance)).reduce(into: []) { text, _ in
      text += Array((pieces.randomElement(using: &chance) ?? "").utf8)
    }
  }
}

/// A text with one byte left out, or another one put in its place or before it, at every place.
func mutatedTexts(_ text: String, with bytes: String) -> [[UInt8]] {
  let original = Array(text.utf8)
  return original.indices.flatMap { place in
    let before = Array(original[..<place])
    let behind = Array(original[(place + 1)...])
    let changed = bytes.utf8.flatMap { byte in
      [before + [byte] + behind, before + [byte, original[place]] + behind]
    }
    return [before + behind, before] + changed
  }
}

/// Expects that each text is refused or has a sound tree.
///
/// - Returns: How many have a tree.
@discardableResult
func expectSound(
  _ texts: [[UInt8]], _ format: some DocumentFormat,
  sourceLocation: SourceLocation = #_sourceLocation
) -> Int {
  let trees = texts.compactMap { try? format.tree(of: $0) }
  let unsound = trees.first { $0.unsoundNode != nil }
  let text = unsound.map { String(decoding: $0.text, as: UTF8.self) }
  #expect(text == nil, "\(format.name)", sourceLocation: sourceLocation)
  return trees.count
}

/// The problem of a text, with its line, such as `3: a value was expected`.
func refusal(_ text: String, _ format: some DocumentFormat) -> String? {
  do {
    _ = try format.tree(of: Array(text.utf8))
    return nil
  } catch {
    return "\(error.offset): \(error.reason)"
  }
}

extension SyntaxTree {
  /// The children of a node, each as its leading part, its body and its joint, parted by `|`.
  func parts(_ node: Node) -> [String] {
    node.children.map { child in
      [child.leading, child.body, child.body.upperBound..<child.range.upperBound]
        .map { string($0).replacing("\n", with: "\\n") }.joined(separator: "|")
    }
  }
}

/// Chance that is the same in every run.
private struct SeededChance: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
