/// Names that some file systems take for `.git`: git refuses them in all that it receives (`fsck`, `hasDotgit`).
///
/// Windows ignores full stops and blanks at the end, knows `git~1` as the short name, and takes a backslash for a
/// slash; macOS ignores characters without a width.
package enum GitFolderName {
  private static let names = [Array(".git".utf8), Array("git~1".utf8)]

  /// Whether git takes a name for that of its own folder.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
  package static func matches(_ name: [UInt8]) -> Bool {
    guard let first = name.first else { return false }
    let isSuspect = ".gG".utf8.contains(first) || name.contains { $0 == 0x5C || $0 > 0xE1 }
    guard isSuspect else { return false }
    return name.split(separator: 0x5C).contains(where: isOfWindows) || isOfMac(name)
  }

  private static func isOfWindows(_ part: ArraySlice<UInt8>) -> Bool {
    let lowered = part.map(lowercased)
    return names.contains { name in
      guard lowered.starts(with: name) else { return false }
      let rest = lowered.dropFirst(name.count).drop { $0 == UInt8(ascii: ".") || $0 == 0x20 }
      return rest.isEmpty || rest.first == UInt8(ascii: ":")
    }
  }

  private static func isOfMac(_ name: [UInt8]) -> Bool {
    let seen = String(decoding: name, as: UTF8.self).unicodeScalars.filter { scalar in
      switch scalar.value {
      case 0x200C...0x200F, 0x202A...0x202E, 0x206A...0x206F, 0xFEFF: false
      default: true
      }
    }
    return seen.count == 4 && String(String.UnicodeScalarView(seen)).lowercased() == ".git"
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte + 0x20 : byte
  }
}
