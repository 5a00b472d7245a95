/// How the headings of a text look.
package enum HeadingForm: Sendable {
  /// `## Title`, or a title over a line of `=` or `-`.
  case hashes
  /// `== Title`.
  case equalsSigns
  /// `** Title`.
  case stars
  /// `\section{Title}` and `\begin{list}`.
  case commands
  /// A title over a line of one punctuation mark, or a line such as `Version 1.2`.
  case underlines

  /// The title of a heading.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - next: The line after it; empty at the end of the text.
  /// - Returns: the title without its marks; `nil` where the line is no heading.
  func title(of line: ArraySlice<UInt8>, next: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    switch self {
    case .hashes: return marked(line, by: UInt8(ascii: "#")) ?? underlined(line, by: next)
    case .equalsSigns: return marked(line, by: UInt8(ascii: "=")) ?? underlined(line, by: next)
    case .stars: return marked(line, by: UInt8(ascii: "*"))
    case .underlines: return underlined(line, by: next) ?? version(line)
    case .commands:
      return
        Self.titleCommands.contains { line.starts(with: $0.utf8) } ? line.trimmed : nil
    }
  }

  private static let titleCommands = [
    "\\part", "\\chapter", "\\section", "\\subsection", "\\subsubsection", "\\paragraph",
    "\\begin{",
  ]

  private func marked(_ line: ArraySlice<UInt8>, by mark: UInt8) -> ArraySlice<UInt8>? {
    let marks = line.prefix { $0 == mark }
    let rest = line[marks.endIndex...]
    guard (1...6).contains(marks.count), rest.first?.isWhitespace == true else { return nil }
    let title = rest.trimmed
    return title.isEmpty ? nil : title
  }

  /// The line, if it starts with the word or the number of a version.
  private func version(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let words = line.split(maxSplits: 2, whereSeparator: \.isWhitespace)
    guard line.count < 60, line.first?.isWhitespace == false, let first = words.first else {
      return nil
    }
    let name = String(decoding: first, as: UTF8.self).lowercased()
    let isNamed = ["version", "release", "unreleased"].contains(name)
    let isNumber =
      name.drop { $0 == "v" }.split(separator: ".").count > 1
      && name.drop { $0 == "v" }.allSatisfy { $0.isNumber || $0 == "." }
    return isNamed || isNumber && words.count < 3 ? line.trimmed : nil
  }

  /// The marks of which a line under a title can consist.
  private var underlineMarks: String {
    switch self {
    case .hashes: "=-"
    case .equalsSigns: "=~^+"
    default: "=-~^\"'`#*+.:_"
    }
  }

  private func underlined(
    _ line: ArraySlice<UInt8>, by next: ArraySlice<UInt8>
  ) -> ArraySlice<UInt8>? {
    let (title, rule) = (line.trimmed, next.trimmed)
    guard let mark = rule.first, rule.count > 2, underlineMarks.utf8.contains(mark),
      rule.allSatisfy({ $0 == mark }), let first = title.first, first != mark,
      line.first?.isWhitespace == false
    else { return nil }
    return title
  }
}
