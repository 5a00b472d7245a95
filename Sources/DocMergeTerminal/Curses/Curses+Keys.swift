import DocMergeNcurses
import Glibc

extension Curses {
  /// Waits for a key.
  ///
  /// - Parameter file: A file that becomes readable when the program should end.
  /// - Returns: The key; ``Key/closed`` at the end of the input, and when the program should end.
  func next(until file: Int32?) -> Key {
    while true {
      let pressed = docmerge_curses_next()
      if pressed.kind != 0 {
        if let key = key(pressed, until: file) { return key }
        continue
      }
      if let key = wait(until: file) { return key }
    }
  }

  /// Waits until there is something to read; a key where the input ends.
  private func wait(until file: Int32?) -> Key? {
    var files = [
      pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
      pollfd(fd: file ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    // Once a second ncurses checks whether the size changed, whichever thread got the signal.
    guard poll(&files, nfds_t(files.count), 1000) > 0 else { return nil }
    if files[1].revents != 0 { return .closed }
    let events = files[0].revents
    guard events & Int16(POLLIN) != 0 else { return .closed }
    return docmerge_curses_waiting(STDIN_FILENO) == 0 ? .closed : nil
  }

  /// The key for ncurses' result; `nil` for keys without a meaning here.
  private func key(_ pressed: docmerge_curses_key, until file: Int32?) -> Key? {
    switch pressed.kind {
    case 1:
      if pressed.code == Self.escape, let sequence = sequence() {
        return sequence == Self.pasteStart ? .pasted(pastedText(until: file)) : nil
      }
      return character(UInt32(bitPattern: pressed.code))
    case 3:
      let (row, column) = (Int(pressed.row), Int(pressed.column))
      guard pressed.wheel != 0 else { return .click(row: row, column: column) }
      return .wheel(row: row, column: column, rows: 3 * Int(pressed.wheel))
    default: return special(pressed.code)
    }
  }

  private static let escape: Int32 = 0x1B

  /// The sequences that a terminal sends before and after a pasted text (xterm, bracketed paste).
  private static let pasteStart = "[200~"
  private static let pasteEnd = "\u{1B}[201~"
  /// The most characters of a pasted text.
  private static let pasteLimit = 1 << 20

  /// Reads the sequence of a key that terminfo does not know (ECMA-48), or of a letter with Alt: its
  /// letters must not decide anything.
  ///
  /// - Returns: The bytes after Escape; `nil` where there are none, so that it was Escape alone.
  private func sequence() -> String? {
    let first = docmerge_curses_next()
    guard first.kind != 0 else { return nil }
    guard first.kind == 1, let start = Self.scalar(first), "[O".unicodeScalars.contains(start)
    else { return "" }
    var sequence = String(start)
    for _ in 0..<64 {
      guard let next = waited(), next.kind == 1, let scalar = Self.scalar(next) else { break }
      sequence.unicodeScalars.append(scalar)
      if (0x40...0x7E).contains(next.code) { break }
    }
    return sequence
  }

  /// Reads a pasted text to its end; characters beyond the limit are dropped.
  private func pastedText(until file: Int32?) -> String {
    var scalars: [Unicode.Scalar] = []
    let end = Array(Self.pasteEnd.unicodeScalars)
    var last: [Unicode.Scalar] = []
    // A slow line may pause within a text, whose letters must not decide anything.
    while let next = waited(milliseconds: 5000, until: file) {
      // ncurses treats some sequences as keys; a text has none.
      guard next.kind == 1, let scalar = Self.scalar(next) else { continue }
      last = Array((last + [scalar]).suffix(end.count))
      if scalars.count < Self.pasteLimit { scalars.append(scalar) }
      if last == end { return Self.text(scalars.dropLast(end.count)) }
    }
    return Self.text(scalars[...])
  }

  private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }

  /// The next character of a sequence, which arrives at once; `nil` where there is none.
  private func waited(
    milliseconds: Int32 = 25, until file: Int32? = nil
  ) -> docmerge_curses_key? {
    let next = docmerge_curses_next()
    guard next.kind == 0 else { return next }
    var files = [
      pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
      pollfd(fd: file ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&files, nfds_t(files.count), milliseconds) > 0, files[1].revents == 0 else {
      return nil
    }
    let later = docmerge_curses_next()
    return later.kind == 0 ? nil : later
  }

  private static func scalar(_ key: docmerge_curses_key) -> Unicode.Scalar? {
    Unicode.Scalar(UInt32(bitPattern: key.code))
  }

  private func character(_ code: UInt32) -> Key? {
    switch code {
    case 0x1B: return .escape
    case 0x09: return .tab
    case 0x0A, 0x0D: return .enter
    case 0x08, 0x7F: return .backspace
    case 0x01...0x1A:
      return .control(Character(Unicode.Scalar(UInt8(code) + 0x60)))
    case 0x20...: return Unicode.Scalar(code).map { .character(Character($0)) }
    default: return nil
    }
  }

  private func special(_ code: Int32) -> Key? {
    switch code {
    case KEY_UP: .up
    case KEY_DOWN: .down
    case KEY_LEFT: .left
    case KEY_RIGHT: .right
    case KEY_PPAGE: .pageUp
    case KEY_NPAGE: .pageDown
    case KEY_HOME: .home
    case KEY_END: .end
    case KEY_ENTER: .enter
    case KEY_BTAB: .backTab
    case KEY_BACKSPACE: .backspace
    case KEY_DC: .delete
    case KEY_RESIZE: .resize(width: width, height: height)
    default: nil
    }
  }
}
