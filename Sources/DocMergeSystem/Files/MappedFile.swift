import Glibc

/// A whole file in memory, read by any number of threads; for files that never change.
package final class MappedFile: Sendable {
  /// The address, as a number: the memory there never changes.
  private let address: UInt
  /// The bytes of the file.
  package let count: Int

  /// Maps a file; `nil` if it cannot be read, is no file, or is empty.
  package init?(_ path: SystemPath) {
    let file = open(path.characters, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    guard let status = try? FileStatus.of(open: file, path), status.isFile, status.size > 0,
      let place = mmap(nil, Int(status.size), PROT_READ, MAP_PRIVATE, file, 0), place != MAP_FAILED
    else { return nil }
    address = UInt(bitPattern: place)
    count = Int(status.size)
  }

  /// Maps an open file; `nil` if it cannot be mapped, such as a pipe, and for an empty file.
  package init?(_ file: borrowing OpenFile, size: Int) {
    guard size > 0, let place = mmap(nil, size, PROT_READ, MAP_PRIVATE, file.number, 0),
      place != MAP_FAILED
    else { return nil }
    address = UInt(bitPattern: place)
    count = size
  }

  /// Tells the kernel that the bytes are read in their order.
  package func willBeReadInOrder() {
    madvise(UnsafeMutableRawPointer(bitPattern: address), count, MADV_SEQUENTIAL)
  }

  /// The bytes, as long as the value lives.
  package var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: address), count: count)
  }

  deinit { munmap(UnsafeMutableRawPointer(bitPattern: address), count) }

  /// Lends the bytes.
  package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows
    -> Result
  {
    try withExtendedLifetime(self) {
      try body(bytes)
    }
  }
}
