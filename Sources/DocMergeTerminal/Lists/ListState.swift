import DocMergeLanguage

/// The state of a list on the screen, and how keys change it, independent of a terminal.
struct ListState: Sendable {
  /// The current meaning of keys.
  enum Mode: Hashable, Sendable {
    case moving
    case searching(String)
    /// The person is asked to confirm the action on the item.
    case confirming
    /// The help is shown.
    case reading
  }

  /// The program's next step after a key.
  enum Effect: Hashable, Sendable {
    case none
    /// The question about an item is needed; the action on an item is performed.
    case ask(Int)
    case act(Int)
    case suspend
    case redraw
    case end
  }

  /// The facts of the action that the state needs.
  struct Action: Hashable, Sendable {
    var key: Character
    var name: String
  }

  /// A row of the list.
  enum Entry: Hashable, Sendable {
    case group(String)
    case item(Int)
  }

  let title: String
  let action: Action?
  private(set) var items: [ListItem] = []
  private(set) var entries: [Entry] = []
  /// The lines of the details, as rows.
  private(set) var rows: [Row] = []
  /// The current item.
  private(set) var here = 0
  var mode = Mode.moving
  var question = ""
  private(set) var message = ""
  private(set) var isWrapped = true
  private(set) var searched = ""
  private(set) var width: Int
  private(set) var height: Int
  /// The first visible row of the list, and of the details.
  private(set) var listTop = 0
  private(set) var detailTop = Scroll()

  init(title: String, items: [ListItem], action: Action?, width: Int, height: Int) {
    (self.title, self.action, self.width, self.height) = (title, action, width, height)
    take(items, "")
  }

  /// The current item; `nil` where the list is empty.
  var item: ListItem? { items.indices.contains(here) ? items[here] : nil }

  var layout: ListLayout { ListLayout(width: width, height: height, isReading: mode == .reading) }

  /// Takes a new list, in which an item may be missing.
  mutating func take(_ items: [ListItem], _ message: String) {
    self.items = items
    self.message = message
    entries = []
    for (number, item) in items.enumerated() {
      if !item.group.isEmpty, number == 0 || items[number - 1].group != item.group {
        entries.append(.group(item.group))
      }
      entries.append(.item(number))
    }
    go(to: min(here, items.count - 1))
  }

  /// Shows another item.
  mutating func go(to number: Int) {
    here = max(0, number)
    rows = item.map { $0.lines.map(Row.init) } ?? []
    detailTop = Scroll()
    showInList()
  }

  private mutating func showInList() {
    let room = max(1, (layout.list?.height ?? 2) - 1)
    let row = entries.firstIndex(of: .item(here)) ?? 0
    if row <= listTop { listTop = max(0, row - 1) }
    if row >= listTop + room { listTop = row - room + 1 }
  }

  // MARK: - Keys

  /// Handles a key, and returns the program's next step.
  mutating func press(_ key: Key) -> Effect {
    switch key {
    case .closed, .control("c"), .control("d"): return .end
    case .control("l"): return .redraw
    case .control("z"): return .suspend
    case .resize(let width, let height):
      (self.width, self.height) = (max(0, width), max(0, height))
      showInList()
      return .none
    default: break
    }
    message = ""
    switch mode {
    case .moving: return pressMoving(key)
    case .searching(let words): pressSearching(key, words)
    case .confirming:
      mode = .moving
      if key == .character("y") { return .act(here) }
      message = tr("Nothing is changed.")
    case .reading: pressReading(key)
    }
    return .none
  }

  private mutating func pressMoving(_ key: Key) -> Effect {
    switch key {
    case .character("q"), .escape: return .end
    case .character(let letter) where letter == action?.key:
      guard item != nil else { return .none }
      mode = .confirming
      return .ask(here)
    case .character("?"):
      mode = .reading
      rows = help
      detailTop = Scroll()
    case .character("/"): mode = .searching("")
    case .character("z"):
      isWrapped.toggle()
      detailTop.part = 0
    case .character("j"), .character("n"), .down, .right, .tab: step(1)
    case .character("k"), .character("p"), .up, .left, .backTab: step(-1)
    case .character("g"): go(to: 0)
    case .character("G"): go(to: items.count - 1)
    case .character(" "): scroll(by: page)
    case .click(let row, let column): click(row, column)
    default: scroll(key)
    }
    return .none
  }

  private mutating func step(_ offset: Int) {
    guard items.indices.contains(here + offset) else {
      message = offset > 0 ? tr("This is the last one.") : tr("This is the first one.")
      return
    }
    go(to: here + offset)
  }

