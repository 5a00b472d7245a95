import DocMergeCore
import DocMergeResolvers
import DocMergeTestSupport
import Testing

/// Laws of the memory over random merges and random decisions.
struct MemoryLawTests {
  /// A merge with conflicts, and what a person made of it.
  private struct Decided {
    var base: String
    var ours: String
    var theirs: String
    var text: String

    func conflict(isSwapped: Bool) -> Conflict {
      isSwapped
        ? .texts(base: base, theirs, ours) : .texts(base: base, ours, theirs)
    }
  }

  /// Texts of lines that are there once or often, and a decision for each conflict.
  private func decided(_ generator: inout SeededGenerator) throws -> Decided? {
    let words = generator.once(in: 2) ? ["}", "", "x", "y"] : (0..<40).map { "line \($0)" }
    func line() -> String { (words.randomElement(using: &generator) ?? "") + "\n" }
    let base = (0..<generator.number(2...14)).map { _ in line() }
    func edited() -> String {
      base.map { old in
        switch generator.number(0...9) {
        case 0: ""
        case 1: line()
        case 2: old + line()
        default: old
        }
      }.joined()
    }
    let (ours, theirs) = (edited(), edited())
    var decided = Decided(base: base.joined(), ours: ours, theirs: theirs, text: "")
    let attempt = try ThreeWayMerge().attempt(decided.conflict(isSwapped: false))
    guard case .conflicts(let merge) = attempt else { return nil }
    for region in merge.merged.regions {
      switch region {
      case .agreed(let agreed): decided.text += String(decoding: agreed.bytes, as: UTF8.self)
      case .conflict:
        decided.text += (0..<generator.number(0...2)).map { _ in line() }.joined()
      }
    }
    return decided
  }

  @Test func `a remembered decision is returned as it was decided, or not at all`() throws {
    var generator = SeededGenerator(seed: 4)
    var counts = (all: 0, recalled: 0, swapped: 0)
    while counts.all < 150 {
      guard let decided = try decided(&generator) else { continue }
      counts.all += 1
      let conflict = decided.conflict(isSwapped: false)
      let memory = RememberedResolutions(
        try Recalled.decisions(of: conflict, in: Array(decided.text.utf8)))
      let recalled = Recalled(merging: ThreeWayMerge(), memory: memory)
      if let resolution = try recalled.resolve(conflict) {
        #expect(resolution.text == decided.text, "\(decided)")
        counts.recalled += 1
      }
      if try recalled.resolve(decided.conflict(isSwapped: true)) != nil { counts.swapped += 1 }
    }
    #expect(counts.recalled * 10 > counts.all * 7, "\(counts)")
    #expect(counts.swapped * 10 > counts.recalled * 8, "\(counts)")
  }

  @Test func `a key does not depend on the order of the sides or on line endings`() {
    var generator = SeededGenerator(seed: 7)
    func text() -> [UInt8] {
      (0..<generator.number(0...3)).flatMap { _ in
        Array((generator.once(in: 2) ? "a\n" : "b\n").utf8)
      }
    }
    func windows(_ text: [UInt8]) -> [UInt8] {
      text.flatMap { $0 == UInt8(ascii: "\n") ? [UInt8(ascii: "\r"), $0] : [$0] }
    }
    for _ in 0..<300 {
      let (base, ours, theirs) = (text(), text(), text())
      let key = ConflictKey(base: base, ours: ours, theirs: theirs)
      #expect((key == nil) == (ours == theirs))
      #expect(ConflictKey(base: base, ours: theirs, theirs: windows(ours)) == key)
      #expect(key == nil || ConflictKey(base: base + [10], ours: ours, theirs: theirs) != key)
    }
  }
}
