/// Catalogues of translations in the format of GNU gettext.
///
///     # written by people           parts of the entry: comments of each kind,
///     #: src/a.c:12                 references, merged as a set,
///     #, fuzzy                      flags, merged as a set
///     msgctxt "menu"                the key of the entry
///     msgid "one file"
///     msgid_plural "%d files"       other parts
///     msgstr[0] "ein Fichier"
///     msgstr[1] "%d Dateien"
///     #~ msgid "old"                an obsolete entry: different from the entry in use
///
/// The header is an entry whose `msgstr` holds members, one for each field.
package struct POFormat: DocumentFormat {
  /// Makes the format.
  package init() {}

  /// The name `po`.
  package var name: String { "po" }

  /// Finds the entries of a text, and their parts.
  ///
  /// - Throws: ``FormatRefusal`` for a text that msgfmt does not accept, and for domains.
  /// - Complexity: O(*n*), *n* being the number of bytes.
  package func tree(of text: [UInt8]) throws(FormatRefusal) -> SyntaxTree {
    var scanner = POScanner(text)
    return SyntaxTree(text: text, root: try scanner.document())
  }
}
