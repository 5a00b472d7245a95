/// Files with a line for each thing that a program depends on: go.mod, go.sum, requirements.txt.
///
///     require (                        a block: members
///       example.org/a v1.2.0           found by the module; the line is one value
///     )
///     requests[socks]==2.31.0          found by the name, in whatever way that is written
package struct KeyedLineFormat: DocumentFormat {
  /// What the lines are.
  package enum Dialect: String, Sendable, CaseIterable {
    /// What a module of Go requires.
    case goModule = "go-mod"
    /// The checksums of modules of Go.
    case goSums = "go-sum"
    /// What pip installs.
    case requirements
  }

  /// What the lines are.
  package let dialect: Dialect

  /// Makes the format of a dialect.
  package init(_ dialect: Dialect) { self.dialect = dialect }

  /// The name by which `docmerge-format` chooses the format.
  package var name: String { dialect.rawValue }

  /// Finds the blocks and lines of a text.
  ///
  /// - Throws: ``FormatRefusal`` for a line that is none of the format.
  /// - Complexity: O(*n*), *n* being the number of bytes.
  package func tree(of text: [UInt8]) throws(FormatRefusal) -> SyntaxTree {
    var scanner = KeyedLineScanner(text, dialect)
    return SyntaxTree(text: text, root: try scanner.document())
  }
}
