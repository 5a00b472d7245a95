import DocMergeLanguage

/// Files of keys and values, one per line, with or without sections.
///
/// The root is a node of kind `members`; so is each section, whose key is its name. The entries are
/// scalars, or text when the value has several words.
package struct KeyValueFormat: DocumentFormat {
  /// How entries, comments and sections are written.
  package enum Dialect: Sendable, CaseIterable {
    /// Properties of Java: `key = value`, `key: value` or `key value`.
    case properties
    /// Translated strings of Apple's systems: `"key" = "value";`.
    case strings
    /// Variables of an environment: `export KEY="value"`.
    case env
    /// Sections of `key = value` as Python's configparser and most other programs read them.
    case ini
    /// The configuration of git.
    case gitconfig
    /// Units of systemd.
    case systemd
    /// Desktop entries and other files of freedesktop.org.
    case desktop
    /// Settings for editors, in sections for patterns of names.
    case editorconfig
  }

  /// How entries, comments and sections are written.
  package let dialect: Dialect

  /// Makes the format of a dialect.
  package init(_ dialect: Dialect) {
    self.dialect = dialect
  }

  /// The name by which `docmerge-format` chooses the format.
  package var name: String { String(describing: dialect) }

  /// Finds the sections and entries of a text.
  ///
  /// - Throws: ``FormatRefusal`` for a line that is no entry, comment or section.
  /// - Complexity: O(*n*), *n* being the number of bytes.
  package func tree(of text: [UInt8]) throws(FormatRefusal) -> SyntaxTree {
    if let marker = ByteCursor(text).conflictMarker {
      throw FormatRefusal(at: marker, tr("a conflict marker stands at the start of the line"))
    }
    if dialect == .strings {
      var scanner = StringsScanner(text)
      return SyntaxTree(text: text, root: try scanner.document())
    }
    var scanner = LineScanner(text, dialect)
    return SyntaxTree(text: text, root: try scanner.document())
  }
}

extension ByteCursor {
  /// The start of the next line that marks a conflict; a line of `=======` may be an underline.
  fileprivate var conflictMarker: Int? {
    var cursor = self
    while !cursor.isAtEnd {
      if cursor.isAt("<<<<<<<") || cursor.isAt(">>>>>>>") || cursor.isAt("|||||||") {
        let behind = cursor.byte(ahead: 7)
        if behind == nil || behind == 0x20 || behind == 0x0A { return cursor.offset }
      }
      cursor.skipLine()
    }
    return nil
  }
}
