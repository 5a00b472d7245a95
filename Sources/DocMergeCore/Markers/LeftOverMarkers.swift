/// Finds separators that are left of a conflict whose other markers were deleted.
///
/// A line `=======` alone may also underline a heading, so other texts, or the lines around it, decide.
public struct LeftOverMarkers {
  /// Where each bare separator of seven characters and more is; lines counted from 1.
  private let separators: [(line: Int, bytes: [UInt8])]
  private let lines: Lines

  /// Looks through a text in an encoding that extends ASCII.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
  public init(_ text: [UInt8]) {
    let lines = Lines(text)
    self.lines = lines
    separators = lines.indices.compactMap { index in
      guard let line = MarkerLine(lines[index], index: index, minimum: 7), line.label == nil,
        line.byte == .separator || line.byte == .base
      else { return nil }
      return (index + 1, Array(repeating: line.byte, count: line.size))
    }
  }

  /// The first separator that occurs more often here than in any of the texts this one was made from.
  ///
  /// - Parameter texts: Those texts.
  /// - Returns: Its line, counted from 1; `nil` where each is accounted for.
  public func firstLine(besides texts: [[UInt8]]) -> Int? {
    guard !separators.isEmpty else { return nil }
    let known = texts.map { LeftOverMarkers($0).counts }
    for (bytes, count) in counts where count > known.map({ $0[bytes] ?? 0 }).max() ?? 0 {
      return separators.first { $0.bytes == bytes }?.line
    }
    return nil
  }

  private var counts: [[UInt8]: Int] {
    Dictionary(separators.map { ($0.bytes, 1) }, uniquingKeysWith: +)
  }

  /// The lines `=======` that cannot underline or frame a heading: there is no title above, or no blank line
  /// above that title, and none near it frames anything.
  public var withoutHeading: [MarkerFinding] {
    separators.filter { separator in
      separator.bytes.count == 7 && separator.bytes[0] == .separator
        && !isHeading(separator.line - 1)
    }.map { MarkerFinding(line: $0.line, byte: .separator, problem: .stray) }
  }

  private func isHeading(_ index: Int) -> Bool {
    func isBlank(_ index: Int) -> Bool {
      !lines.indices.contains(index) || lines[index].allSatisfy { $0 <= .blank }
    }
    // A frame, as around a title or a table.
    let isFramed = separators.contains { abs($0.line - 1 - index) == 2 && $0.bytes.count == 7 }
    return isFramed || !isBlank(index - 1) && isBlank(index - 2)
  }
}
