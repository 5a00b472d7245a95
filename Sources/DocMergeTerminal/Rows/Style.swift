/// How a text looks, by what it means; the terminal's colours are chosen from that at the end.
struct Style: Hashable, Sendable {
  /// What a text is about.
  enum Role: Int, Hashable, Sendable, CaseIterable {
    case plain, ours, theirs, base, rule, decided, open, faint
  }

  /// What stands out of the text around it.
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
