/// Files that list patterns or people, a line for each: `.gitignore`, `CODEOWNERS`, `.gitattributes`, `.mailmap`.
///
///     # editors          a comment, found by its text
///     .idea/             a line, found by its pattern; the line is one value
///     !.idea/words.xml   a line of its own: the pattern without the mark is another one
///
/// Where the last matching line decides, ``ListedLineGuard`` checks the order of a result.
package struct ListedLineFormat: DocumentFormat {
  /// The kind of file.
  package enum Dialect: String, Sendable, CaseIterable {
    /// Files that git, npm, Prettier, ESLint or Helm leaves out.
    case ignored = "gitignore"
    /// Files that Docker leaves out, with patterns that start at the top.
    case dockerIgnored = "dockerignore"
    /// The reviewers for changes of files.
    case owners = "codeowners"
    /// The attributes of files in git.
    case attributes = "gitattributes"
    /// The names of people who have committed.
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

  package var traits: FormatTraits { .plainLines }

  /// Finds the sections, lines and comments of a text.
  ///
  /// - Throws: ``FormatRefusal`` for a merge marker, a NUL byte, and a line that does not fit the format.
  /// - Complexity: O(*n*), *n* being the number of bytes.
  package func tree(of text: [UInt8]) throws(FormatRefusal) -> SyntaxTree {
    var scanner = ListedLineScanner(text, dialect)
    return SyntaxTree(text: text, root: try scanner.document())
  }
}
