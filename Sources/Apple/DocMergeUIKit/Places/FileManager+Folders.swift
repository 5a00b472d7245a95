public import Foundation

extension FileManager {
  /// The folder that programs of one group share, in the user's data folder.
  ///
  /// - Parameter groupIdentifier: the name of the group, such as `group.org.example.notes`.
  /// - Returns: the folder, which is made if it is missing; `nil` if that is not possible.
  public func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? {
    guard !groupIdentifier.isEmpty, !groupIdentifier.contains("/"), groupIdentifier != "..",
      let data = urls(for: .applicationSupportDirectory, in: .userDomainMask).first
    else { return nil }
    let folder = data.appendingPathComponent(
      "docmerge/groups/\(groupIdentifier)", isDirectory: true)
    let isThere = (try? createDirectory(at: folder, withIntermediateDirectories: true)) != nil
    return isThere ? folder : nil
  }

  /// Moves a file to the trash of the desktop, where file managers can restore it.
  ///
  /// - Parameters:
  ///   - url: the file.
  ///   - outResultingURL: gets its new URL.
  /// - Throws: `CocoaError`; the file is in its old place then.
  public func trashItem(
    at url: URL, resultingItemURL outResultingURL: AutoreleasingUnsafeMutablePointer<NSURL?>?
  ) throws {
    let data = try self.url(
      for: .applicationSupportDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
    let trash = data.appendingPathComponent("Trash", isDirectory: true)
    let files = trash.appendingPathComponent("files", isDirectory: true)
    let notes = trash.appendingPathComponent("info", isDirectory: true)
    for folder in [files, notes] {
      try createDirectory(at: folder, withIntermediateDirectories: true)
    }
    // The note is made first, as the rules of the desktops say: it reserves the name.
    let (name, note) = try FileManager.noteTrash(of: url, in: notes)
    let target = files.appendingPathComponent(name)
    do {
      try moveItem(at: url, to: target)
    } catch {
      try? removeItem(at: note)
      throw error
    }
    outResultingURL?.pointee = NSURL(fileURLWithPath: target.path)
  }

  /// Writes the original path of a file, under a free name in the trash.
  private static func noteTrash(of url: URL, in notes: URL) throws -> (name: String, note: URL) {
    let place = url.path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? url.path
    let date = Date().formatted(
      Date.ISO8601FormatStyle(timeZone: .current)
        .year().month().day().time(includingFractionalSeconds: false))
    let text = "[Trash Info]\nPath=\(place)\nDeletionDate=\(date)\n"
    let stem = url.deletingPathExtension().lastPathComponent
    let end = url.pathExtension.isEmpty ? "" : ".\(url.pathExtension)"
    var number = 1
    while true {
      let name = number == 1 ? url.lastPathComponent : "\(stem) \(number)\(end)"
      let note = notes.appendingPathComponent("\(name).trashinfo")
      do {
        try Data(text.utf8).write(to: note, options: .withoutOverwriting)
        return (name, note)
      } catch let error as CocoaError where error.code == .fileWriteFileExists {
        number += 1
      }
    }
  }
}
