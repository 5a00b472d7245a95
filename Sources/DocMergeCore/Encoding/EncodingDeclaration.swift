/// The encoding that a document declares for itself.
///
///     EncodingDeclaration(in: Array("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>".utf8))?.name
///     // "iso-8859-1"
///
/// It reads XML, HTML (`<meta charset=…>`), CSS (`@charset`), and the comments that editors read:
/// `coding:` (Python, Ruby, Emacs) in the first two lines, `fileencoding=` (Vim) in the first and
/// last five.
struct EncodingDeclaration: Equatable {
  /// The name in lower case, as the document has it.
  let name: String

  /// Looks for a declaration in a text that extends ASCII.
  init?(in bytes: ArraySlice<UInt8>) {
    let start = Self.text(bytes.prefix(1024))
    let end = bytes.count > 1024 ? Self.text(bytes.suffix(512)) : start
    let lines = start.split(separator: "\n", omittingEmptySubsequences: false)
    let tail = end.split(separator: "\n").suffix(5)
    var found: String?
    if start.hasPrefix("<?xml") {
      found = Self.value(after: "encoding", in: lines.first ?? "")
    } else if start.hasPrefix("@charset") {
      found = Self.value(after: "@charset", in: lines.first ?? "")
    } else if start.contains("<meta") {
      found =
        lines.filter { $0.contains("<meta") || $0.contains("charset") }
        .compactMap { Self.value(after: "charset", in: $0) }.first
    }
    found =
      found
      ?? lines.prefix(2).filter(Self.isComment).compactMap { Self.value(after: "coding", in: $0) }
      .first
      ?? (lines.prefix(5) + tail).filter { $0.contains("vim:") || $0.contains("vi:") }
      .compactMap { Self.value(after: "fileencoding", in: $0) ?? Self.value(after: "fenc", in: $0) }
      .first
    guard let found else { return nil }
    name = found
  }

  /// The encoding, if texts can be converted to it.
  var encoding: TextEncoding? {
    switch name {
    case "utf-8", "utf8": .utf8
    // Text that is labelled Latin-1 is nearly always Windows-1252; browsers treat it so too.
    case "windows-1252", "cp1252", "x-cp1252", "iso-8859-1", "iso8859-1", "iso_8859-1",
      "iso-latin-1", "latin-1", "latin1", "l1", "us-ascii", "ascii":
      .windows1252
    default: nil
    }
  }

  /// The bytes as lower-case ASCII with lines that end in `\n`.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(
      decoding: bytes.map { $0 == .carriageReturn ? .newline : $0 < 0x80 ? $0 : 0x3F },
      as: UTF8.self
    ).lowercased()
  }

  private static func isComment(_ line: Substring) -> Bool {
    line.contains("#") || line.contains("//") || line.contains("/*") || line.contains("--")
      || line.contains(";") || line.contains("%") || line.contains("-*-")
  }

  /// The name after `key`, and after `=`, `:`, blanks and quotes.
  private static func value(after key: String, in line: Substring) -> String? {
    let keyBytes = Array(key.utf8)
    let bytes = Array(line.utf8)
    guard bytes.count > keyBytes.count else { return nil }
    for start in 0..<bytes.count - keyBytes.count
    where bytes[start..<start + keyBytes.count].elementsEqual(keyBytes) {
      let rest = bytes[(start + keyBytes.count)...]
      let value = rest.drop { "=: \"'".utf8.contains($0) }
      let name = value.prefix { byte in
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) || "-_.".utf8.contains(byte)
      }
      if value.startIndex > rest.startIndex, !name.isEmpty {
        return String(decoding: name, as: UTF8.self)
      }
    }
    return nil
  }
}
