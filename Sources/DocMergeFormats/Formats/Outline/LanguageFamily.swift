/// The properties of a language that the outline needs: comments, strings, and the openings of containers.
struct LanguageFamily: Sendable, Hashable {
  /// How comments are written.
  struct Comments: OptionSet, Sendable, Hashable {
    let rawValue: UInt32
    static let slashes = Comments(rawValue: 1)
    static let hash = Comments(rawValue: 1 << 1)
    /// `#` where a word could start, so not in `$#` and `a#b`.
    static let hashWord = Comments(rawValue: 1 << 2)
    static let dashes = Comments(rawValue: 1 << 3)
    static let percent = Comments(rawValue: 1 << 4)
    static let semicolon = Comments(rawValue: 1 << 5)
    static let apostrophe = Comments(rawValue: 1 << 6)
    static let exclamation = Comments(rawValue: 1 << 7)
    /// `;` as the first byte of a line.
    static let semicolonLine = Comments(rawValue: 1 << 8)
    static let slashStar = Comments(rawValue: 1 << 9)
    static let markup = Comments(rawValue: 1 << 10)
    static let curlyDash = Comments(rawValue: 1 << 11)
    static let parenthesisStar = Comments(rawValue: 1 << 12)
    static let long = Comments(rawValue: 1 << 13)
    static let hashBar = Comments(rawValue: 1 << 14)
    /// `=head1` to `=cut`.
    static let pod = Comments(rawValue: 1 << 16)
    /// Block comments hold block comments.
    static let nested = Comments(rawValue: 1 << 15)
  }

  /// How strings are written.
  struct Strings: OptionSet, Sendable, Hashable {
    let rawValue: UInt32
    static let double = Strings(rawValue: 1)
    static let doubleLines = Strings(rawValue: 1 << 1)
    static let single = Strings(rawValue: 1 << 2)
    static let singleLines = Strings(rawValue: 1 << 3)
    /// `'x'` holds one character, and an apostrophe alone starts no string.
    static let character = Strings(rawValue: 1 << 4)
    static let backquoteLines = Strings(rawValue: 1 << 5)
    /// `${}` in backquotes holds code.
    static let template = Strings(rawValue: 1 << 6)
    static let tripleDouble = Strings(rawValue: 1 << 7)
    static let tripleSingle = Strings(rawValue: 1 << 8)
    /// `#"…"#`.
    static let hashes = Strings(rawValue: 1 << 9)
    static let heredoc = Strings(rawValue: 1 << 10)
    /// `/…/` where a value could start.
    static let patterns = Strings(rawValue: 1 << 11)
    /// A backslash in a string has no special meaning.
    static let plain = Strings(rawValue: 1 << 12)
    /// `'…'` has no escapes.
    static let singlePlain = Strings(rawValue: 1 << 13)
    /// A backslash outside of strings removes the special meaning of the next byte.
    static let escapes = Strings(rawValue: 1 << 14)
  }

  /// The meaning of brackets.
  enum Brackets: Sendable {
    case all
    /// `{}` alone.
    case curly
    /// Only at the end and at the start of lines.
    case atLineEnds
  }

  /// The meaning of a line that is indented deeper than the one before, outside of brackets.
  enum Indentation: Sendable {
    /// It continues the statement.
    case continuation
    /// It is in a container if the line before ends with a colon, and otherwise continues the statement.
    case colon
    /// It is in a container.
    case container
    /// No meaning.
    case nothing
  }

  /// Other features.
  struct Features: OptionSet, Sendable, Hashable {
    let rawValue: UInt32
    /// `#if` and `#endif`.
    static let conditions = Features(rawValue: 1)
    /// `@x` above a declaration.
    static let decorators = Features(rawValue: 1 << 1)
    /// `#[x]` above a declaration.
    static let hashAttributes = Features(rawValue: 1 << 2)
    /// `[X]` above a declaration.
    static let bracketAttributes = Features(rawValue: 1 << 3)
    /// Containers end with `end`, or with words that start with it.
    static let endWords = Features(rawValue: 1 << 4)
    /// `if … fi`, `case … esac`, `for … done`.
    static let shellWords = Features(rawValue: 1 << 5)
    /// Statements end with semicolons.
    static let semicolons = Features(rawValue: 1 << 6)
    static let styles = Features(rawValue: 1 << 7)
    static let sql = Features(rawValue: 1 << 8)
    /// Clauses end with `;`, the last one with `.`.
    static let clauses = Features(rawValue: 1 << 9)
    static let markup = Features(rawValue: 1 << 10)
    static let tex = Features(rawValue: 1 << 11)
    /// `BEGIN:X` and `END:X`.
    static let components = Features(rawValue: 1 << 12)
    /// `{` may have a line of its own below its statement.
    static let bracketLines = Features(rawValue: 1 << 13)
    /// A list in `[]` or `{}` may end with a comma.
    static let finalMark = Features(rawValue: 1 << 14)
    /// A list in `()` may end with a comma.
    static let finalMarkInParentheses = Features(rawValue: 1 << 15)
    /// Names of fields precede their types.
    static let nameFirst = Features(rawValue: 1 << 16)
    /// Lines are text, not statements.
    static let prose = Features(rawValue: 1 << 17)
    /// There are no declarations, only names and values.
    static let data = Features(rawValue: 1 << 18)
    /// A line that ends with a backslash continues on the next one.
    static let backslash = Features(rawValue: 1 << 19)
    /// Lines with a name and a colon are targets, the lines below them are commands.
    static let makefile = Features(rawValue: 1 << 20)
    /// A line such as `[name]` starts a section.
    static let sections = Features(rawValue: 1 << 21)
    /// Items in brackets are separated by semicolons.
    static let semicolonLists = Features(rawValue: 1 << 22)
    /// Blank lines stand between records, and each line of a record is a field.
    static let records = Features(rawValue: 1 << 23)
    /// `template <typename T>` and `[[nodiscard]]` above a declaration.
    static let templates = Features(rawValue: 1 << 24)
  }

  var comments: Comments = []
  var strings: Strings = []
  var brackets = Brackets.all
  var indentation = Indentation.continuation
  var features: Features = []

  /// Whether it is that of Swift.
  var isSwift: Bool { features.contains([.decorators, .conditions, .nameFirst]) }
  /// Whether it is that of Ruby.
  var isRuby: Bool { comments.contains(.pod) && features.contains(.endWords) }
}
