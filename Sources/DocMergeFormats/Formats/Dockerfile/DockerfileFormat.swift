/// Build files of images: Dockerfile, Containerfile.
///
///     FROM debian:12 AS base         a stage, found by its name, or by its number among those without one
///     ENV A=1                        an instruction that is found by its name: ENV, ARG, LABEL, EXPOSE, CMD
///     RUN apt-get install -y \       one that only its text identifies
///         curl \                     packages on lines of their own, found by their names
///         git
///
/// The order of instructions matters: additions of both sides at one place are left to a person, unless each
/// sets something of its own.
package struct DockerfileFormat: DocumentFormat {
  /// Makes the format.
  package init() {}

  /// The name `dockerfile`.
  package var name: String { "dockerfile" }

  package var traits: FormatTraits { .sequence }

  /// Finds the stages and instructions of a text.
  ///
  /// - Throws: ``FormatRefusal`` for an unknown instruction, and where another byte than a backslash escapes.
  /// - Complexity: O(*n*), *n* being the number of bytes.
  package func tree(of text: [UInt8]) throws(FormatRefusal) -> SyntaxTree {
    var scanner = DockerfileScanner(text)
    return SyntaxTree(text: text, root: try scanner.document())
  }
}
