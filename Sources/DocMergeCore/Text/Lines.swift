/// The lines of a text, each with its ending.
///
/// Only `\n` ends a line; a `\r` before it belongs to the line. The last line may lack its ending,
/// and an empty text has no lines. The lines joined together are the text, byte for byte.
///
///     Lines(Array("one\r\ntwo".utf8)).count  // 2
public struct Lines: Sendable, RandomAccessCollection {
  /// The whole text.
  public let bytes: [UInt8]

  /// Where each line starts, then the length of the text.
  package let starts: [Int]

  /// Splits `bytes` after every `\n`.
  ///
  /// - Complexity: O(*n*), *n* being the length of the text.
  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
    starts = bytes.withUnsafeBytes(Newlines.starts)
  }

  /// Uses known starts of lines.
  init(_ bytes: [UInt8], starts: [Int]) {
    self.bytes = bytes
    self.starts = starts
  }

  /// The number of the first line, 0.
  public var startIndex: Int { 0 }

  /// How many lines there are.
  public var endIndex: Int { starts.count - 1 }

  /// One line with its ending; its indices are offsets into the text.
  public subscript(line: Int) -> ArraySlice<UInt8> {
    bytes[starts[line]..<starts[line + 1]]
  }

  /// The place of each line with its ending, in bytes of the text.
  package var places: LazyMapSequence<Range<Int>, Range<Int>> {
    (0..<endIndex).lazy.map { [starts] in starts[$0]..<starts[$0 + 1] }
  }

  /// The text of several lines; its indices are offsets into the text.
  public func text(of lines: Range<Int>) -> ArraySlice<UInt8> {
    bytes[starts[lines.lowerBound]..<starts[lines.upperBound]]
  }
}

extension UInt8 {
  /// The byte `\n`.
  static let newline = UInt8(ascii: "\n")
  /// The byte `\r`.
  static let carriageReturn = UInt8(ascii: "\r")
  /// The blank.
  static let blank = UInt8(ascii: " ")
}
