/// A result as a sequence of lines and conflicts.
struct AuditSequence {
  /// Text without conflicts, or a conflict.
  struct Part {
    /// The number of its first element.
    var first: Int
    var text: Stretch.Part?
    var conflict: Region.Conflict?
  }

  private(set) var parts: [Part] = []
  private(set) var count = 0

  init(_ sections: [MarkedSection]) {
    for section in sections {
      switch section {
      case .text(let bytes):
        let text = Stretch.Part(bytes)
        parts.append(Part(first: count, text: text))
        count += text.cut.count
      case .conflict(let conflict, _):
        parts.append(Part(first: count, conflict: conflict))
        count += 1
      }
    }
  }

  /// The conflicts among the elements.
  func conflicts(in elements: Range<Int>) -> Int {
    parts(in: elements).reduce(0) { $0 + ($1.conflict == nil ? 0 : 1) }
  }

  private func parts(in elements: Range<Int>) -> ArraySlice<Part> {
    let start = max(0, parts.partitioningIndex { $0.first > elements.lowerBound } - 1)
    let end = parts.partitioningIndex { $0.first >= elements.upperBound }
    return start < end ? parts[start..<end] : []
  }

  /// The text of the elements, with one side of each conflict.
  func text(_ elements: Range<Int>, side: MergeSide) -> [UInt8] {
    parts(in: elements).reduce(into: []) { text, part in
      if let conflict = part.conflict {
        text += side == .ours ? conflict.ours : conflict.theirs
      } else if let cut = part.text {
        let last = cut.cut.count
        let lines = elements.clamped(to: part.first..<part.first + last)
        text += cut.text(lines.lowerBound - part.first..<lines.upperBound - part.first)
      }
    }
  }

  /// The text of elements that include no conflict; its indices are offsets into the result.
  func text(_ elements: Range<Int>) -> ArraySlice<UInt8> {
    let part = parts[max(0, parts.partitioningIndex { $0.first > elements.lowerBound } - 1)...]
      .first { $0.text != nil }
    guard let part, let text = part.text, elements.lowerBound - part.first <= text.cut.count,
      elements.lowerBound >= part.first, elements.upperBound - part.first <= text.cut.count
    else { return [] }
    return text.text(elements.lowerBound - part.first..<elements.upperBound - part.first)
  }
}

/// Numbers for lines and conflicts; equal ones get the same number.
struct AuditTokens {
  private struct Key: Hashable {
    var ours: [UInt8]
    var theirs: [UInt8]
  }

  private var table: TokenTable
  private var conflicts: [Key: Int32] = [:]

  init(capacity: Int) {
    table = TokenTable(capacity: capacity)
  }

  mutating func tokens(of lines: Lines) -> [Int32] { table.tokens(of: lines) }

  mutating func tokens(of sequence: AuditSequence) -> [Int32] {
    var tokens: [Int32] = []
    tokens.reserveCapacity(sequence.count)
    for part in sequence.parts {
      if let conflict = part.conflict {
        tokens.append(token(of: conflict.ours, conflict.theirs))
      } else if let text = part.text {
        tokens += table.tokens(of: text.cut.bytes, starts: text.cut.starts)
      }
    }
    return tokens
  }

  /// A negative number; a line ending that was only added for a marker makes no difference.
  mutating func token(of ours: ArraySlice<UInt8>, _ theirs: ArraySlice<UInt8>) -> Int32 {
    let key = Key(ours: ours.withoutFinalLineEnding, theirs: theirs.withoutFinalLineEnding)
    if let known = conflicts[key] { return known }
    let token = -1 - Int32(conflicts.count)
    conflicts[key] = token
    return token
  }

  /// The differences between two sequences of tokens.
  func hunks(_ base: [Int32], _ other: [Int32]) -> [Hunk] {
    let most = max(base.max() ?? 0, other.max() ?? 0)
    func dense(_ token: Int32) -> Int32 { token < 0 ? most - token : token }
    var tokens = TokenDiff(base: base.map(dense), other: other.map(dense))
    tokens.stepLimit = TokenDiff.auditStepLimit
    return tokens.hunks(by: .histogram)
  }
}

extension Collection<UInt8> where Self: BidirectionalCollection {
  /// The bytes without `\n` or `\r\n` at the end.
  var withoutFinalLineEnding: [UInt8] {
    var bytes = Array(self)
    if bytes.last == .newline { bytes.removeLast() }
    if bytes.last == .carriageReturn { bytes.removeLast() }
    return bytes
  }
}

extension TokenDiff {
  /// The number of steps after which a comparison for an audit stops looking for the shortest list of changes:
  /// a longer list is as correct, and only means that more of it has to be explained.
  static let auditStepLimit = 1 << 22
}
