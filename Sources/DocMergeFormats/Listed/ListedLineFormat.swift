/// Files that list patterns or people, a line for each: `.gitignore`, `CODEOWNERS`, `.gitattributes`, `.mailmap`.
///
///     # editors          a comment, found by what it says
///     .idea/             a line, found by its pattern; the line is one value
///     !.idea/words.xml   a line of its own: the pattern without the mark is another one
///
/// Where the last line that matches decides, ``ListedLineGuard`` looks at the order of a result.
package struct ListedLineFormat: DocumentFormat {
  /// The kind of file.
  package enum Dialect: String, Sendable, CaseIterable {
    /// What git, npm, Prettier, ESLint or Helm leaves out.
    case ignored = "gitignore"
    /// What Docker leaves out, whose patterns start at the top.
    case dockerIgnored = "dockerignore"
    /// Who has to look at changes of which files.
    case owners = "codeowners"
    /// How git treats which files.
    case attributes = "gitattributes"
    /// Under which names people have committed.
    case people = "mailmap"

    /// Whether the last line that matches a path decides.
    var isOrdered: Bool { self != .people }
  }

  /// The kind of file.
  package let dialect: Dialect

  /// Makes the format of a dialect.
  package init(_ dialect: Dialect) { self.dialect = dialect }

  /// The name by which `docmerge-format` chooses the format.
  package var name: String { dialect.rawValue }

  /// Finds the sections, lines and comments of a text.
  ///
  /// - Throws: ``FormatRefusal`` for a merge marker, a NUL byte, and a line that is none of the format.
  /// - Complexity: O(*n*), *n* being the number of bytes.
  package func tree(of text: [UInt8]) throws(FormatRefusal) -> SyntaxTree {
    var scanner = ListedLineScanner(text, dialect)
    return SyntaxTree(text: text, root: try scanner.document())
  }
}
