import DocMergeCore
import Testing

struct LayerLawTests {
  /// The merge with layers on, without rules for conflicts; `nil` if it is refused.
  private static func layered(_ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8]) -> Merged? {
    let texts = LayeredTexts(base: base, ours: ours, theirs: theirs)
    guard texts.obstacle == nil else { return nil }
    return texts.restore(
      merge(
        base: texts.base, ours: texts.ours, theirs: texts.theirs,
        options: MergeOptions(profile: .gitMerge)))
  }

  @Test func `a change of one side is the result, in any layer`() throws {
    for seed in 0..<1500 {
      let triple = LayeredText.triple(seed: seed)
      for (base, other) in [(triple.base, triple.ours), (triple.ours, triple.theirs)] {
        for (ours, theirs) in [(other, base), (base, other), (other, other)] {
          let comment = Comment(rawValue: "seed \(seed) base \(base) other \(other)")
          let merged = try mergeText(base: base, ours: ours, theirs: theirs)
          #expect(merged.clean == other, comment)
          if let merged = Self.layered(base, ours, theirs) {
            #expect(merged.clean == other, comment)
          }
        }
      }
    }
  }

  @Test func `swapping the sides mirrors the merge`() {
    for seed in 0..<1500 {
      let triple = LayeredText.triple(seed: seed)
      let merged = Self.layered(triple.base, triple.ours, triple.theirs)
      let swapped = Self.layered(triple.base, triple.theirs, triple.ours)
      #expect((merged == nil) == (swapped == nil), "seed \(seed)")
      guard let merged, let swapped else { continue }
      #expect(merged.clean == swapped.clean, "seed \(seed)")
      #expect(merged.layers == swapped.layers, "seed \(seed)")
      #expect(merged.conflicts.isEmpty == swapped.conflicts.isEmpty, "seed \(seed)")
    }
  }

  @Test func `leaves plain texts alone`() {
    for seed in 0..<400 {
      let triple = Triple.random(seed: seed)
      let plain = [triple.base, triple.ours, triple.theirs].map { text in
        text.filter { $0 != UInt8(ascii: "\r") } + [UInt8(ascii: "\n")]
      }
      let texts = LayeredTexts(base: plain[0], ours: plain[1], theirs: plain[2])
      #expect([texts.base, texts.ours, texts.theirs] == plain)
      let merged = merge(base: plain[0], ours: plain[1], theirs: plain[2])
      #expect(texts.restore(merged) == merged)
    }
  }

  @Test(arguments: TextEncoding.allCases)
  func `decodes what it encodes`(encoding: TextEncoding) {
    var generator = SeededGenerator(seed: 8)
    for seed in 0..<500 {
      var text = LayeredText(seed: seed)
      let whole = text.lines().joined(separator: "\n").bytes
      if let bytes = encoding.encode(whole[...]) {
        #expect(encoding.decode(bytes[...]) == whole)
      }
      let noise = (0..<generator.number(0...8)).map { _ in UInt8(generator.number(0...255)) }
      if let decoded = encoding.decode(noise[...]) {
        #expect(encoding.encode(decoded[...]) == noise)
      }
    }
  }
}