  private mutating func click(_ row: Int, _ column: Int) {
    guard let list = layout.list, list.contains(row: row, column: column) else { return }
    let line = listTop + row - list.row - 1
    guard row > list.row, entries.indices.contains(line), case .item(let number) = entries[line]
    else { return }
    go(to: number)
  }

  private mutating func pressReading(_ key: Key) {
    switch key {
    case .escape, .enter, .character("q"), .character("?"):
      mode = .moving
      go(to: here)
    case .character(" "): scroll(by: page)
    default: scroll(key)
    }
  }

  // MARK: - Scrolling

  private var page: Int { max(1, layout.details.height - 2) }

  private mutating func scroll(_ key: Key) {
    switch key {
    case .up: scroll(by: -1)
    case .down, .enter: scroll(by: 1)
    case .pageUp: scroll(by: -page)
    case .pageDown: scroll(by: page)
    case .wheel(_, _, let rows): scroll(by: rows)
    case .home: detailTop = Scroll()
    case .end: detailTop = last
    default: break
    }
  }

  private mutating func scroll(by count: Int) {
    let moved = detailTop.moved(by: count, count: rows.count, height: height)
    detailTop = count > 0 ? max(detailTop, min(moved, last)) : moved
  }

  private var last: Scroll {
    Scroll.last(count: rows.count, rows: layout.details.height - 1, height: height)
  }

  private func height(of line: Int) -> Int {
    rows[line].height(width: layout.textWidth, isWrapped: isWrapped)
  }

  // MARK: - Searching

  private mutating func pressSearching(_ key: Key, _ words: String) {
    switch key {
    case .character(let character): mode = .searching(words + String(character))
    case .backspace: mode = words.isEmpty ? .moving : .searching(String(words.dropLast()))
    case .enter:
      mode = .moving
      search(words.isEmpty ? searched : words)
    case .escape: mode = .moving
    default: break
    }
  }

  /// Moves to the next item with the words, and to their line.
  private mutating func search(_ words: String) {
    guard !words.isEmpty else { return }
    searched = words
    let sought = Array(words.utf8)
    let order = items.indices.filter { $0 > here } + items.indices.filter { $0 <= here }
    guard let found = order.first(where: { items[$0].holds(words) }) else {
      message = tr("Nothing holds “\(words)”.")
      return
    }
    go(to: found)
    let line = items[found].lines.firstIndex { $0.bytes.firstRange(of: sought) != nil }
    detailTop = min(Scroll(line: line ?? 0), last)
    message = tr("/ Enter goes to the next that holds “\(words)”.")
  }
}

extension ListState {
  /// The meaning of the keys.
  private var help: [Row] {
    let keys =
      [
        ("↓ ↑, n p, j k", tr("the next, the one before")), ("g, G", tr("the first, the last")),
        (tr("blank, PgUp, PgDn"), tr("read on, and back")),
        ("Home, End", tr("start and end of the text")),
        ("/", tr("search in all")), ("z", tr("wrap long lines, or cut them off")),
      ] + (action.map { [(String($0.key), $0.name)] } ?? []) + [("q, Esc", tr("leave"))]
    return keys.map { key, words in
      let gap = String(repeating: " ", count: max(1, 20 - key.count))
      return Row(content: .words("  " + key + gap + words))
    }
  }
}

extension ListItem {
  fileprivate func holds(_ words: String) -> Bool {
    let sought = Array(words.utf8)
    return title.contains(words) || note.contains(words)
      || lines.contains { $0.bytes.firstRange(of: sought) != nil }
  }
}

extension Row {
  /// A line of the details.
  fileprivate init(_ line: ListItem.Line) {
    self.init(
      content: line.kind == .heading
        ? .words(String(decoding: line.bytes, as: UTF8.self))
        : .text(line.bytes[...]),
      style: line.kind.style, changes: RangeSet(line.changes))
    sign = line.kind.sign
  }
}

extension ListItem.Line.Kind {
  fileprivate var style: Style {
    switch self {
    case .heading: .heading
    case .context: .plain
    case .removed, .ours: Style(.ours)
    case .added, .theirs: Style(.theirs)
    case .base: Style(.base)
    case .result: Style(.decided)
    }
  }

  /// The sign before a line, so that its kind can be seen without colours.
  fileprivate var sign: Character {
    switch self {
    case .heading, .context: " "
    case .removed: "-"
    case .added: "+"
    case .ours: "o"
    case .base: "a"
    case .theirs: "t"
    case .result: "m"
    }
  }
}
