import DocMergeCore
import Testing

struct PairedLadderTests {
  /// Does both pieces of work in turn, but as if they had a thread each.
  private static let pair = PairRunner(leastSize: 0) { first, second in (first(), second()) }

  /// Lines that both sides changed, most of them so that a rule settles it.
  private static func texts(_ count: Int) -> (base: [UInt8], ours: [UInt8], theirs: [UInt8]) {
    var (base, ours, theirs) = ("", "", "")
    for number in 0..<count {
      base += "the first word of line \(number) is here\n\n"
      ours += number % 3 == 0 ? "ours\n\n" : "the second word of line \(number) is here\n\n"
      theirs += number % 5 == 0 ? "theirs\n\n" : "the first word of line \(number) is there\n\n"
    }
    return (Array(base.utf8), Array(ours.utf8), Array(theirs.utf8))
  }

  @Test(arguments: [1, 300, 4000, 20_000, 40_000, 80_000, 1 << 22], [false, true])
  func `settles conflicts on two threads as on one`(effortLimit: Int, isSuggesting: Bool) throws {
    let texts = Self.texts(200)
    for policy in MergePolicy.allCases {
      var options = TextMergeOptions(policy: policy, isSuggesting: isSuggesting)
      options.effortLimit = effortLimit
      let alone = try mergeText(
        base: texts.base, ours: texts.ours, theirs: texts.theirs, options: options)
      let paired = try mergeText(
        base: texts.base, ours: texts.ours, theirs: texts.theirs, options: options, pair: Self.pair)
      #expect(paired == alone)
    }
  }

  @Test func `stops on two threads on request`() {
    let texts = Self.texts(200)
    let options = TextMergeOptions { true }
    #expect(throws: MergeCancelled.self) {
      try mergeText(
        base: texts.base, ours: texts.ours, theirs: texts.theirs, options: options, pair: Self.pair)
    }
  }
}
