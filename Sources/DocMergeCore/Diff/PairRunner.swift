/// Makes two lists of hunks, one by one or at the same time.
///
/// This module knows no threads; who has some lends them with a value of this type.
package struct PairRunner: Sendable {
  /// Makes a list.
  package typealias Work = @Sendable () -> [Hunk]

  private let body: @Sendable (_ first: @escaping Work, _ second: Work) -> ([Hunk], [Hunk])
  /// For less work than this a thread does not pay.
  private let leastSize: Int

  /// Makes a runner that uses `body` for texts of `leastSize` lines or more.
  package init(
    leastSize: Int,
    _ body: @escaping @Sendable (_ first: @escaping Work, _ second: Work) -> ([Hunk], [Hunk])
  ) {
    self.leastSize = leastSize
    self.body = body
  }

  /// The first list, then the second.
  package static let oneByOne = PairRunner(leastSize: .max) { ($0(), $1()) }

  func run(size: Int, _ first: @escaping Work, _ second: Work) -> ([Hunk], [Hunk]) {
    size < leastSize ? (first(), second()) : body(first, second)
  }
}
