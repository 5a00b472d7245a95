package import DocMergeSystem

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
    (CurrentProcess.folder?.bytes ?? []) + [UInt8(ascii: "/")]
  }

  package var description: String { String(decoding: bytes, as: UTF8.self) }

  /// The path as the system takes it.
  package var system: SystemPath { SystemPath(bytes: bytes) }

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
    (try? system.real()).map { ItemPath(bytes: $0.bytes) }
  }

  /// What lies there, without following a link; `nil` when nothing does.
  package var status: FileStatus? { try? system.ownStatus() }
}
