/// The look of a text, by its meaning; the terminal's colours are chosen from it at the end.
struct Style: Hashable, Sendable {
  /// The meaning of a text.
  enum Role: Int, Hashable, Sendable, CaseIterable {
    case plain, ours, theirs, base, rule, decided, open, faint
  }

  /// The emphasis of a text.
  struct Emphasis: OptionSet, Hashable, Sendable {
    let rawValue: UInt8
    static let bold = Emphasis(rawValue: 1)
    static let underlined = Emphasis(rawValue: 2)
    static let reversed = Emphasis(rawValue: 4)
  }

  var role: Role
  var emphasis: Emphasis

  init(_ role: Role, _ emphasis: Emphasis = []) {
    self.role = role
    self.emphasis = emphasis
  }

  static let plain = Style(.plain)
  static let faint = Style(.faint)
  static let heading = Style(.plain, .bold)
  static let bar = Style(.plain, .reversed)
  static let warning = Style(.rule, .bold)

  /// The same with one more emphasis.
  func with(_ more: Emphasis) -> Style { Style(role, emphasis.union(more)) }
}
