import DocMergeCore
import Testing

struct DiffTests {
  static let settings = DiffAlgorithm.allCases.flatMap { algorithm in
    [false, true].map { DiffOptions(algorithm: algorithm, followsIndentation: $0) }
  }

  /// What the hunks make of the base.
  static func applied(_ hunks: [Hunk], base: Lines, other: Lines) -> [UInt8] {
    var output: [UInt8] = []
    var line = 0
    for hunk in hunks {
      output += base.text(of: line..<hunk.base.lowerBound) + other.text(of: hunk.other)
      line = hunk.base.upperBound
    }
    return output + base.text(of: line..<base.count)
  }

  @Test(arguments: settings)
  func `turns one text into the other, for all small texts`(options: DiffOptions) {
    let texts = Texts.all(upTo: 4, alphabet: ["a", " b"])
    for base in texts {
      for other in texts {
        let hunks = diffLines(base: base, other: other, options: options)
        #expect(Self.applied(hunks, base: Lines(base), other: Lines(other)) == other)
        #expect(hunks.isEmpty == (base == other))
      }
    }
  }

  @Test(arguments: settings)
  func `turns one text into the other, for random texts`(options: DiffOptions) {
    for seed in 0..<100 {
      let triple = Triple.random(seed: seed)
      let (base, other) = seed % 3 == 0 ? Texts.demanding(seed: seed) : (triple.base, triple.ours)
      let hunks = diffLines(base: base, other: other, options: options)
      #expect(Self.applied(hunks, base: Lines(base), other: Lines(other)) == other, "\(seed)")
      for (hunk, next) in zip(hunks, hunks.dropFirst()) {
        let gap = next.base.lowerBound - hunk.base.upperBound
        #expect(gap > 0 && gap == next.other.lowerBound - hunk.other.upperBound)
      }
    }
  }

  @Test(arguments: DiffAlgorithm.allCases)
  func `finds nothing in equal elements and everything in others`(algorithm: DiffAlgorithm) {
    #expect(diff(base: [1, 2, 3], other: [1, 2, 3], algorithm: algorithm) == [])
    #expect(
      diff(base: "abc", other: "xy", algorithm: algorithm) == [Hunk(base: 0..<3, other: 0..<2)])
    #expect(
      diff(base: ["a", "b"], other: ["b"], algorithm: algorithm)
        == [Hunk(base: 0..<1, other: 0..<0)])
  }

  @Test func `keeps a moved block whole with the histogram algorithm`() {
    let base = (["{"] + ["unique"] + Array(repeating: "}", count: 100)).joined(separator: "\n")
    let other = (Array(repeating: "}", count: 100) + ["{", "unique"]).joined(separator: "\n")
    let options = DiffOptions(algorithm: .histogram)
    let hunks = diffLines(base: base.bytes, other: other.bytes, options: options)
    #expect(hunks.count == 2)
  }
}
