extension KeyValueFormat.Dialect {
  /// Whether a line with this first byte is a comment.
  func startsComment(_ byte: UInt8) -> Bool {
    switch self {
    case .properties: byte == 0x23 || byte == 0x21
    case .env, .desktop: byte == 0x23
    case .strings: false
    case .ini, .gitconfig, .systemd, .editorconfig: byte == 0x23 || byte == 0x3B
    }
  }

  /// Whether a key ends at this byte.
  func endsKey(_ byte: UInt8) -> Bool {
    byte == 0x3D || byte == 0x3A && (self == .properties || self == .ini || self == .editorconfig)
  }

  /// Whether entries can be in sections.
  var hasSections: Bool {
    switch self {
    case .properties, .strings, .env: false
    case .ini, .gitconfig, .systemd, .desktop, .editorconfig: true
    }
  }

  /// Whether one key can have several values.
  var allowsRepeatedKeys: Bool { self == .gitconfig || self == .systemd }

  /// Whether a section can be continued later in the file.
  var allowsRepeatedSections: Bool { allowsRepeatedKeys || self == .editorconfig }

  /// Whether `Key` and `key` are one key.
  var ignoresCase: Bool { self == .gitconfig || self == .editorconfig }

  /// The number of words from which a value counts as text.
  var wordsOfText: Int { self == .properties || self == .strings ? 2 : 3 }
}
