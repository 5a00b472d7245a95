/// YAML, with its mappings and sequences in the lines of the text.
///
///     # top                   the head of the text
///
///     jobs:                   a member `jobs`, whose head is the line
///       # how to build        the leading part of the next member
///       build: make all now   a member whose value is text: it has three words
///       steps:
///         - run: test         an item with members; its head is `- `
///           env: {A: 1}       a member with members, separated by commas
///         # - run: more       the tail of `steps`: as deep as its items
///
///     other: |                one text with all its lines
///       a
///
/// The last child of a block does not have the end of its line: it belongs to the outermost node that
/// ends there. So no body ends with a line's end, whether it is a line or a block, and the text between two
/// siblings starts with one. A text of several documents has a child for each.
///
/// The items of a list are found by the keys of Kubernetes, Compose, GitHub, Kustomize and OpenAPI.
package struct YAMLFormat: DocumentFormat {
  /// Whether the text is a kustomization by its name.
  let isKustomization: Bool
  /// Whether the root of a text is the list of its documents, also where there is only one.
  private(set) var isStream = false

  /// Makes the format.
  package init(isKustomization: Bool = false) { self.isKustomization = isKustomization }

  /// The format for versions of one text, of which some may have several documents.
  func settled(by texts: [[UInt8]]) -> YAMLFormat {
    var format = self
    format.isStream = texts.contains(where: Self.hasSeveralDocuments)
    return format
  }

  /// Whether a line `---` follows something else than comments and directives.
  private static func hasSeveralDocuments(_ text: [UInt8]) -> Bool {
    var (start, checked) = (0, 0)
    while start < text.count {
      if text[start] == UInt8(ascii: "-"), isMark(text[start...]) {
        // Only few lines start like that, and most of them are the first one.
        if hasContent(text[checked..<start]) { return true }
        checked = start
      }
      guard let end = text[start...].firstIndex(of: 0x0A) else { return false }
      start = end + 1
    }
    return false
  }

  /// Whether a text starts with `---` and a blank, or ends there.
  private static func isMark(_ text: ArraySlice<UInt8>) -> Bool {
    text.starts(with: "---".utf8) && text.dropFirst(3).first?.isWhite ?? true
  }

  /// Whether a line has something else than a comment, a directive or the mark at its start.
  private static func hasContent(_ lines: ArraySlice<UInt8>) -> Bool {
    lines.split(separator: 0x0A).contains { line in
      let content = (isMark(line) ? line.dropFirst(3) : line).first { !$0.isWhite }
      return content.map { $0 != UInt8(ascii: "#") && $0 != UInt8(ascii: "%") } ?? false
    }
  }

  /// The name `yaml`.
  package var name: String { "yaml" }

  /// Finds the documents of a text, and the members and items in them.
  ///
  /// - Parameter text: UTF-8, with `\n` at the end of each line.
  /// - Returns: A sound tree. Equal keys are not refused, and both nodes have the key.
  /// - Throws: ``FormatRefusal`` for text that YAML does not accept, for keys that are not scalars (`? `), and
  ///   for an alias without an anchor before it.
  package func tree(of text: [UInt8]) throws(FormatRefusal) -> SyntaxTree {
    var scanner = YAMLScanner(text, isKustomization: isKustomization)
    scanner.isStream = isStream
    return SyntaxTree(text: text, root: try scanner.text())
  }
}
