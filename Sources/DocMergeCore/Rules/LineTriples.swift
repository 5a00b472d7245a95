/// The runs of three lines of a text; blank lines and indentation do not count.
struct LineTriples {
  /// The number of lines with text in a run.
  private static let runLength = 3
  /// The fewest letters and digits in the lines of a run; shorter ones are alike by chance.
  private static let leastBytes = 12

  private let text: [UInt8]
  /// Where each line with text starts, after its indentation.
  private var starts: [Int] = []
  private var lineHashes: [UInt64] = []
  /// Whether lines were left out before a line; no run spans these.
  private var isBehindCut: [Bool] = []

  /// Finds the runs of a whole text.
  init(_ lines: Lines) { self.init(lines, in: [0..<lines.count]) }

  /// Finds the runs that overlap some changes.
  init(_ lines: Lines, around hunks: [Hunk]) {
    self.init(lines, in: ChangedWindows(lines, around: hunks, reach: Self.runLength - 1).windows)
  }

  private init(_ lines: Lines, in windows: [Range<Int>]) {
    text = lines.bytes
    let count = windows.reduce(0) { $0 + $1.count }
    starts.reserveCapacity(count)
    lineHashes.reserveCapacity(count)
    isBehindCut.reserveCapacity(count)
    text.withUnsafeBytes { bytes in
      for window in windows {
        var isFirst = true
        for line in window {
          guard let content = lines.content(of: line, in: bytes) else { continue }
          starts.append(content.lowerBound)
          isBehindCut.append(isFirst)
          isFirst = false
          lineHashes.append(ByteRuns.hash(UnsafeRawBufferPointer(rebasing: bytes[content])))
        }
      }
    }
  }

  /// The runs, each by the index of its first line.
  private var runs: some Sequence<Int> {
    (0..<max(0, lineHashes.count - Self.runLength + 1)).lazy.filter { run in
      !(run + 1..<run + Self.runLength).contains { isBehindCut[$0] }
    }
  }

  /// A hash of the text of a run.
  private func hash(_ run: Int) -> UInt64 {
    var hash: UInt64 = 0
    for line in run..<run + Self.runLength {
      hash = (hash ^ lineHashes[line]) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 29
    }
    return hash
  }

  /// The hashes of all runs.
  var hashes: some Sequence<UInt64> { runs.lazy.map(hash) }

  /// The places of the runs of a set.
  func places(of hashes: Set<UInt64>) -> [(run: Int, hash: UInt64)] {
    runs.lazy.map { ($0, hash($0)) }.filter { hashes.contains($0.1) }
  }

  /// The bytes of a run.
  func range(of run: Int) -> Range<Int> {
    let last = starts[run + Self.runLength - 1]
    let end = text[last...].firstIndex(of: .newline).map { $0 + 1 } ?? text.count
    return starts[run]..<end
  }

  /// Whether each line of a run has letters, and all of them enough.
  func isTelling(_ run: Int) -> Bool {
    let letters = (run..<run + Self.runLength).map { line in
      text[starts[line]...].prefix { $0 != .newline }.count(where: \.isPartOfName)
    }
    return letters.allSatisfy { $0 > 0 } && letters.reduce(0, +) >= Self.leastBytes
  }
}

/// The lines of a text at its changes, with as many lines with text before and after as may matter.
private struct ChangedWindows {
  private(set) var windows: [Range<Int>] = []
  private let lines: Lines
  /// How many lines with text before and after a change belong to it.
  private let reach: Int
  /// The lines with text after the changes so far, and the line up to which they were searched for.
  private var ahead: (found: [Int], end: Int) = ([], 0)

  init(_ lines: Lines, around hunks: [Hunk], reach: Int) {
    self.lines = lines
    self.reach = reach
    lines.bytes.withUnsafeBytes { bytes in
      for hunk in hunks {
        let start = start(before: hunk.other.lowerBound, in: bytes)
        let end = max(hunk.other.upperBound, end(behind: hunk.other.upperBound, in: bytes))
        if let last = windows.last, start <= last.upperBound {
          windows[windows.count - 1] = last.lowerBound..<max(last.upperBound, end)
        } else {
          windows.append(start..<end)
        }
      }
    }
  }

  private func start(before line: Int, in bytes: UnsafeRawBufferPointer) -> Int {
    let limit = windows.last?.upperBound ?? 0
    var (start, found) = (line, 0)
    while start > limit, found < reach {
      start -= 1
      if lines.content(of: start, in: bytes) != nil { found += 1 }
    }
    return start
  }

  private mutating func end(behind line: Int, in bytes: UnsafeRawBufferPointer) -> Int {
    ahead.found.removeAll { $0 < line }
    ahead.end = max(ahead.end, line)
    while ahead.found.count < reach, ahead.end < lines.count {
      if lines.content(of: ahead.end, in: bytes) != nil { ahead.found.append(ahead.end) }
      ahead.end += 1
    }
    return ahead.found.last.map { $0 + 1 } ?? ahead.end
  }
}

extension Lines {
  /// The bytes of a line without its indentation and its end; `nil` for a blank line.
  fileprivate func content(of line: Int, in bytes: UnsafeRawBufferPointer) -> Range<Int>? {
    let next = starts[line + 1]
    let end = bytes[next - 1] == .newline ? next - 1 : next
    var first = starts[line]
    while first < end, bytes[first].isWhitespace { first += 1 }
    return first < end ? first..<end : nil
  }
}

extension UInt8 {
  /// Whether it can be part of a name: ASCII letters, digits and `_`, and all bytes beyond ASCII.
  fileprivate var isPartOfName: Bool {
    UInt8.isLetter(self) || isDigit || self == UInt8(ascii: "_")
  }
}
