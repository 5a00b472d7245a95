package import DocMergeSystem
import Glibc

/// The path of a document in its container: names joined by `/`, as bytes.
///
/// File systems on Linux accept any bytes except `/` and NUL, so a path is bytes and not a string; two paths are equal
/// when their bytes are. ``display`` is the form for people.
public struct DocumentPath: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The bytes, without a leading or trailing slash.
  public let bytes: [UInt8]

  /// The bytes of the longest path.
  package static let longest = 4096

  /// Takes over a path from a walk of the file system, which cannot be wrong.
  package init(unchecked bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Checks a path from outside: from a person, a file, another replica.
  ///
  /// `nil` when it is empty, absolute, leaves the container (`..`), has an empty or `.` part, a NUL byte or a part
  /// longer than 255 bytes, or names something of docmerge or git themselves.
  public init?(_ bytes: some Collection<UInt8>) {
    let bytes = Array(bytes)
    guard DocumentPath.isAllowed(path: bytes) else { return nil }
    self.bytes = bytes
  }

  /// Checks a path given as a string.
  public init?(_ text: String) {
    self.init(Array(text.utf8))
  }

  /// Whether the bytes are a path that is accepted from outside.
  package static func isAllowed(path bytes: [UInt8]) -> Bool {
    guard !bytes.isEmpty, bytes.count <= DocumentPath.longest else { return false }
    var rest = bytes[...]
    while let slash = rest.firstIndex(of: UInt8(ascii: "/")) {
      guard isAllowed(name: rest[..<slash]) else { return false }
      rest = rest[(slash + 1)...]
    }
    return isAllowed(name: rest)
  }

  private static func isAllowed(name: some Collection<UInt8>) -> Bool {
    guard (1...255).contains(name.count), !name.contains(0) else { return false }
    // All reserved names start with a full stop.
    guard name.first == UInt8(ascii: ".") else { return true }
    let lowered = name.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
    let reserved = [".", "..", ".git", ".docmerge"].map { Array($0.utf8) }
    return !reserved.contains(lowered) && !lowered.starts(with: Files.temporaryPrefix)
  }

  /// The names along the path, outermost first.
  public var components: [ArraySlice<UInt8>] { bytes.split(separator: UInt8(ascii: "/")) }

  /// The last name.
  public var name: [UInt8] {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return bytes }
    return Array(bytes[(slash + 1)...])
  }

  /// The folder that contains it; `nil` at the top of the container.
  public var folder: DocumentPath? {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return nil }
    return DocumentPath(unchecked: Array(bytes[..<slash]))
  }

  /// The folder of a path, for a lookup without making a path of it.
  package struct FolderKey: Hashable, Sendable {
    private let bytes: ArraySlice<UInt8>

    fileprivate init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    /// The folder; `nil` at the top of the container.
    package var folder: DocumentPath? {
      bytes.isEmpty ? nil : DocumentPath(unchecked: Array(bytes))
    }

    /// All bytes at once, as in ``DocumentPath``.
    package func hash(into hasher: inout Hasher) {
      bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
  }

  /// The lookup key of ``folder``; the same for all paths at the top of the container.
  package var folderKey: FolderKey {
    FolderKey(bytes[..<(bytes.lastIndex(of: UInt8(ascii: "/")) ?? bytes.startIndex)])
  }

  /// The same folder with another last name.
  package func renamed(_ name: [UInt8]) -> DocumentPath {
    guard let folder else { return DocumentPath(unchecked: name) }
    return folder.appending(name)
  }

  /// A path one level deeper.
  package func appending(_ name: some Sequence<UInt8>) -> DocumentPath {
    DocumentPath(unchecked: bytes + [UInt8(ascii: "/")] + name)
  }

  /// The path for people: see ``PrintableText``.
  public var display: String { PrintableText.escape(bytes) }

  /// The same as ``display``.
  public var description: String { display }

  /// The whole path is hashed at once; byte by byte it takes five times as long.
  public func hash(into hasher: inout Hasher) {
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
  }

  /// The order of the bytes.
  public static func < (one: DocumentPath, two: DocumentPath) -> Bool {
    let order = memcmp(one.bytes, two.bytes, min(one.bytes.count, two.bytes.count))
    return order == 0 ? one.bytes.count < two.bytes.count : order < 0
  }
}

extension SystemPath {
  /// The path of a document in the container whose root this is.
  package func appending(_ path: DocumentPath) -> SystemPath { appending(path.bytes) }
}
