import DocMergePOSIX
import Glibc

/// An absolute path as the bytes that the file system knows, without a slash at its end.
package struct ItemPath: Hashable, Sendable, CustomStringConvertible {
  /// The bytes, which need not be text.
  package let bytes: [UInt8]

  /// A path; a relative one starts from the current folder.
  package init(bytes: some Sequence<UInt8>) {
    var bytes = Array(bytes)
    if bytes.first != UInt8(ascii: "/") { bytes = ItemPath.currentFolder + bytes }
    while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    self.bytes = bytes
  }

  /// A path given as text.
  package init(_ text: String) { self.init(bytes: text.utf8) }

  private static var currentFolder: [UInt8] {
    guard let folder = getcwd(nil, 0) else { return [UInt8(ascii: "/")] }
    defer { free(folder) }
    return Array(UnsafeRawBufferPointer(start: folder, count: strlen(folder))) + [UInt8(ascii: "/")]
  }

  package var description: String { String(decoding: bytes, as: UTF8.self) }

  /// What C wants.
  package var characters: [CChar] { bytes.map { CChar(bitPattern: $0) } + [0] }

  /// The last part.
  package var name: ArraySlice<UInt8> {
    bytes[((bytes.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...]
  }

  /// The folder it lies in; `nil` of the root.
  package var parent: ItemPath? {
    guard bytes.count > 1, let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return nil }
    return ItemPath(bytes: slash == 0 ? [UInt8(ascii: "/")] : bytes[..<slash])
  }

  /// All folders it lies in, the nearest first.
  package var ancestors: [ItemPath] {
    Array(
      sequence(state: self) { path in
        guard let parent = path.parent else { return nil }
        path = parent
        return parent
      })
  }

  /// Whether it lies in `folder`, at any depth; not whether it is the folder.
  package func isInside(_ folder: ItemPath) -> Bool {
    if folder.bytes.count == 1 { return bytes.count > 1 }
    return bytes.count > folder.bytes.count && bytes[folder.bytes.count] == UInt8(ascii: "/")
      && bytes.starts(with: folder.bytes)
  }

  /// The path with one more part.
  package func appending(_ name: some Sequence<UInt8>) -> ItemPath {
    ItemPath(bytes: (bytes.count == 1 ? [] : bytes) + [UInt8(ascii: "/")] + name)
  }

  /// Where the item lies after `folder`, or the item itself, moved to `other`; `nil` when it stays.
  package func moved(from folder: ItemPath, to other: ItemPath) -> ItemPath? {
    if self == folder { return other }
    guard isInside(folder) else { return nil }
    return ItemPath(bytes: other.bytes + bytes[folder.bytes.count...])
  }

  /// The path with the links of its folders followed; the last part may be a link.
  ///
  /// What does not exist yet keeps its name.
  package var real: ItemPath {
    guard let parent else { return self }
    if name.elementsEqual([46]) || name.elementsEqual([46, 46]) { return resolved }
    return (parent.followed ?? parent.real).appending(name)
  }

  /// The path with all links followed, as far as it exists.
  package var resolved: ItemPath { followed ?? real }

  private var followed: ItemPath? {
    guard let path = realpath(characters, nil) else { return nil }
    defer { free(path) }
    return ItemPath(bytes: UnsafeRawBufferPointer(start: path, count: strlen(path)))
  }

  /// What lies there, without following a link; `nil` when nothing does.
  package var status: ItemStatus? {
    var status = docmerge_status()
    guard docmerge_status_at(AT_FDCWD, characters, &status) == 0 else { return nil }
    return ItemStatus(status)
  }
}

/// What tells one state of an item from another.
package struct ItemStatus: Hashable, Sendable {
  package var device: UInt64
  package var inode: UInt64
  package var mode: UInt32
  package var size: Int64
  package var modified: Int64
  package var changed: Int64

  init(_ status: docmerge_status) {
    device = status.device
    inode = status.inode
    mode = status.mode
    size = status.size
    modified = status.modified
    changed = status.changed
  }

  /// Whether it is a folder.
  package var isFolder: Bool { mode & S_IFMT == S_IFDIR }

  /// Whether both are the same file, in whatever state.
  package func isSameFile(as other: ItemStatus) -> Bool {
    device == other.device && inode == other.inode
  }
}
