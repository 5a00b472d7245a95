import DocMergeCore

/// How a text writes its items.
enum ItemNotation {
  /// Programs number the items of a list anew.
  case markdown
  /// `#. text`
  case reStructuredText
  /// `. text`
  case asciiDoc
  /// `\item text`
  case latex
  case plain
  /// Items are comments of program code or of data.
  case comments

  /// The notation of a format; `nil` for formats whose texts have no remarks for readers.
  init?(_ known: KnownFormat, isPlain: Bool) {
    switch known.format {
    case let prose as ProseFormat:
      switch prose.dialect {
      case .markdown: self = .markdown
      case .reStructuredText: self = .reStructuredText
      case .asciiDoc: self = .asciiDoc
      case .latex: self = .latex
      case .org, .plainText: self = .plain
      }
    case is OutlineFormat where isPlain: self = .plain
    case is OutlineFormat, is YAMLFormat, is TOMLFormat, is SQLFormat, is DockerfileFormat,
      is MakefileFormat, is CMakeFormat, is CodeFormat:
      self = .comments
    default: return nil
    }
  }
}
