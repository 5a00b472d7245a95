/// Walks through a text and the text that it was made from in parallel, line by line.
///
/// It uses pointers that ``LineInterner`` provides.
struct LineFollower {
  let text: UnsafeRawBufferPointer
  let base: UnsafeRawBufferPointer
  let baseStarts: UnsafeBufferPointer<Int>
  let baseTokens: UnsafeBufferPointer<Int32>
  /// How many lines of the base can be matched: those that end in a newline.
  let baseCount: Int
  /// The output: the start of each line, and its token.
  let starts: UnsafeMutableBufferPointer<Int>
  let tokens: UnsafeMutableBufferPointer<Int32>

  /// The place of the walk in the text.
  private(set) var offset = 0
  /// How many lines it has passed.
  private var line = 0
  /// The line of the base that is expected next.
  private var baseLine = 0
  /// A line of the base that may follow instead: the one after a line equal to the last one.
  private var otherBaseLine = Int.max

  /// How many lines of the base may be missing in the text for the walk to continue by itself.
  private static let reach = 4

  init(
    text: UnsafeRawBufferPointer, base: UnsafeRawBufferPointer,
    baseStarts: UnsafeBufferPointer<Int>, baseTokens: UnsafeBufferPointer<Int32>, baseCount: Int,
    starts: UnsafeMutableBufferPointer<Int>, tokens: UnsafeMutableBufferPointer<Int32>
  ) {
    self.text = text
    self.base = base
    self.baseStarts = baseStarts
    self.baseTokens = baseTokens
    self.baseCount = baseCount
    self.starts = starts
    self.tokens = tokens
  }

  /// Takes all lines that continue as in the base, or with a line a little further down in it.
  ///
  /// `false` when there is none.
  mutating func follow() -> Bool {
    var candidate = baseLine
    let last = min(baseLine &+ Self.reach, baseCount)
    while candidate < last {
      if follow(candidate) { return true }
      candidate &+= 1
    }
    return otherBaseLine < baseCount && follow(otherBaseLine)
  }

  @inline(__always)
  private mutating func follow(_ candidate: Int) -> Bool {
    let start = baseStarts[candidate]
    let run = ByteRuns.commonCount(
      UnsafeRawBufferPointer(rebasing: text[offset...]),
      UnsafeRawBufferPointer(rebasing: base[start...]))
    guard run >= baseStarts[candidate &+ 1] &- start else { return false }
    takeLines(from: candidate, run: run)
    return true
  }

  /// Takes the lines of the base from `first` on that are wholly within `run` bytes.
  private mutating func takeLines(from first: Int, run: Int) {
    let shift = offset &- baseStarts[first]
    let end = baseStarts[first] &+ run
    var candidate = first
    while candidate < baseCount, baseStarts[candidate &+ 1] <= end {
      starts[line] = baseStarts[candidate] &+ shift
      tokens[line] = baseTokens[candidate]
      line &+= 1
      candidate &+= 1
    }
    offset = baseStarts[candidate] &+ shift
    baseLine = candidate
    otherBaseLine = .max
  }

  /// Takes one line that was looked up; `equal` is the first line of the base that it is equal to.
  mutating func take(_ token: Int32, end: Int, equal: Int?) {
    otherBaseLine = equal.map { $0 &+ 1 } ?? .max
    starts[line] = offset
    tokens[line] = token
    line &+= 1
    offset = end
  }
}
