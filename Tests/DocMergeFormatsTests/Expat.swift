import DocMergeTestSupport

/// What expat, the parser that most programs read XML with, says of texts.
enum Expat {
  private static let script = """
    import sys
    from xml.parsers.expat import ExpatError, ParserCreate
    for line in sys.stdin:
        try:
            ParserCreate("utf-8").Parse(bytes.fromhex(line), True)
            print(1)
        except ExpatError as error:
            print(0, error)
    """

  /// Whether it takes each of some texts.
  static func takes(_ texts: [[UInt8]]) throws -> [Bool] {
    let folder = TemporaryFolder()
    let lines = texts.map { text in text.map { hexadecimal($0) }.joined() + "\n" }.joined()
    return try Program("python3", in: folder.path)
      .run(["-c", script], exits: 0, input: Array(lines.utf8)).lines.map { $0 == "1" }
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }
}
