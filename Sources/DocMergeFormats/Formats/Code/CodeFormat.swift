import DocMergeLanguage

/// Program code, by the grammar of its language.
///
/// Declarations are found by their names, imports by their text, items of lists by their place; statements
/// are blocks, and a node with parts in a fixed order has one child for each.
package struct CodeFormat: DocumentFormat {
  /// The name of the language.
  package var name: String { profile.name }

  package var traits: FormatTraits { .wholeAdditions }
  /// The profile of the language.
  package let profile: LanguageProfile
  private let parser: any CodeParser

  /// Makes the format of a language.
  package init(_ profile: LanguageProfile, parser: any CodeParser) {
    (self.profile, self.parser) = (profile, parser)
  }

  /// Finds the declarations, statements and lists of a text.
  ///
  /// Text that the grammar does not understand is a leaf, and is listed in ``SyntaxTree/brokenPlaces``.
  ///
  /// - Throws: ``FormatRefusal`` for a text with the markers of a conflict, or one that the parser cannot read.
  package func tree(of text: [UInt8]) throws(FormatRefusal) -> SyntaxTree {
    if let place = text.firstIndex(of: 0) { throw FormatRefusal(at: place, tr("a NUL byte")) }
    if let place = text.firstConflictMarker {
      throw FormatRefusal(at: place, tr("a conflict marker"))
    }
    let builder = CodeBuilder(text, try parser.parse(text), profile)
    var tree = SyntaxTree(text: text, root: builder.root())
    tree.brokenPlaces = builder.brokenPlaces
    return tree
  }
}

extension [UInt8] {
  /// The start of a line with `<<<<<<<` or `>>>>>>>`, followed by a blank or nothing.
  fileprivate var firstConflictMarker: Int? {
    var isLineStart = true
    for place in indices {
      if isLineStart, self[place] == 0x3C || self[place] == 0x3E,
        ByteCursor(self, at: place).isAtConflictMarker
      {
        return place
      }
      isLineStart = self[place] == 0x0A
    }
    return nil
  }
}
