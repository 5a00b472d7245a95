import DocMerge
import DocMergeSystem
package import Foundation
import Glibc

/// Replaces one item by another, so that one of them is there at any moment.
package struct SafeReplacement {
  private let original: URL
  private let new: URL
  private let backup: String?
  private let keepsBackup: Bool
  private let keepsAttributes: Bool

  /// Takes a replacement in the terms of `FileManager`.
  package init(
    _ original: URL, _ new: URL, backup: String? = nil,
    options: FileManager.ItemReplacementOptions = []
  ) {
    (self.original, self.new, self.backup) = (original, new, backup)
    keepsBackup = options.contains(.withoutDeletingBackupItem)
    keepsAttributes = !options.contains(.usingNewMetadataOnly)
  }

  /// Replaces the item.
  ///
  /// - Returns: the URL of the new item.
  /// - Throws: `CocoaError`; both items are unchanged then.
  package func perform() throws -> URL {
    var place = SystemPath(wrapperPath: original)
    do {
      place = try Files.end(ofLink: place)
      guard try FileStatus.of(SystemPath(wrapperPath: new)) != nil else {
        throw CocoaError(.fileNoSuchFile, userInfo: [NSURLErrorKey: new])
      }
      try BuildFolder.hold(beside: place) { try replace(place, in: $0) }
    } catch let error as FileError {
      throw error.cocoa(isWriting: true, at: place)
    }
    return original
  }

  private func replace(_ place: SystemPath, in folder: BuildFolder) throws {
    let source = SystemPath(wrapperPath: new)
    let isMoved = try take(source, to: folder.product)
    do {
      let old = try FileStatus.of(place)
      let model = keepsAttributes ? old.map { _ in place } : nil
      try SafeWriter(url: original, attributes: [:]).finish(folder.product, like: model, old)
      let copy = keepsBackup ? backup.map { place.parent.appending($0.utf8) } : nil
      if let copy, old != nil, old?.form != .folder { try link(place, copy) }
      try FileSwap.put(folder, at: place)
      if let copy, old?.form == .folder { try keep(folder, as: copy) }
    } catch {
      if isMoved { rename(folder.product.characters, source.characters) }
      throw error
    }
    if !isMoved { try Disk.system.remove(source) }
  }

  /// Moves the new item beside its final place.
  ///
  /// - Returns: whether it is no longer in its old place.
  private func take(_ source: SystemPath, to product: SystemPath) throws -> Bool {
    if rename(source.characters, product.characters) == 0 { return true }
    guard errno == EXDEV else { throw FileError("move", source) }
    let url = URL(fileURLWithPath: String(decoding: product.bytes, as: UTF8.self))
    try FileWrapper(url: new).write(to: url, originalContentsURL: nil)
    return false
  }

  private func link(_ file: SystemPath, _ copy: SystemPath) throws {
    try Disk.system.remove(copy)
    guard Glibc.link(file.characters, copy.characters) == 0 else {
      throw FileError("keep a copy of", file)
    }
  }

  /// Keeps the old folder, which the swap left in the build folder.
  private func keep(_ folder: BuildFolder, as copy: SystemPath) throws {
    try Disk.system.remove(copy)
    guard
      rename(folder.product.characters, copy.characters) == 0
        || rename(folder.aside.characters, copy.characters) == 0
    else { throw FileError("keep a copy of", copy) }
  }
}
