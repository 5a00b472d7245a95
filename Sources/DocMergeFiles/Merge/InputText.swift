import DocMergeLanguage
import DocMergeSystem

/// The contents of a file in memory, mapped from the kernel's cache if possible.
struct InputText: ~Copyable {
  /// The bytes, valid during the life of the value.
  let bytes: UnsafeRawBufferPointer
  private let mapping: MappedFile?
  private let contents: UnsafeMutableRawBufferPointer?

  /// Maps the file at `path`; a pipe or a device, which cannot be mapped, is read to its end.
  init(_ path: [UInt8]) throws(FileFailure) {
    let file = try Self.opened(path)
    let status = try Self.status(file, path)
    // Git cannot open folders.
    if status.form == .folder {
      throw FileFailure(tr("Could not open %"), path, reason: .isDirectory)
    }
    // For a small file, reading is faster than mapping.
    if status.isFile, status.size > 1 << 14, let mapping = MappedFile(file, size: Int(status.size))
    {
      mapping.willBeReadInOrder()
      self.init(mapping)
      return
    }
    do throws(Errno) {
      self.init(holding: try file.readAll())
    } catch {
      throw FileFailure(tr("Could not read %"), path, reason: error)
    }
  }

  /// Holds bytes from elsewhere.
  init(holding text: [UInt8]) {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: text.count, alignment: 16)
    copy.copyBytes(from: text)
    mapping = nil
    contents = copy
    bytes = UnsafeRawBufferPointer(copy)
  }

  private init(_ mapping: MappedFile) {
    self.mapping = mapping
    contents = nil
    bytes = mapping.bytes
  }

  deinit { contents?.deallocate() }

  private static func opened(_ path: [UInt8]) throws(FileFailure) -> OpenFile {
    do throws(Errno) {
      return try OpenFile(SystemPath(bytes: path))
    } catch {
      throw failure(path, error)
    }
  }

  private static func status(
    _ file: borrowing OpenFile, _ path: [UInt8]
  ) throws(FileFailure) -> FileStatus {
    do throws(Errno) {
      return try file.status()
    } catch {
      throw failure(path, error)
    }
  }

  /// Git checks a file before it opens it, which shows in its messages.
  private static func failure(_ path: [UInt8], _ reason: Errno) -> FileFailure {
    let isThere = (try? SystemPath(bytes: path).status()) != nil
    return FileFailure(
      isThere ? tr("Could not open %") : tr("Could not stat %"), path, reason: reason)
  }
}
