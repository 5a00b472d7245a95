import DocMergeSystem
import Glibc

/// A key that a person presses, without Enter.
enum Key: Hashable {
  case character(Character)
  case left, right
  /// The end of the input, Control-C or Control-D, or a signal to end.
  case end

  /// Waits for a key; Enter alone, and keys without a meaning here, are ignored.
  static func read() -> Key {
    let terminal = RawTerminal()
    defer { terminal?.restore() }
    while true {
      guard let byte = nextByte() else { return .end }
      switch byte {
      // A Control-D from before the terminal delivered single keys is a zero byte by now.
      case 0x00, 0x03, 0x04: return .end
      case 0x1B:
        if let arrow = arrow() { return arrow }
      case 0x20..<0x7F: return .character(Character(UnicodeScalar(byte)))
      default: continue
      }
    }
  }

  /// The arrow of `ESC [ C` and `ESC [ D`; other sequences (ECMA-48) are read to their end and ignored.
  private static func arrow() -> Key? {
    // A terminal sends all bytes of one key at once; nothing follows Escape alone.
    guard let bracket = nextByte(within: 50) else { return nil }
    guard bracket == UInt8(ascii: "[") || bracket == UInt8(ascii: "O") else { return nil }
    var parameters = 0
    while let byte = nextByte(within: 50) {
      guard !(0x40...0x7E).contains(byte) else {
        guard parameters == 0 else { return nil }
        return byte == UInt8(ascii: "C") ? .right : byte == UInt8(ascii: "D") ? .left : nil
      }
      parameters += 1
    }
    return nil
  }

  /// The next byte; `nil` at the end of the input, at a signal, or after some milliseconds.
  private static func nextByte(within limit: Int32 = -1) -> UInt8? {
    let files = [StandardFile.input.rawValue, Interruption.file]
    guard FileWait.isReadable(files, within: limit), !Interruption.isRequested else { return nil }
    var byte: UInt8 = 0
    return withUnsafeMutableBytes(of: &byte, StandardFile.input.fill) ? byte : nil
  }
}

/// A terminal that delivers each key at once and does not echo it.
private struct RawTerminal {
  private let before: termios

  /// `nil` where the input is not a terminal.
  init?() {
    var settings = termios()
    guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return nil }
    before = settings
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
    withUnsafeMutableBytes(of: &settings.c_cc) { keys in
      keys[Int(VMIN)] = 1
      keys[Int(VTIME)] = 0
    }
    guard tcsetattr(STDIN_FILENO, TCSANOW, &settings) == 0 else { return nil }
  }

  func restore() {
    var settings = before
    tcsetattr(STDIN_FILENO, TCSANOW, &settings)
  }
}
