internal import DocMergeMinizip

/// A file in memory, which minizip reads or writes.
final class MemoryFile {
  /// What it holds.
  private(set) var bytes: [UInt8]
  private var offset = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The archive, to be closed by `unzClose`, while the file lives; `nil` where it is none.
  func openForReading() -> unzFile? {
    var functions = functions
    return unzOpen2_64("", &functions)
  }

  /// An archive, to be closed by `zipClose`, while the file lives.
  func openForWriting() -> zipFile? {
    var functions = functions
    return zipOpen2_64("", APPEND_STATUS_CREATE, nil, &functions)
  }

  private func read(_ count: Int, to buffer: UnsafeMutableRawPointer) -> Int {
    let taken = max(0, min(count, bytes.count - offset))
    bytes.withUnsafeBytes { source in
      guard taken > 0, let start = source.baseAddress else { return }
      buffer.copyMemory(from: start + offset, byteCount: taken)
    }
    offset += taken
    return taken
  }

  private func write(_ part: UnsafeRawBufferPointer) {
    if offset == bytes.count {
      bytes += part
    } else {
      let end = offset + part.count
      if end > bytes.count { bytes += repeatElement(0, count: end - bytes.count) }
      bytes.replaceSubrange(offset..<end, with: part)
    }
    offset += part.count
  }

  private func seek(_ distance: Int, from origin: Int32) -> Bool {
    let start = [ZLIB_FILEFUNC_SEEK_CUR: offset, ZLIB_FILEFUNC_SEEK_END: bytes.count][origin] ?? 0
    guard case let (sum, isOver) = start.addingReportingOverflow(distance), !isOver, sum >= 0,
      sum <= bytes.count
    else { return false }
    offset = sum
    return true
  }

  /// What minizip calls; the file is what all of them are handed first.
  private var functions: zlib_filefunc64_def {
    zlib_filefunc64_def(
      zopen64_file: { file, _, _ in file },
      zread_file: { file, _, buffer, count in
        guard let buffer else { return 0 }
        return UInt(MemoryFile.at(file)?.read(Int(count), to: buffer) ?? 0)
      },
      zwrite_file: { file, _, buffer, count in
        MemoryFile.at(file)?.write(UnsafeRawBufferPointer(start: buffer, count: Int(count)))
        return count
      },
      ztell64_file: { file, _ in UInt64(MemoryFile.at(file)?.offset ?? 0) },
      zseek64_file: { file, _, distance, origin in
        guard let distance = Int(exactly: distance) else { return -1 }
        return MemoryFile.at(file)?.seek(distance, from: origin) == true ? 0 : -1
      },
      zclose_file: { _, _ in 0 }, zerror_file: { _, _ in 0 },
      opaque: Unmanaged.passUnretained(self).toOpaque())
  }

  private static func at(_ pointer: UnsafeMutableRawPointer?) -> MemoryFile? {
    pointer.map { Unmanaged<MemoryFile>.fromOpaque($0).takeUnretainedValue() }
  }
}
