/// Scenes, prefabs, materials and other assets of Unity.
///
///     %YAML 1.1                           the head of the text
///     %TAG !u! tag:unity3d.com,2011:
///     --- !u!1 &100                       an object, found by its id
///     GameObject:
///       m_Component:                      a set in order, found by their references
///       - component: {fileID: 101}        one value, on any number of lines
///       m_Name: Lamp                      a member
///
/// The text is not quite YAML: objects are stripped, and long values are folded in Unity's way.
package struct UnityFormat: DocumentFormat {
  /// Makes the format.
  package init() {}

  /// The name `unity`.
  package var name: String { "unity" }

  /// Finds the objects of a text, and their parts.
  ///
  /// - Throws: ``FormatRefusal`` for a text without Unity's first two lines, and for lines that Unity does not write.
  /// - Complexity: O(*n*), *n* being the number of bytes.
  package func tree(of text: [UInt8]) throws(FormatRefusal) -> SyntaxTree {
    var scanner = UnityScanner(text)
    return SyntaxTree(text: text, root: try scanner.document())
  }
}
