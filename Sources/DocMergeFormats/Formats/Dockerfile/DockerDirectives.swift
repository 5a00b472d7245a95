/// The parser directives of a Dockerfile, such as `# syntax=docker/dockerfile:1`.
///
/// They precede all other comments, blank lines and instructions.
struct DockerDirectives {
  /// The lines in lower case, without blanks.
  private(set) var lines: [[UInt8]] = []
  /// Where the last one ends.
  private(set) var end = 0

  private static let names = ["#syntax=", "#escape=", "#check="]

  init(_ text: [UInt8]) {
    var cursor = ByteCursor(text)
    while !cursor.isAtEnd {
      cursor.skipLine()
      let line = text[end..<cursor.offset].filter { !$0.isWhite }.map(\.lowercased)
      guard Self.names.contains(where: { line.starts(with: $0.utf8) }) else { return }
      lines.append(line)
      end = cursor.offset
    }
  }
}
