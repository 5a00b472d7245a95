public import Foundation

/// The name of a document for people.
public enum DisplayName {
  /// The name of the file without its extension: `Notes 1` for `Notes 1.txt`.
  public static func fileName(of url: URL) -> String {
    let name = url.lastPathComponent
    return String(name[..<DocumentNaming.stem(of: name)])
  }

  /// The first line of a text with words, without marks of headings; `nil` without one.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - limit: the maximum number of characters, as people see them; a longer line is cut there and ends with an
  ///     ellipsis.
  /// - Returns: the name.
  public static func firstLine(of text: some StringProtocol, limit: Int = 60) -> String? {
    for line in text.split(whereSeparator: \.isNewline) {
      let words = line.drop { $0 == "#" || $0 == "\u{FEFF}" || $0.isWhitespace }
        .trimmingCharacters(in: .whitespaces.union(.controlCharacters))
      guard !words.isEmpty else { continue }
      return words.count > limit ? words.prefix(max(limit - 1, 0)) + "…" : words
    }
    return nil
  }

  /// The name of a document by its first line where it is a text, or else by its file.
  ///
  /// Reads no more than the first 4096 bytes.
  ///
  /// - Parameters:
  ///   - url: the document.
  ///   - limit: see ``firstLine(of:limit:)``.
  /// - Returns: the name.
  public static func document(at url: URL, limit: Int = 60) -> String {
    guard TypeRegistry.shared.type(of: url).conforms(to: .text),
      let file = try? FileHandle(forReadingFrom: url)
    else { return fileName(of: url) }
    defer { try? file.close() }
    let start = (try? file.read(upToCount: 4096)) ?? nil
    return start.flatMap { firstLine(of: String(decoding: $0, as: UTF8.self), limit: limit) }
      ?? fileName(of: url)
  }
}
