/// Makefiles.
///
///     SRCS = a.c \           a variable, found by its name; files on lines of their own, found by their names
///            b.c
///     .PHONY: all clean      names in any order
///     ifeq ($(OS),Linux)     a condition, found by its words; its branches hold statements
///     all: prog              a rule, found by its targets
///     	strip prog           a line of its recipe
///
/// Statements keep their order.
package struct MakefileFormat: DocumentFormat {
  /// Makes the format.
  package init() {}

  /// The name `makefile`.
  package var name: String { "makefile" }

  package var traits: FormatTraits { [.sequence, .namedStatements] }

  /// Finds the statements of a text.
  ///
  /// - Throws: ``FormatRefusal`` for a line that make would not read, another prefix of recipes than a tab, and
  ///   conditions in recipes.
  /// - Complexity: O(*n*), *n* being the number of bytes.
  package func tree(of text: [UInt8]) throws(FormatRefusal) -> SyntaxTree {
    var scanner = MakefileScanner(text)
    return SyntaxTree(text: text, root: try scanner.document())
  }
}
