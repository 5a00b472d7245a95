/// A path as the system takes it: bytes that need not be UTF-8, closed by a NUL.
struct CPath: Sendable {
  let characters: [CChar]

  init(_ bytes: some Sequence<UInt8>) {
    characters = bytes.map { CChar(bitPattern: $0) } + [0]
  }

  /// The bytes without the NUL.
  var bytes: [UInt8] { characters.dropLast().map { UInt8(bitPattern: $0) } }

  /// The folder that the path lies in.
  var folder: CPath {
    let bytes = bytes
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return CPath(".".utf8) }
    return slash == 0 ? CPath("/".utf8) : CPath(bytes[..<slash])
  }

  /// What stands behind the last slash.
  var name: [UInt8] {
    let bytes = bytes
    return bytes.lastIndex(of: UInt8(ascii: "/")).map { Array(bytes[($0 + 1)...]) } ?? bytes
  }

  /// The path of `name` in this folder.
  func appending(_ name: String) -> CPath {
    CPath(bytes + [UInt8(ascii: "/")] + name.utf8)
  }
}
