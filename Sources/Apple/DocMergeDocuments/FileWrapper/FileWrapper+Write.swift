import DocMerge
import DocMergeSystem
import Foundation

extension FileWrapper {
  /// Builds the wrapper beside the target and swaps it in.
  func replaceContents(of url: URL, _ options: WritingOptions, original: URL?) throws {
    let target = SystemPath(wrapperPath: url)
    let writer: FileWrapperWriter
    do {
      writer = try written(to: target, original: original.map { SystemPath(wrapperPath: $0) })
    } catch let error as FileError {
      throw error.cocoa(isWriting: true, at: target)
    }
    for note in writer.notes {
      note.wrapper.noted = note.status
      note.wrapper.place = note.place
    }
    if options.contains(.withNameUpdating) { updateNames(url.lastPathComponent) }
  }

  private func written(to target: SystemPath, original: SystemPath?) throws -> FileWrapperWriter {
    var writer = FileWrapperWriter(
      target: isSymbolicLink ? target : try Files.end(ofLink: target),
      original: original)
    try writer.write(self)
    return writer
  }

  private func updateNames(_ name: String) {
    filename = name
    if case .folder(let folder) = body {
      for (key, child) in folder.children { child.updateNames(key) }
    }
  }

  /// The mode bits for the disk, if any were set.
  ///
  /// - Parameter old: the existing item: its mode stays unless the program changed the attribute.
  /// - Returns: the bits; `nil` for those of any new file.
  func permissions(replacing old: FileStatus?) -> UInt32? {
    let number = fileAttributes[FileAttributeKey.posixPermissions.rawValue] as? NSNumber
    guard let wanted = number.map({ UInt32(truncatingIfNeeded: $0.intValue) & 0o7777 }) else {
      return old?.permissions
    }
    return wanted == noted?.permissions ? old?.permissions ?? wanted : wanted
  }

  /// The modification date for the disk; `nil` for the time of writing.
  var dateToWrite: Timestamp? {
    let date = fileAttributes[FileAttributeKey.modificationDate.rawValue] as? Date
    guard let date, date != noted?.modified.date else { return noted?.modified }
    return Timestamp(date)
  }
}
