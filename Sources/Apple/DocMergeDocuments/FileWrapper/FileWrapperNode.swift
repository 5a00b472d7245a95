import DocMerge
import DocMergeSystem
import Foundation
import Glibc

/// The item at a path, in the form for a file wrapper: all names and statuses, contents if asked for.
struct FileWrapperNode {
  enum Form {
    /// A file, with its contents when they were read.
    case file(Data?)
    case symlink(target: String)
    case folder([(name: String, node: FileWrapperNode)])
  }

  var form: Form
  var status: FileStatus
  var place: SystemPath
  /// Whether contents were read, so that nothing has to be read later.
  var isImmediate: Bool

  /// Reads the item at a path, without following links.
  ///
  /// - Parameters:
  ///   - place: the path.
  ///   - isImmediate: whether contents are read too.
  /// - Throws: `CocoaError`; a pipe, a socket or a device cannot be wrapped.
  init(at place: SystemPath, isImmediate: Bool) throws {
    do {
      guard let status = try FileStatus.of(place) else {
        throw FileError("read", place, code: ENOENT)
      }
      try self.init(at: place, status, isImmediate: isImmediate)
    } catch let error as FileError {
      throw error.cocoa(isWriting: false, at: place)
    }
  }

  private init(at place: SystemPath, _ status: FileStatus, isImmediate: Bool) throws {
    self.status = status
    self.place = place
    self.isImmediate = isImmediate
    switch status.form {
    case .file, .executable:
      guard isImmediate else {
        form = .file(nil)
        return
      }
      let reading = try WrappedFile.read(place)
      self.status = reading.status
      form = .file(reading.data)
    case .symlink:
      guard let target = String(validating: try Files.target(ofLink: place), as: UTF8.self) else {
        throw FileError("read the link", place, code: EILSEQ)
      }
      form = .symlink(target: target)
    case .folder:
      var names: Set<String> = []
      form = .folder(
        try Files.entries(of: place).filter { $0.status.form != .other }.map { entry in
          guard let name = String(validating: entry.name, as: UTF8.self) else {
            // A wrapper's keys are strings: a member that it could not write again must not be lost.
            throw FileError("read", place.appending(entry.name), code: EILSEQ)
          }
          // Nor must one of two members whose names are the same characters, composed and decomposed.
          guard names.insert(name).inserted else {
            throw FileError("read", place.appending(entry.name), code: EILSEQ)
          }
          let child = try FileWrapperNode(
            at: place.appending(entry.name), entry.status, isImmediate: isImmediate)
          return (name, child)
        })
    case .other: throw FileError("read", place, code: EINVAL)
    }
  }
}

/// Reads files into memory that Foundation takes over.
enum WrappedFile {
  /// Reads a whole file; throws `EAGAIN` when it keeps changing meanwhile.
  ///
  /// The contents are never mapped: if another program truncates the file, this one could crash.
  static func read(_ path: SystemPath) throws(FileError) -> (data: Data, status: FileStatus) {
    for _ in 0..<8 {
      let file = open(path.characters, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
      guard file >= 0 else { throw FileError("read", path) }
      defer { close(file) }
      let before = try FileStatus.of(open: file, path)
      let data = try readAll(file, count: Int(before.size), path)
      let after = try FileStatus.of(open: file, path)
      if before == after, data.count == Int(after.size) { return (data, after) }
    }
    throw FileError("read", path, code: EAGAIN)
  }

  /// Reads up to `count` bytes.
  private static func readAll(
    _ file: Int32, count: Int, _ path: SystemPath
  ) throws(FileError) -> Data {
    guard count > 0, let memory = malloc(count) else { return Data() }
    var done = 0
    while done < count {
      let got = Glibc.read(file, memory + done, count - done)
      if got < 0, errno == EINTR { continue }
      if got < 0 {
        let error = FileError("read", path)
        free(memory)
        throw error
      }
      if got == 0 { break }
      done += got
    }
    return Data(bytesNoCopy: memory, count: done, deallocator: .free)
  }
}
