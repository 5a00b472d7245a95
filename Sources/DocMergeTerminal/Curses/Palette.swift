import DocMergeNcurses

/// The colours of a terminal, by the meaning of a text.
///
/// All of them are on the terminal's own background and can be read on a dark and on a light one.
struct Palette: Hashable, Sendable {
  /// How many colours are used: 0, 8 or 256.
  let colours: Int

  /// Chooses colours.
  ///
  /// - Parameter colours: The number of colours of the terminal; 0 to use none.
  init(colours: Int) {
    self.colours = colours >= 256 ? 256 : colours >= 8 ? 8 : 0
  }

  /// The colour of a text; `nil` for the terminal's own.
  func colour(_ role: Style.Role) -> Int? {
    guard colours > 0 else { return nil }
    let isRich = colours == 256
    switch role {
    case .plain: return nil
    case .ours: return isRich ? 160 : 1
    case .theirs: return isRich ? 28 : 2
    case .base: return isRich ? 133 : 5
    case .rule: return isRich ? 130 : 3
    case .decided: return isRich ? 31 : 6
    case .open: return isRich ? 161 : 1
    case .faint: return isRich ? 243 : nil
    }
  }

  /// The attributes of a text; without colours they replace colours.
  func attributes(_ style: Style) -> Int32 {
    var flags: Int32 = 0
    func add(_ flag: Int) { flags |= Int32(flag) }
    if style.emphasis.contains(.bold) { add(DOCMERGE_CURSES_BOLD) }
    if style.emphasis.contains(.underlined) { add(DOCMERGE_CURSES_UNDERLINE) }
    if style.emphasis.contains(.reversed) { add(DOCMERGE_CURSES_REVERSE) }
    if style.role == .faint, colours == 8 { add(DOCMERGE_CURSES_DIM) }
    guard colours == 0 else { return flags }
    switch style.role {
    case .ours, .open: add(DOCMERGE_CURSES_BOLD)
    case .theirs, .rule: add(DOCMERGE_CURSES_UNDERLINE)
    case .plain, .base, .decided, .faint: break
    }
    return flags
  }

  /// The number of a role's pair of colours in ncurses.
  func pair(_ role: Style.Role) -> Int32 { colour(role) == nil ? 0 : Int32(role.rawValue + 1) }

  /// Defines the colours in ncurses.
  func install() {
    for role in Style.Role.allCases {
      guard let colour = colour(role) else { continue }
      init_pair(Int16(pair(role)), Int16(colour), -1)
    }
  }
}
