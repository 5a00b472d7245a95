import DocMergeLanguage

/// A part of the screen.
enum Pane: Hashable, Sendable, CaseIterable {
  /// The document, the conflict and the number of open ones.
  case heading
  /// The suggestion, the remembered decision or the choice.
  case note
  /// The documents and regions.
  case list
  case ours, base, theirs
  /// The versions of a document that is decided as a whole.
  case versions
  case result
  /// The places of the conflicts in the result.
  case overview
  /// A text for reading: the help, a preview.
  case reading
  /// Messages, questions and keys.
  case status
  /// The text on a screen that is too small for anything else.
  case tooSmall
}

/// The places of the panes; together they cover the whole screen without overlap.
struct ScreenLayout: Hashable, Sendable {
  /// How the panes are arranged.
  enum Kind: Hashable, Sendable, CaseIterable {
    /// By the size of the screen.
    case automatic
    /// The list, ours, base and theirs side by side, the result below.
    case list
    /// The same without the list.
    case columns
    /// Ours, base, theirs and the result one below the other.
    case stacked
    /// One pane at a time.
    case single

    /// Its name.
    var name: String {
      switch self {
      case .automatic: tr("by the size of the window")
      case .list: tr("list, columns and result")
      case .columns: tr("columns and result")
      case .stacked: tr("one below the other")
      case .single: tr("one pane at a time; Tab goes to the next")
      }
    }
  }

  /// The content to show.
  enum Contents: Hashable, Sendable {
    case region(hasBase: Bool)
    case versions
    case reading
  }

  static let smallest = (width: 20, height: 6)

  private(set) var areas: [Pane: Area] = [:]

  /// Arranges the panes; if there is no room for a kind, another one is used.
  ///
  /// - Parameters:
  ///   - width: The columns of the screen.
  ///   - height: Its rows.
  ///   - kind: The requested arrangement.
  ///   - contents: The content to show.
  ///   - focus: The pane that is shown if there is room for only one.
  init(width: Int, height: Int, kind: Kind, contents: Contents, focus: Pane) {
    var rest = Area(row: 0, column: 0, height: height, width: width)
    guard width >= Self.smallest.width, height >= Self.smallest.height else {
      areas[.tooSmall] = rest
      return
    }
    (areas[.heading], rest) = rest.tupled { $0.cut(rows: 1) }
    if height >= 10 { (areas[.note], rest) = rest.tupled { $0.cut(rows: 1) } }
    (rest, areas[.status]) = rest.cut(rows: rest.height - 1)
    if contents == .reading {
      areas[.reading] = rest
      return
    }
    if kind == .list || kind == .automatic, width >= (kind == .list ? 60 : 100) {
      (areas[.list], rest) = rest.tupled { $0.cut(columns: min(32, width / 4)) }
    }
    arrange(rest, kind, Self.sides(contents), focus)
    takeOverview()
  }

  private static func sides(_ contents: Contents) -> [Pane] {
    switch contents {
    case .region(let hasBase): hasBase ? [.ours, .base, .theirs] : [.ours, .theirs]
    case .versions: [.versions]
    case .reading: []
    }
  }

  /// Puts the sides and the result into the rest of the screen.
  private mutating func arrange(_ area: Area, _ kind: Kind, _ sides: [Pane], _ focus: Pane) {
    let isBroad = area.width >= sides.count * (kind == .automatic ? 20 : 12)
    let isHigh = area.height >= (sides.count + 1) * 4
    switch kind {
    case .automatic, .list, .columns:
      if isBroad { return arrangeColumns(area, sides) }
      if isHigh { return arrangeStack(area, sides) }
    case .stacked: if isHigh { return arrangeStack(area, sides) }
    case .single: break
    }
    let isShown = focus == .list && areas[.list] == nil || sides.contains(focus)
    areas[isShown ? focus : .result] = area
  }

  private mutating func arrangeColumns(_ area: Area, _ sides: [Pane]) {
    var (above, below) = area.cut(rows: max(2, area.height * 9 / 20))
    for (index, pane) in sides.enumerated() {
      (areas[pane], above) = above.tupled { $0.cut(columns: $0.width / (sides.count - index)) }
    }
    areas[.result] = below
  }

  private mutating func arrangeStack(_ area: Area, _ sides: [Pane]) {
    var rest = area
    for pane in sides {
      (areas[pane], rest) = rest.tupled { $0.cut(rows: area.height / (sides.count + 1)) }
    }
    areas[.result] = rest
  }

  private mutating func takeOverview() {
    guard let result = areas[.result], result.width >= 12 else { return }
    let (left, right) = result.cut(columns: result.width - 1)
    (areas[.result], areas[.overview]) = (left, right)
  }

  /// The pane at a character of the screen.
  func pane(row: Int, column: Int) -> Pane? {
    areas.first { $0.value.contains(row: row, column: column) }?.key
  }
}

extension Area {
  /// The two pieces of a cut, as optionals for one assignment.
  fileprivate func tupled(_ cut: (Area) -> (Area, Area)) -> (Area?, Area) {
    let (first, second) = cut(self)
    return (first, second)
  }
}
