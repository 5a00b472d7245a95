/// Files with a line for each dependency of a program: go.mod, go.sum, requirements.txt.
///
///     require (                        a block: members
///       example.org/a v1.2.0           found by the module; the line is one value
///     )
///     requests[socks]==2.31.0          found by the name, regardless of its spelling
package struct KeyedLineFormat: DocumentFormat {
  /// The kind of the lines.
  package enum Dialect: String, Sendable, CaseIterable {
    /// The requirements of a module of Go.
    case goModule = "go-mod"
    /// The checksums of modules of Go.
    case goSums = "go-sum"
    /// The requirements of pip.
    case requirements
  }

  /// The kind of the lines.
  package let dialect: Dialect

  /// Makes the format of a dialect.
  package init(_ dialect: Dialect) { self.dialect = dialect }

  /// The name by which `docmerge-format` chooses the format.
  package var name: String { dialect.rawValue }

  /// Finds the blocks and lines of a text.
  ///
  /// - Throws: ``FormatRefusal`` for a line that does not fit the format.
  /// - Complexity: O(*n*), *n* being the number of bytes.
  package func tree(of text: [UInt8]) throws(FormatRefusal) -> SyntaxTree {
    var scanner = KeyedLineScanner(text, dialect)
    return SyntaxTree(text: text, root: try scanner.document())
  }
}
