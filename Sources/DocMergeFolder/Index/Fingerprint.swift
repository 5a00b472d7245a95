package import DocMergeCore
package import DocMergeSystem

/// The outer appearance of a document in the folder: equal values mean untouched, unless the change was too quick for
/// any clock (see ``isReliable(seen:)``).
package struct Fingerprint: Sendable, Hashable {
  package var size: Int64
  /// Of a package, the latest of its members.
  package var modified: Timestamp
  package var changed: Timestamp
  package var inode: UInt64
  package var born: Timestamp
  package var permissions: UInt32
  /// Of a package, a digest of the names and statuses of its members; 0 otherwise.
  package var digest: UInt64

  package init(
    size: Int64, modified: Timestamp, changed: Timestamp, inode: UInt64, born: Timestamp,
    permissions: UInt32, digest: UInt64
  ) {
    self.size = size
    self.modified = modified
    self.changed = changed
    self.inode = inode
    self.born = born
    self.permissions = permissions
    self.digest = digest
  }

  /// The fingerprint of a file or a link.
  package init(_ status: FileStatus) {
    self.init(
      size: status.size, modified: status.modified, changed: status.changed, inode: status.inode,
      born: status.born, permissions: status.permissions, digest: 0)
  }

  /// Seven numbers of eight bytes, as the folder index keeps them.
  package var bytes: [UInt8] {
    let numbers = [
      size, modified.nanoseconds, changed.nanoseconds, Int64(bitPattern: inode), born.nanoseconds,
      Int64(permissions), Int64(bitPattern: digest),
    ].map(\.littleEndian)
    return numbers.withUnsafeBytes(Array.init)
  }

  /// Reads ``bytes``; `nil` for any other count.
  package init?(raw: UnsafeRawBufferPointer) {
    guard raw.count == 56 else { return nil }
    func number(_ index: Int) -> Int64 {
      Int64(littleEndian: raw.loadUnaligned(fromByteOffset: index * 8, as: Int64.self))
    }
    self.init(
      size: number(0), modified: Timestamp(nanoseconds: number(1)),
      changed: Timestamp(nanoseconds: number(2)), inode: UInt64(bitPattern: number(3)),
      born: Timestamp(nanoseconds: number(4)),
      permissions: UInt32(truncatingIfNeeded: number(5)), digest: UInt64(bitPattern: number(6)))
  }

  /// The coarsest step of the times that file systems in use record (a tick of the kernel's clock).
  private static let tick: Int64 = 20_000_000

  /// Whether an equal fingerprint later proves that nothing changed.
  ///
  /// A write in the same tick as the scan at `seen` leaves the times unchanged, as with git's "racily clean" entries.
  package func isReliable(seen: Timestamp) -> Bool {
    max(modified, changed).nanoseconds < seen.nanoseconds - Fingerprint.tick
  }

  /// Whether both belong to one file that was renamed, even if it was written since.
  ///
  /// Numbers of removed files are used again, so the date of birth must agree too.
  package func isSameInode(as other: Fingerprint) -> Bool {
    inode == other.inode && born == other.born && born.nanoseconds != 0
  }
}
