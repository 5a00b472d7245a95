import Glibc

/// A path in the system's form: bytes that need not be UTF-8, ended by a NUL.
///
/// `characters` can be passed to C functions.
package struct SystemPath: Sendable, Hashable, CustomStringConvertible {
  package let characters: [CChar]

  /// Makes a path of a string.
  package init(_ text: String) {
    characters = text.utf8.map { CChar(bitPattern: $0) } + [0]
  }

  /// Makes a path of bytes, none of them NUL.
  ///
  /// Of arrays, since a program that only merges a file has no time to look up what a sequence is.
  package init(bytes: [UInt8]) {
    characters = bytes.map { CChar(bitPattern: $0) } + [0]
  }

  /// Makes a path of bytes, none of them NUL.
  package init(bytes: some Sequence<UInt8>) {
    characters = bytes.map { CChar(bitPattern: $0) } + [0]
  }

  /// The bytes, without the NUL.
  package var bytes: [UInt8] { characters.dropLast().map { UInt8(bitPattern: $0) } }

  /// The path of `name` in this folder; `name` may have several parts.
  package func appending(_ name: some Sequence<UInt8>) -> SystemPath {
    var result = characters
    result[result.count - 1] = CChar(bitPattern: UInt8(ascii: "/"))
    result += name.lazy.map { CChar(bitPattern: $0) }
    result.append(0)
    return SystemPath(characters: result)
  }

  /// The folder of the item.
  package var parent: SystemPath {
    guard let slash = characters.lastIndex(of: CChar(bitPattern: UInt8(ascii: "/"))) else {
      return SystemPath(".")
    }
    return slash == 0 ? SystemPath("/") : SystemPath(characters: characters[..<slash] + [0])
  }

  /// The last name.
  package var name: [UInt8] {
    bytes.split(separator: UInt8(ascii: "/")).last.map(Array.init) ?? []
  }

  /// The whole path is hashed at once; byte by byte it takes five times as long.
  package func hash(into hasher: inout Hasher) {
    characters.withUnsafeBytes { hasher.combine(bytes: $0) }
  }

  /// The path for people.
  package var description: String { PrintableText.escape(bytes) }

  /// The absolute path, without links, of the item at `path`.
  package static func resolved(_ path: String) throws(FileError) -> String {
    guard let real = realpath(path, nil) else { throw FileError("open", SystemPath(path)) }
    defer { free(real) }
    return String(cString: real)
  }

  private init(characters: [CChar]) { self.characters = characters }
}
