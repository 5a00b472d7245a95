import DocMergeCore
import DocMergeLanguage

/// Text for people: sections, lists, tables and paragraphs.
///
/// Every text has a tree; only a text with a merge marker or a NUL byte is rejected.
package struct ProseFormat: DocumentFormat {
  /// A notation in which headings, lists and so on are written.
  package enum Dialect: String, Sendable, CaseIterable {
    /// CommonMark with the tables of GitHub, definition lists and front matter.
    case markdown
    /// The notation of Docutils and Sphinx.
    case reStructuredText = "rst"
    /// The notation of Asciidoctor.
    case asciiDoc = "asciidoc"
    /// Text without a notation: READMEs, change logs, notes.
    case plainText = "text"
    /// LaTeX.
    case latex
    /// The notation of Org mode of Emacs.
    case org
  }

  /// The notation of the texts.
  package let dialect: Dialect

  /// Makes the format of a notation.
  package init(_ dialect: Dialect) { self.dialect = dialect }

  /// The name by which `docmerge-format` chooses the format.
  package var name: String { dialect.rawValue }

  package var traits: FormatTraits { .prose }

  /// Finds the sections, lists and paragraphs of a text.
  package func tree(of text: [UInt8]) throws(FormatRefusal) -> SyntaxTree {
    if let offset = text.firstIndex(of: 0) {
      throw FormatRefusal(at: offset, tr("a text has no NUL byte"))
    }
    var scanner = ProseScanner(text, dialect)
    if let offset = scanner.firstMergeMarker {
      throw FormatRefusal(at: offset, tr("a merge marker stands where text was expected"))
    }
    return SyntaxTree(text: text, root: scanner.root())
  }
}

extension ProseScanner {
  /// The start of the first line that git puts around a conflict.
  var firstMergeMarker: Int? {
    lines.first { line in
      guard line.first == line.start, line.end - line.start >= 7 else { return false }
      let mark = text[line.start]
      guard mark == UInt8(ascii: "<") || mark == UInt8(ascii: ">") else { return false }
      let behind = line.start + 7
      return text[line.start..<behind].allSatisfy { $0 == mark }
        && (behind == line.end || text[behind] == 0x20)
    }?.start
  }
}

extension ProseFormat.Dialect {
  /// Whether the line under a title must be as long as the title.
  var hasUnderlines: Bool { self == .reStructuredText || self == .asciiDoc }

  /// How headings look.
  var headings: HeadingForm {
    switch self {
    case .markdown: .hashes
    case .asciiDoc: .equalsSigns
    case .org: .stars
    case .latex: .commands
    case .reStructuredText, .plainText: .underlines
    }
  }
}
