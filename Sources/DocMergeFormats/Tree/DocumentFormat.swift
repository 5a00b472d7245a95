/// A kind of text whose structure is known.
package protocol DocumentFormat: Sendable {
  /// The name by which `docmerge-format` chooses the format, such as `json`.
  var name: String { get }

  /// The traits that merges and guards depend on; none unless the format says otherwise.
  var traits: FormatTraits { get }

  /// Finds the nodes of a text.
  ///
  /// - Parameter text: UTF-8, with `\n` at the end of each line.
  /// - Returns: A sound tree, see ``SyntaxTree/unsoundNode``.
  /// - Throws: ``FormatRefusal`` for a text that is not of the format, or whose meaning is in doubt.
  /// - Complexity: O(*n*), *n* being the number of bytes.
  func tree(of text: [UInt8]) throws(FormatRefusal) -> SyntaxTree
}

extension DocumentFormat {
  package var traits: FormatTraits { [] }
}

/// Why a text has no tree in a format, and where.
public struct FormatRefusal: Error, Hashable {
  /// Where reading ended, in bytes from the start of the text.
  public var offset: Int
  /// The fault there, such as "a comma or a closing brace was expected".
  public var reason: String

  /// Makes a refusal.
  public init(at offset: Int, _ reason: String) {
    self.offset = offset
    self.reason = reason
  }
}

/// The deepest nesting that a scanner follows; it rejects a text with deeper nesting.
package let nestingLimit = 256
