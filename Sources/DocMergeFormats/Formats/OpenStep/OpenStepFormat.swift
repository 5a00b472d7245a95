/// Property lists in the format of NeXTSTEP, and the project files of Xcode.
///
///     /* Begin PBXFileReference section */       a section: found by its name
///     0A1B /* a.m */ = {path = a.m; };           an object: found by its identifier alone
///     children = (                               a set, by the name of the array
///       0A1B /* a.m */,                          an element: found by its first word
///     );
package struct OpenStepFormat: DocumentFormat {
  /// Makes the format.
  package init() {}

  package var name: String { "openstep" }

  package func tree(of text: [UInt8]) throws(FormatRefusal) -> SyntaxTree {
    var scanner = OpenStepScanner(text, hasSections: true)
    if let root = try? scanner.readRoot() { return SyntaxTree(text: text, root: root) }
    // Sections are only comments: where they are out of order, they have no meaning.
    scanner = OpenStepScanner(text, hasSections: false)
    return SyntaxTree(text: text, root: try scanner.readRoot())
  }
}
