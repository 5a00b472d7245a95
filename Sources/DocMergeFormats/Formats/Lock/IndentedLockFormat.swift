/// Lock files with a structure by indentation: yarn.lock, Gemfile.lock, Podfile.lock.
///
///     GEM                              a section: members
///       remote: https://rubygems.org/
///       specs:
///         rails (6.0.0)                an entry, found by its name; one value with the lines below it
///           activesupport (= 6.0.0)
package struct IndentedLockFormat: DocumentFormat {
  /// The program that wrote the file.
  package enum Dialect: String, Sendable, CaseIterable {
    /// Yarn, before version 2.
    case yarn = "yarn-lock"
    /// Bundler.
    case bundler = "gemfile-lock"
    /// CocoaPods.
    case cocoaPods = "podfile-lock"
  }

  /// The program that wrote the file.
  package let dialect: Dialect

  /// Makes the format of a program.
  package init(_ dialect: Dialect) { self.dialect = dialect }

  /// The name by which `docmerge-format` chooses the format.
  package var name: String { dialect.rawValue }

  /// Finds the sections and entries of a text.
  ///
  /// - Throws: ``FormatRefusal`` for indentation that no program writes.
  /// - Complexity: O(*n*), *n* being the number of bytes.
  package func tree(of text: [UInt8]) throws(FormatRefusal) -> SyntaxTree {
    var scanner = try IndentedLockScanner(text, dialect)
    return SyntaxTree(text: text, root: try scanner.document())
  }
}
