import DocMerge

extension JSONText {
  /// The output of `docmerge formats --json`.
  static func formats(_ facts: [FormatFacts]) throws -> String {
    try text(FormatList(formats: facts.map(Facts.init)))
  }

  /// The output of `docmerge formats --json FILE`.
  static func outline(_ outline: DocumentOutline, of file: String) throws -> String {
    try text(Outline(outline, of: file))
  }

  /// The output of `docmerge grammars --json`.
  static func grammars(_ all: [(language: LanguageProfile, path: String?)]) throws -> String {
    try text(
      GrammarList(
        grammars: all.map { language, path in
          Grammar(language: language.name, endings: language.endings, path: path)
        }))
  }

  private struct GrammarList: Encodable {
    var format = "docmerge-grammars"
    var version = 1
    var grammars: [Grammar]
  }

  private struct Grammar: Encodable {
    var language: String
    var endings: [String]
    var path: String?
  }

  private struct FormatList: Encodable {
    var format = "docmerge-formats"
    var version = 1
    var formats: [Facts]
  }

  private struct Facts: Encodable {
    var name: String
    var title: String
    var endings: [String]
    var fileNames: [String]
    var parts: String
    var refused: String

    init(_ facts: FormatFacts) {
      (name, title, parts, refused) = (facts.name, facts.title, facts.parts, facts.refused)
      (endings, fileNames) = (facts.endings, facts.fileNames)
    }
  }

  private struct Outline: Encodable {
    var format = "docmerge-outline"
    var version = 1
    var file: String
    var name: String?
    var refusals: [Refusal]
    var parts: [Part]

    init(_ outline: DocumentOutline, of file: String) {
      (self.file, name) = (file, outline.format)
      refusals = outline.refusals.map {
        Refusal(name: $0.format, line: $0.line, reason: $0.reason)
      }
      parts = outline.parts.map(Part.init)
    }
  }

  private struct Refusal: Encodable {
    var name: String
    var line: Int
    var reason: String
  }

  private struct Part: Encodable {
    var depth: Int
    var line: Int
    var key: String?
    var place: String?
    var kind: String
    var words: String

    init(_ part: DocumentOutline.Part) {
      (depth, line, kind, words) = (part.depth, part.line, part.kind, part.words)
      (key, place) = part.isKeyed ? (part.label, nil) : (nil, part.label)
    }
  }
}
