import DocMergeCore
import DocMergeStore
public import Foundation

extension FileWrapper {
  /// Writes the wrapper with all that is in it.
  ///
  /// What lies at the URL is replaced in one step by something whole and durable: it is built beside
  /// it, synchronised, and swapped in. A reader, a crash or a full disk never shows a half of it. Mode,
  /// owner and extended attributes of what is replaced stay, and a link to a file stays one.
  ///
  /// Files that are as they were when they were read or written, and that lie under the same name in
  /// `originalContentsURL`, are not written again: they share their blocks with the old ones where the
  /// file system can clone, and are hard links to them elsewhere. So pass the URL only of contents that
  /// are replaced by this write, or that no program changes in place.
  ///
  /// - Parameters:
  ///   - url: where to write.
  ///   - options: whether names are to be updated afterwards.
  ///   - originalContentsURL: where the wrapper's contents lie now, if they do.
  /// - Throws: `CocoaError`; neither what is at the URL nor the wrapper has changed then.
  public func write(
    to url: URL, options: WritingOptions = [], originalContentsURL: URL?
  ) throws {
    let target = SystemPath(wrapperPath: url)
    var writer = FileWrapperWriter(
      target: isSymbolicLink ? target : FileWrapperWriter.linkTarget(of: target),
      original: originalContentsURL.map { SystemPath(wrapperPath: $0) })
    do {
      try writer.write(self)
    } catch let error as FileError {
      throw error.cocoa(isWriting: true, at: target)
    }
    for note in writer.notes {
      note.wrapper.noted = note.status
      note.wrapper.place = note.place
    }
    if options.contains(.withNameUpdating) { updateNames(url.lastPathComponent) }
  }

  private func updateNames(_ name: String) {
    filename = name
    if case .folder(let folder) = body {
      for (key, child) in folder.children { child.updateNames(key) }
    }
  }

  /// The mode bits that it should have on disk, if anyone said so.
  ///
  /// - Parameter old: what lies there now: its mode stays unless the program changed the attribute.
  /// - Returns: the bits; `nil` for those of any new file.
  func permissions(replacing old: FileStatus?) -> UInt32? {
    let number = fileAttributes[FileAttributeKey.posixPermissions.rawValue] as? NSNumber
    guard let wanted = number.map({ UInt32(truncatingIfNeeded: $0.intValue) & 0o7777 }) else {
      return old?.permissions
    }
    return wanted == noted?.permissions ? old?.permissions ?? wanted : wanted
  }

  /// The modification date that it should have on disk; `nil` for the moment of writing.
  var dateToWrite: Timestamp? {
    let date = fileAttributes[FileAttributeKey.modificationDate.rawValue] as? Date
    guard let date, date != noted?.modified.date else { return noted?.modified }
    return Timestamp(date)
  }
}
