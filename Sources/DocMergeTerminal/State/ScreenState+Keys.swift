import DocMergeDecisions
import DocMergeLanguage

extension ScreenState {
  /// Handles a key.
  ///
  /// - Parameter key: The key.
  /// - Returns: The program's next step.
  mutating func press(_ key: Key) -> Effect {
    switch key {
    case .closed:
      keepWritten()
      return .ending(.leave)
    case .control("c") where !isEditing, .control("d") where !isEditing: return .ending(.leave)
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
    case .deciding: return pressDeciding(key)
    case .splitting(let split): return pressSplitting(key, split)
    case .editing(let editor): return pressEditing(key, editor)
    case .searching(let words): return pressSearching(key, words)
    case .decidingRest(let isAll): return pressRest(key, isAll: isAll)
    case .confirming: return pressConfirming(key)
    case .reading: return pressReading(key)
    }
  }

  private var isEditing: Bool {
    if case .editing = mode { return true }
    return false
  }

  // MARK: - Deciding

  private mutating func pressDeciding(_ key: Key) -> Effect {
    switch key {
    case .character(let letter): return press(letter)
    case .control("r"): return redo()
    case .right: go(1)
    case .left: go(-1)
    default: move(key)
    }
    return .none
  }

  private mutating func press(_ letter: Character) -> Effect {
    switch letter {
    case "s", "n", " ": go(1)
    case "p": go(-1)
    case "q": return .ending(.leave)
    case "w": return write()
    case "u": return undo()
    case "U": return redo()
    case "e": return edit()
    case "i": startEditing()
    case "x": startSplitting()
    case "/": mode = .searching("")
    case "R": mode = .decidingRest(isAll: false)
    case "D": return reopen()
    case "?": showHelp()
    case "v": showPreview()
    case "f", "z", "l": change(letter)
    default: return decide(letter)
    }
    return .none
  }

  /// Changes the display.
  private mutating func change(_ letter: Character) {
    switch letter {
    case "f":
      isFolded.toggle()
      lookAtResult()
      message = isFolded ? tr("Unchanged text is folded.") : tr("Everything is shown.")
    case "z":
      isWrapped.toggle()
      (sidesTop, resultTop.part) = (Scroll(), 0)
      message = isWrapped ? tr("Long lines are wrapped.") : tr("Long lines are cut off.")
    default:
      let kinds = ScreenLayout.Kind.allCases
      let next = (kinds.firstIndex(of: kind) ?? 0) + 1
      kind = kinds[next % kinds.count]
      showInList()
      message = tr("Layout: \(kind.name).")
    }
  }

  /// Moves some regions forward or back, and from the last one to the first open one.
  private mutating func go(_ offset: Int) {
    if let position = outline.position(offset, from: here) { return go(to: position) }
    guard offset > 0 else {
      message = tr("This is the first conflict.")
      return
    }
    if let open = outline.nextOpen(after: here) { return go(to: open) }
    message = tr("Everything is decided: w writes it, v shows it.")
  }

  // MARK: - Splitting

  private mutating func startSplitting() {
    guard openRegion != nil else {
      message = tr("There is no conflict here to split.")
      return
    }
    let counts = region.counts
    if ![.ours, .base, .theirs].contains(focus) { focus = .ours }
    mode = .splitting(
      .init(ours: counts.ours / 2, base: counts.base / 2, theirs: counts.theirs / 2))
  }

  private mutating func pressSplitting(_ key: Key, _ split: RegionRows.Split) -> Effect {
    switch key {
    case .up: mode = .splitting(moved(split, by: -1))
    case .down: mode = .splitting(moved(split, by: 1))
    case .tab, .backTab: moveFocus(key == .tab ? 1 : -1, among: [.ours, .base, .theirs])
    case .enter: return self.split(split)
    case .escape, .character("x"), .character("q"): mode = .deciding
    case .pageUp, .pageDown, .wheel, .click: move(key)
    default: message = tr("↑ and ↓ move the cut, Tab goes to the next text.")
    }
    return .none
  }

  /// Moves the cut in the pane that has the focus.
  private func moved(_ split: RegionRows.Split, by offset: Int) -> RegionRows.Split {
    var result = split
    func limited(_ value: Int, _ count: Int) -> Int { min(max(0, value + offset), count) }
    switch focus {
    case .base: result.base = limited(split.base, region.counts.base)
    case .theirs: result.theirs = limited(split.theirs, region.counts.theirs)
    default: result.ours = limited(split.ours, region.counts.ours)
    }
    return result
  }

  private mutating func split(_ split: RegionRows.Split) -> Effect {
    mode = .deciding
    guard let here else { return .none }
    var changed = session
    guard
      changed.take(
        .split(
          region: here.region, ours: split.ours, base: split.base, theirs: split.theirs),
        in: here.document)
    else {
      message = tr("The cut leaves nothing on one side of it, so nothing is split.")
      return .none
    }
    take(changed, at: here)
    message = tr("The conflict is split in two; u takes that back.")
    return .changed
  }

  // MARK: - Searching

  private mutating func pressSearching(_ key: Key, _ words: String) -> Effect {
    switch key {
    case .character(let character): mode = .searching(words + String(character))
    case .pasted(let text): mode = .searching(words + text.prefix { !$0.isNewline })
    case .backspace:
      mode = words.isEmpty ? .deciding : .searching(String(words.dropLast()))
    case .enter:
      mode = .deciding
      search(words.isEmpty ? searched : words)
    case .escape: mode = .deciding
    default: break
    }
    return .none
  }

  private mutating func search(_ words: String) {
    guard !words.isEmpty else { return }
    searched = words
    let found = session.positions(holding: Array(words.utf8))
    guard
      let next = found.first(where: { position in here.map { $0 < position } ?? true })
        ?? found.first
    else {
      message = tr("No conflict holds “\(words)”.")
      return
    }
    go(to: next)
    let count = counted(found.count, "conflict")
    message = tr(
      found.count, one: "\(count) holds “\(words)”; / Enter goes to the next.",
      other: "\(count) hold “\(words)”; / Enter goes to the next.")
  }
}
