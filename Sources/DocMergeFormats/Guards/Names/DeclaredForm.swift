import DocMergeCore

/// A declaration of a name that takes arguments, in any language: `def name(…)`, `name <- function(…)`, `name() {`,
/// `\newcommand{\name}[1]`, `@mixin name(…)`, `name :: …`, a variant of an enumeration.
struct DeclaredForm {
  /// The line from the name on, with the lines of the body in a shell or of a macro of Rust.
  let text: [UInt8]
  /// The names of the parameters, with the signs that change how they are passed; `nil` where no list of them is there.
  let parameters: [[UInt8]]?
  /// How many parameters at the end of the list have default values.
  let optionalCount: Int

  /// Words before a name that is declared.
  private static let words: WordList =
    """
    def defp fn func fun function sub proc procedure macro mixin newcommand renewcommand providecommand \
    NewDocumentCommand let const val var defun defn defmacro define macro_rules
    """

  /// Reads the declaration of the name at a place; `nil` where none is.
  init?(_ place: Range<Int>, in text: [UInt8], _ family: LanguageFamily) {
    let form = NameForm(place, in: text)
    let line = text.line(around: place.lowerBound)
    let before = text[line.lowerBound..<place.lowerBound]
    let after = text[place.upperBound..<line.upperBound]
    let isNamed =
      before.last.map { !$0.isPartOfName } ?? false && !before.contains(0x3D)
      && Self.declares(form.lead.prefix(while: \.isPartOfName), family)
      && form.lead.count { !$0.isPartOfName } < 4
    let isFirst =
      before.allSatisfy(\.isBlankOrTab)
      || family.features.contains(.styles) && before.elementsEqual(".".utf8)
    guard isNamed || isFirst && Self.isHead(after, family) || Self.isVariant(isFirst, form, after)
    else { return nil }
    var words = Array(after.filter { !$0.isWhite })
    if family.features.contains(.shellWords) || before.starts(with: "macro_rules!".utf8) {
      words += Self.body(below: line, in: text)
    }
    self.text = words
    guard let list = Self.list(in: after, of: text), !list.isEmpty else {
      (parameters, optionalCount) = (nil, 0)
      return
    }
    parameters = list.map(Self.name)
    optionalCount = list.reversed().prefix { $0.contains(0x3D) || $0.contains(0x3F) }.count
  }

  private static func declares(_ word: ArraySlice<UInt8>, _ family: LanguageFamily) -> Bool {
    let word = String(decoding: word, as: UTF8.self)
    return words.contains(word)
      || family.features.contains(.sql) && ["function", "procedure"].contains(word.lowercased())
  }

  /// Whether a line that starts with a name declares it: `name <- function(`, `name :: Int`, `name() {`, `name x = …`.
  private static func isHead(_ after: ArraySlice<UInt8>, _ family: LanguageFamily) -> Bool {
    let rest = after.drop(while: \.isBlankOrTab)
    if rest.starts(with: "<- function".utf8) || rest.starts(with: "= function".utf8)
      || rest.starts(with: ":: ".utf8)
    {
      return true
    }
    let isStyle = family.features.contains(.styles)
    if rest.starts(with: (isStyle ? "(" : "()").utf8), rest.trimmed.last == UInt8(ascii: "{") {
      return true
    }
    // `name x y = …`
    guard family.comments.contains(.curlyDash), let sign = rest.firstIndex(of: 0x3D) else {
      return false
    }
    return rest[..<sign].allSatisfy {
      $0.isPartOfName || $0.isBlankOrTab || "_()[]:".utf8.contains($0)
    }
  }

  /// Whether it is a variant of an enumeration with values of its own: `Number(f64),`.
  private static func isVariant(
    _ isFirst: Bool, _ form: NameForm, _ after: ArraySlice<UInt8>
  ) -> Bool {
    guard isFirst, after.trimmed.last == UInt8(ascii: ","), let opener = form.openers.first else {
      return false
    }
    return opener.split { !$0.isPartOfName }.contains { $0.elementsEqual("enum".utf8) }
  }

  /// The lines below a line up to the one that ends its block.
  private static func body(below line: Range<Int>, in text: [UInt8]) -> [UInt8] {
    var (words, start): ([UInt8], Int) = ([], line.upperBound + 1)
    while start < text.count, words.count < 2_000 {
      let next = text.line(around: start)
      guard text[next].first.map(\.isBlankOrTab) ?? true else { break }
      words += text[next].filter { !$0.isWhite }
      start = next.upperBound + 1
    }
    return words
  }

  /// The parameters in the first parentheses behind the name.
  private static func list(in after: ArraySlice<UInt8>, of text: [UInt8]) -> [ArraySlice<UInt8>]? {
    guard let open = after.firstIndex(of: 0x28), !after[..<open].contains(0x7B) else { return nil }
    return ArgumentReader(text, at: open).group?.parts
  }

  /// The name of a parameter without its type and its default value; what changes how it is passed stays.
  private static func name(of parameter: ArraySlice<UInt8>) -> [UInt8] {
    let head = parameter.prefix { $0 != 0x3D }.trimmed
    let isLabel = head.last == UInt8(ascii: ":")
    let words = (isLabel ? head : head.prefix { $0 != 0x3A }).split { !$0.isPartOfName }
    let sign = head.first.map { $0.isPartOfName || $0.isWhite ? [] : [$0] } ?? []
    // `_ text: String` has another label than `text: String`.
    let label = head.contains(0x3A) && words.count == 2 ? words[0] + [0x20] : []
    return sign + label + (words.last.map(Array.init) ?? []) + (isLabel ? [0x3A] : [])
  }
}
