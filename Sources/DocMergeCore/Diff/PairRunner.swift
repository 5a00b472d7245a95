/// Does two pieces of work, one after the other or at the same time.
///
/// This module does not use threads; its caller provides them with a value of this type.
package struct PairRunner: Sendable {
  /// A piece of work.
  package typealias Work = @Sendable () -> any Sendable

  private let body:
    @Sendable (_ first: @escaping Work, _ second: Work) -> (any Sendable, any Sendable)
  /// The size below which a thread does not pay.
  private let leastSize: Int

  /// Makes a runner that uses `body` for texts of `leastSize` lines or more.
  package init(
    leastSize: Int,
    _ body:
      @escaping @Sendable (_ first: @escaping Work, _ second: Work) -> (any Sendable, any Sendable)
  ) {
    self.leastSize = leastSize
    self.body = body
  }

  /// The first result, then the second.
  package static let oneByOne = PairRunner(leastSize: .max) { ($0(), $1()) }

  /// Whether work of a size is done at the same time.
  package func isPaired(size: Int) -> Bool { size >= leastSize && leastSize < .max }

  /// Does work of a size, and returns both results.
  package func run<Result: Sendable>(
    size: Int, _ first: @escaping @Sendable () -> Result, _ second: @Sendable () -> Result
  ) -> (Result, Result) {
    guard isPaired(size: size) else { return (first(), second()) }
    let results = withoutActuallyEscaping(second) { second in body({ first() }, { second() }) }
    guard let one = results.0 as? Result, let other = results.1 as? Result else {
      return (first(), second())
    }
    return (one, other)
  }
}
