/// Build files of CMake: CMakeLists.txt, *.cmake.
///
///     add_executable(app     a command, found by its name and its subject
///       a.cpp                arguments on lines of their own, found by their kind
///       b.cpp
///     )
///     target_link_libraries(app
///       PUBLIC               a section of arguments
///         fmt
///     )
///     if(WIN32)              a block, found by its words; its branches hold commands
///
/// Commands keep their order.
package struct CMakeFormat: DocumentFormat {
  /// Makes the format.
  package init() {}

  /// The name `cmake`.
  package var name: String { "cmake" }

  package var traits: FormatTraits { [.sequence, .namedStatements] }

  /// Finds the commands and blocks of a text, and their arguments.
  ///
  /// - Throws: ``FormatRefusal`` for a text that CMake would not read.
  /// - Complexity: O(*n*), *n* being the number of bytes.
  package func tree(of text: [UInt8]) throws(FormatRefusal) -> SyntaxTree {
    var scanner = CMakeScanner(text)
    return SyntaxTree(text: text, root: try scanner.document())
  }
}
