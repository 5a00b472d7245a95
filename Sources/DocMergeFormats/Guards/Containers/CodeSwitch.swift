import DocMergeCore

/// A line that switches off those below it, up to another line: `#if 0`, `\iffalse`, and comments whose delimiters have
/// lines of their own.
struct CodeSwitch: Hashable {
  private enum Kind: Hashable {
    /// `#if 0` to `#endif` or `#else`
    case condition
    /// `\iffalse` to `\fi`
    case tex
    /// `if false; then` to `fi`
    case shell
    /// A delimiter to another one.
    case comment(end: String)
  }

  private let kind: Kind

  /// Delimiters of comments in languages of all kinds, each on a line of its own.
  private static let comments = [
    "#=": "=#", "<#": "#>", "@*": "*@", "{#": "#}", "#[[": "]]", "#[": "]#", "%{": "%}",
    "{{!--": "--}}",
    "<%--": "--%>", "<#--": "-->", "<!--": "-->", "{% comment %}": "{% endcomment %}",
    "////": "////",
    "###": "###", "\\begin{comment}": "\\end{comment}", "#+BEGIN_COMMENT": "#+END_COMMENT",
    "#+begin_comment": "#+end_comment", "=begin": "=end", "=pod": "=cut",
  ]

  /// The longest delimiter, in bytes.
  private static let longest = 20

  /// Reads a line without the white space around it; `nil` for another one.
  init?(_ line: ArraySlice<UInt8>, _ family: LanguageFamily) {
    guard let first = line.first, "#\\i<@{%/=".utf8.contains(first) else { return nil }
    if line.count <= Self.longest, let end = Self.comments[String(decoding: line, as: UTF8.self)] {
      kind = .comment(end: end)
      return
    }
    let features = family.features
    let words = line.prefix(Self.longest).split(maxSplits: 3, whereSeparator: \.isWhite).map {
      String(decoding: $0, as: UTF8.self)
    }
    if features.contains(.conditions), Self.isNever(words) {
      kind = .condition
    } else if features.contains(.tex), words == ["\\iffalse"] {
      kind = .tex
    } else if features.contains(.shellWords), words == ["if", "false;", "then"] {
      kind = .shell
    } else {
      return nil
    }
  }

  /// Whether words are a condition that is never true: `#if 0`, `# if 0 // later`.
  private static func isNever(_ words: [String]) -> Bool {
    let rest =
      words.first == "#" ? ["#" + (words.dropFirst().first ?? "")] + words.dropFirst(2) : words
    guard rest.count > 1, rest[0] == "#if", ["0", "false", "(0)"].contains(rest[1]) else {
      return false
    }
    return rest.count == 2 || rest[2].hasPrefix("/")
  }

  /// The number of the line that ends a switch; `nil` where there is none.
  ///
  /// - Complexity: O(*n*), *n* being the number of lines up to that one.
  func end(behind index: Int, in text: [UInt8], _ lines: [Range<Int>]) -> Int? {
    var depth = 1
    return lines.indices[(index + 1)...].first { number in
      let line = text[lines[number]].trimmed
      depth += step(line)
      return depth == 0 || depth == 1 && isElse(line)
    }
  }

  /// The change that a line makes in the number of open switches: 1 opens another one, -1 closes one.
  private func step(_ line: ArraySlice<UInt8>) -> Int {
    func starts(_ text: StaticString) -> Bool { text.withUTF8Buffer { line.starts(with: $0) } }
    switch kind {
    case .condition: return starts("#if") ? 1 : starts("#endif") ? -1 : 0
    case .tex:
      if starts("\\fi") { return -1 }
      let isWhole = line.firstRange(of: Array("\\fi".utf8)) != nil
      return starts("\\if") && !starts("\\ifthenelse") && !isWhole ? 1 : 0
    case .shell:
      if line.elementsEqual("fi".utf8) { return -1 }
      return starts("if ") && !line.suffix(3).elementsEqual(" fi".utf8) ? 1 : 0
    case .comment(let end): return line.elementsEqual(end.utf8) ? -1 : 0
    }
  }

  /// Whether the lines below a line are switched on.
  private func isElse(_ line: ArraySlice<UInt8>) -> Bool {
    switch kind {
    case .condition: line.starts(with: "#el".utf8)
    case .tex: line.elementsEqual("\\else".utf8)
    case .shell: line.starts(with: "el".utf8)
    case .comment: false
    }
  }
}
