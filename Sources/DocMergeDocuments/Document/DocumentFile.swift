import DocMergeCore
import DocMergeStore
import Foundation
import Glibc

/// Reads and writes what documents hold.
enum DocumentFile {
  /// All that lies at a URL: `Data`, or a wrapper of a folder.
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

  /// When the member of a package that changed last did so; `nil` when it is no folder.
  static func newestMember(of url: URL) -> Date? {
    guard let path = try? Files.end(ofLink: SystemPath(url.path)),
      (try? FileStatus.of(path))??.form == .folder
    else { return nil }
    return newest(in: path)?.date
  }

  private static func newest(in folder: SystemPath) -> Timestamp? {
    let entries = (try? Files.entries(of: folder)) ?? []
    return entries.reduce(nil) { newest, entry in
      let isFolder = entry.status.form == .folder
      let inner = isFolder ? self.newest(in: folder.appending(entry.name)) : nil
      return [newest, inner, entry.status.modified].compactMap(\.self).max()
    }
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
    try Files.remove(path)
    let outcome = data.withUnsafeBytes { buffer in
      Result { () throws(FileError) in
        try Files.write(buffer: buffer, to: path, permissions: 0o666)
      }
    }
    try outcome.get()
  }
}

/// Runs things on the main actor from threads that may wait for it.
enum MainThread {
  /// The main queue need not be served by the first thread of the process, so that has to be asked.
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) ?? false }

  static func run<Result: Sendable>(_ body: @MainActor () throws -> Result) throws -> Result {
    if isCurrent { return try MainActor.assumeIsolated(body) }
    return try withoutActuallyEscaping(body) { body in
      try DispatchQueue.main.sync { try MainActor.assumeIsolated(body) }
    }
  }
}
