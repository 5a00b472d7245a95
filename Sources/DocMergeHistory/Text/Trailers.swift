package import DocMergeCore

/// `Docmerge-Key: value` lines at the end of a commit message.
package enum Trailers {
  private static let prefix = "Docmerge-"

  /// The values of trailers by their keys; of several with one key the first in the message counts.
  package struct Values: Sendable {
    /// The last ones first.
    ///
    /// They are few: a linear search is faster than hashing them.
    fileprivate var pairs: [(key: String, value: String)] = []

    package subscript(key: String) -> String? { pairs.last { $0.key == key }?.value }
  }

  /// A message of a text and trailers; control characters in values become blanks.
  package static func message(_ text: String, _ trailers: [(String, String)]) -> String {
    let lines = trailers.map { "\(prefix)\($0.0): \(oneLine($0.1))\n" }.joined()
    return "\(text)\n\n\(lines)"
  }

  private static func oneLine(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
  }

  /// The text before the last paragraph, and the trailers of that paragraph.
  ///
  /// Parsed byte by byte: in a string, a mark that combines with the blank before a value would hide it.
  package static func parse(_ message: String) -> (text: String, values: Values) {
    let feed = UInt8(ascii: "\n")
    var rest = Array(message.utf8)[...]
    func dropEmptyLines() { while rest.last == feed { rest.removeLast() } }
    dropEmptyLines()
    var values = Values()
    while true {
      let start = rest.lastIndex(of: feed).map { $0 + 1 } ?? rest.startIndex
      let line = rest[start...]
      guard line.starts(with: prefix.utf8), let colon = line.firstIndex(of: UInt8(ascii: ":"))
      else { break }
      let key = String(decoding: line[..<colon].dropFirst(prefix.utf8.count), as: UTF8.self)
      values.pairs.append((key, String(decoding: line[colon...].dropFirst(2), as: UTF8.self)))
      rest = rest[..<start].dropLast()
    }
    dropEmptyLines()
    return (String(decoding: rest, as: UTF8.self), values)
  }

  /// Seconds and nine digits of nanoseconds.
  package static func text(_ date: Timestamp) -> String {
    let digits = String(date.subsecond)
    return "\(date.seconds)." + String(repeating: "0", count: 9 - digits.count) + digits
  }

  package static func date(_ text: some Collection<UInt8>) -> Timestamp? {
    let isNegative = text.first == UInt8(ascii: "-")
    let parts = (isNegative ? text.dropFirst() : text.dropFirst(0)).split(
      separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].count == 9, let number = Decimal.number(parts[0]),
      let seconds = Int64(exactly: number),
      let nanoseconds = Decimal.number(parts[1])
    else { return nil }
    return Timestamp(
      seconds: isNegative ? -seconds : seconds, nanoseconds: Int64(nanoseconds))
  }
}
