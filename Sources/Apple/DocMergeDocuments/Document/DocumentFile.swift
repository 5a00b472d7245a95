import DocMerge
import DocMergeSystem
import Foundation
import Glibc

/// Reads and writes the contents of documents.
enum DocumentFile {
  /// The contents of the item at a URL: `Data`, or a wrapper of a folder.
  ///
  /// - Throws: `CocoaError`.
  static func contents(of url: URL) throws -> Any {
    do throws(FileError) {
      let path = try Files.end(ofLink: SystemPath(url.path))
      if try FileStatus.of(path)?.form != .folder {
        // Not through an array, which would be in memory twice for a moment.
        return try WrappedFile.read(path).data
      }
    } catch {
      throw error.cocoa(isWriting: false, at: SystemPath(url.path))
    }
    let wrapper = try FileWrapper(url: url.resolvingSymlinksInPath(), options: .immediate)
    wrapper.filename = url.lastPathComponent
    return wrapper
  }

  /// Writes contents to a new file or folder.
  ///
  /// - Throws: `CocoaError`; ``DocumentError/unsupportedContents(_:)``.
  static func write(_ contents: Any, to url: URL, original: URL?) throws {
    switch contents {
    case let data as Data:
      do throws(FileError) {
        try write(data, to: SystemPath(url.path))
      } catch {
        throw error.cocoa(isWriting: true, at: SystemPath(url.path))
      }
    case let wrapper as FileWrapper:
      try wrapper.write(to: url, options: .withNameUpdating, originalContentsURL: original)
    default:
      throw DocumentError.unsupportedContents("\(type(of: contents))")
    }
  }

  private static func write(_ data: Data, to path: SystemPath) throws(FileError) {
    try Disk.system.remove(path)
    let outcome = data.withUnsafeBytes { buffer in
      Result { () throws(FileError) in
        try Disk.system.write(buffer: buffer, to: path, permissions: 0o666)
      }
    }
    try outcome.get()
  }
}
