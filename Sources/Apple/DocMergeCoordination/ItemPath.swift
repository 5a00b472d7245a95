package import DocMergeSystem

/// An absolute path in the file system's bytes, without a slash at its end.
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

  /// The path in the form for system calls.
  package var system: SystemPath { SystemPath(bytes: bytes) }

  /// The last part.
  package var name: ArraySlice<UInt8> {
    bytes[((bytes.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...]
  }

  /// The folder that contains it; `nil` for the root.
  package var parent: ItemPath? {
    guard bytes.count > 1, let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return nil }
    return ItemPath(bytes: slash == 0 ? [UInt8(ascii: "/")] : bytes[..<slash])
  }

  /// All folders that contain it, the nearest first.
  package var ancestors: [ItemPath] {
    Array(
      sequence(state: self) { path in
        guard let parent = path.parent else { return nil }
        path = parent
        return parent
      })
  }

  /// Whether it is inside `folder`, at any depth; `false` for the folder itself.
  package func isInside(_ folder: ItemPath) -> Bool {
    if folder.bytes.count == 1 { return bytes.count > 1 }
    return bytes.count > folder.bytes.count && bytes[folder.bytes.count] == UInt8(ascii: "/")
      && bytes.starts(with: folder.bytes)
  }

  /// The path with one more part.
  package func appending(_ name: some Sequence<UInt8>) -> ItemPath {
    ItemPath(bytes: (bytes.count == 1 ? [] : bytes) + [UInt8(ascii: "/")] + name)
  }

  /// The new path of the item after `folder`, or the item itself, moved to `other`; `nil` if it stays.
  package func moved(from folder: ItemPath, to other: ItemPath) -> ItemPath? {
    if self == folder { return other }
    guard isInside(folder) else { return nil }
    return ItemPath(bytes: other.bytes + bytes[folder.bytes.count...])
  }

  /// The path with the links of its folders followed; the last part may be a link.
  ///
  /// Components that do not exist yet keep their names.
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

  /// The status of the item, without following a link; `nil` if there is none.
  package var status: FileStatus? { try? system.ownStatus() }
}
